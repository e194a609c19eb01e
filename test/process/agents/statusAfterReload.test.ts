import { requireSession, type SessionLookup } from '../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { HOOK_HELPER } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import { STREAMED_END, WRITE_COMMAND } from '../../../scripts/lib/agents/standInAnswer.mjs';
import type { ActivityState } from '../../../src/status/activity';
import { useSharedCore } from '../../support/agents/useCore';
import { useSessionHost } from '../../support/host/useSessionHost';
import { buildOnce } from '../../support/buildOnce';
import { waitFor } from '../../support/waitFor';

type Kind = ActivityState['kind'];

/** From the launch to the status that a prompt causes, on a busy machine. */
const SHOW_LIMIT_MS = 40_000;

describe('the status of a real agent after a window reload', function () {
  this.timeout(180_000);
  const host = useSessionHost();
  const fixture = useSharedCore();
  let kinds: Kind[] = [];

  before(async () => {
    await buildOnce({
      ...HOOK_HELPER,
      outfile: join(host.extensionPath, 'dist', 'hookHelper.cjs'),
    });
    fixture.extensionPath = host.extensionPath;
    fixture.set({ persistence: 'host' });
  });

  /** Reloads the window; `kinds` then holds the status changes since the reload. */
  async function reload(meanwhile?: () => Promise<void>): Promise<void> {
    await fixture.reopen();
    await meanwhile?.();
    kinds = [];
    const { status, leases, reconnector } = fixture.core;
    status.onDidChange((id) => kinds.push(status.get(id).state.kind));
    await leases.start();
    await reconnector.whenReconnected();
  }

  async function start(providerId: string): Promise<string> {
    const prepared = await fixture.prepare({ providerId, conversation: 'chat', options: {} });
    await prepared.launch({ cols: 120, rows: 40 });
    return prepared.sessionId;
  }

  const comesTo = (id: string, ...expected: readonly Kind[]): Promise<void> =>
    waitFor(() => expected.includes(fixture.core.status.get(id).state.kind), {
      limitMs: SHOW_LIMIT_MS,
      what: () => `${id} to reach the status ${expected.join(' or ')}; it was ${kinds.join(', ')}`,
    });

  /** Waits until the agent writes nothing more: its screen may change after its hook has run. */
  const restsOnScreen = (id: string): Promise<void> =>
    waitFor(() => fixture.core.sessions.get(id)?.state === 'idle', {
      limitMs: SHOW_LIMIT_MS,
      what: `${id} to write no more`,
    });

  /** Waits until the screen alone shows the question: a hook may report it before it is drawn. */
  const asksOnScreen = (id: string): Promise<void> => {
    const asks = async () => {
      const { signals } = await fixture.core.status.explain(id);
      return signals.some(
        ({ source, state }) => source === 'screen' && state.kind === 'needsInput',
      );
    };
    return waitFor(asks, { limitMs: SHOW_LIMIT_MS, what: `${id} to draw its question` });
  };

  /** Waits until the session shows `text` below the last place where it shows `above`. */
  const shows = (
    sessions: SessionLookup<'text'>,
    id: string,
    { text, above }: { readonly text: string; readonly above: string },
  ): Promise<void> => {
    const isShown = async () => {
      const whole = await requireSession(sessions, id).text();
      return whole.includes(above) && whole.slice(whole.lastIndexOf(above)).includes(text);
    };
    return waitFor(isShown, { limitMs: SHOW_LIMIT_MS, what: `${id} to show ${text}` });
  };

  /** One agent for all tests, which begin while it is at rest; the last one leaves it with a question. */
  function keepsStatus(providerId: string, finishAnswers: () => void): void {
    let id = '';

    before(async () => {
      await reload();
      id = await start(providerId);
      await comesTo(id, 'idle');
    });

    after(() => fixture.core.sessions.find(id)?.kill());

    /** Prompts an answer that grows until `finishAnswers`, and waits for a part of it. */
    async function startAnswer(prompt: string): Promise<void> {
      await fixture.core.delivery.send(id, prompt);
      await shows(fixture.core.sessions, id, { text: 'word20', above: prompt });
    }

    it('is idle after the reload if it was idle before', async () => {
      await fixture.core.delivery.send(id, 'hello');
      await comesTo(id, 'done');
      fixture.core.status.markSeen(id);
      await comesTo(id, 'idle');
      await restsOnScreen(id);
      await reload();
      await comesTo(id, 'idle');
      const { activity } = await fixture.core.status.explain(id);
      assert.deepEqual([activity.state.kind, kinds], ['idle', ['idle']]);
    });

    it('is idle after the reload if its turn has ended meanwhile', async () => {
      const prompt = '[streamed] one';
      await startAnswer(prompt);
      await reload(() => {
        finishAnswers();
        return seesItsEnd(id, prompt);
      });
      await comesTo(id, 'idle');
      assert.deepEqual(kinds, ['idle']);
    });

    it('stays working, and becomes done', async () => {
      await startAnswer('[streamed] two');
      await comesTo(id, 'working');
      await reload();
      await comesTo(id, 'working');
      finishAnswers();
      await comesTo(id, 'done', 'idle');
      assert.deepEqual(kinds, ['working', 'done']);
    });

    it('shows its question, with the text of its screen', async () => {
      const prompt = '[write] please';
      await fixture.core.delivery.send(id, prompt);
      await comesTo(id, 'needsInput');
      await shows(fixture.core.sessions, id, { text: WRITE_COMMAND, above: prompt });
      await asksOnScreen(id);
      await reload();
      const asked = () => {
        const { state } = fixture.core.status.get(id);
        return state.kind === 'needsInput' && state.need === 'permission' ? state.question : '';
      };
      await waitFor(() => asked()?.includes(WRITE_COMMAND) === true, {
        limitMs: SHOW_LIMIT_MS,
        what: () => `the question; it is ${asked()}`,
      });
      assert.deepEqual([...new Set(kinds)], ['needsInput']);
    });
  }

  /** Queries only the host: no window owns the session, so none has its status. */
  async function seesItsEnd(id: string, prompt: string): Promise<void> {
    const { hostClient } = fixture.core;
    await hostClient.connect();
    await shows(hostClient, id, { text: STREAMED_END, above: prompt });
    await waitFor(() => hostClient.get(id)?.state === 'idle', {
      limitMs: SHOW_LIMIT_MS,
      what: `${id} to write no more`,
    });
  }

  describe('Claude Code', () => {
    let standIn = new MessagesStandIn();

    before(async () => {
      const { executable } = await installClaudeCode();
      standIn = new MessagesStandIn();
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      const home = join(fixture.home, '.claude');
      Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
      const defaultArgs = ['--permission-mode', 'manual'];
      fixture.set({ providers: { claude: { cli: executable, defaultArgs } } });
    });

    after(() => standIn.end());

    keepsStatus('claude', () => standIn.finishAnswers());
  });

  describe('Codex', () => {
    const cli = findCodex();
    if (cli === undefined) {
      it(`is reported (${process.platform}-${process.arch} has no Codex)`);
      return;
    }
    let standIn = new ResponsesStandIn();

    before(async () => {
      standIn = new ResponsesStandIn();
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      const home = join(fixture.home, '.codex');
      Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
      fixture.set({ providers: { codex: { cli } } });
    });

    after(() => standIn.end());

    keepsStatus('codex', () => standIn.finishAnswers());
  });
});
