import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import { WRITTEN_FILE } from '../../../scripts/lib/agents/standInAnswer.mjs';
import type { ActivityState } from '../../../src/status/activity';
import { approveShown } from '../../support/agents/approveShown';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** From the launch to the status that a prompt causes, on a busy machine. */
const SHOW_LIMIT_MS = 30_000;

/** Longer than any source overrules the screen. */
const SETTLED_MS = 12_000;

describe('the status of a real agent', function () {
  this.timeout(180_000);
  const fixture = useCore();
  let states: ActivityState[] = [];

  before(async () => {
    await buildHookHelper();
  });

  beforeEach(() => {
    states = [];
  });

  async function start(providerId: string, prompt: string): Promise<string> {
    const { status } = fixture.core;
    const options = { prompt };
    const prepared = await fixture.prepare({ providerId, conversation: 'chat', options });
    const id = prepared.sessionId;
    status.onDidChange((changed) => changed === id && states.push(status.get(id).state));
    await prepared.launch({ cols: 120, rows: 40 });
    return id;
  }

  const kinds = (): readonly string[] => states.map(({ kind }) => kind);

  const comesTo = (id: string, ...expected: readonly ActivityState['kind'][]): Promise<void> =>
    waitFor(() => expected.includes(fixture.core.status.get(id).state.kind), {
      limitMs: SHOW_LIMIT_MS,
      what: () =>
        `${id} to reach the status ${expected.join(' or ')}; it was ${kinds().join(', ')}`,
    });

  /** Ends the session, which must not appear as work. */
  async function ends(id: string): Promise<void> {
    const before = states.length;
    await fixture.core.sessions.find(id)?.kill();
    assert.deepEqual(kinds().slice(before), ['unknown']);
  }

  /** Stops the receiver of hooks in the middle of a turn: the turn and its status continue. */
  async function losesItsReceiver(providerId: string): Promise<void> {
    const id = await start(providerId, '[write] please');
    await comesTo(id, 'needsInput');
    fixture.core.stopHooks();
    await approveShown(fixture.core, id);
    await comesTo(id, 'done');
    assert.ok(existsSync(join(fixture.folder, WRITTEN_FILE)));
    const asked = kinds().slice(kinds().indexOf('needsInput'));
    assert.deepEqual([...new Set(asked)], ['needsInput', 'working', 'done']);
    // On a busy machine the dialog may stay for a while after it was answered.
    assert.deepEqual(asked.slice(-2), ['working', 'done']);
    const { activity } = await fixture.core.status.explain(id);
    assert.notEqual(activity.source, 'hook');
    await ends(id);
  }

  /** Presses Esc, for which no hook runs: the agent becomes idle, and not done. */
  async function isInterrupted(providerId: string): Promise<void> {
    const id = await start(providerId, '[slow] please');
    await comesTo(id, 'working');
    let shown = '';
    const read = async () => (shown = await requireSession(fixture.core.sessions, id).text());
    // An agent that reports work may not accept Esc yet.
    await waitFor(async () => (await read()).includes('esc to interrupt'), {
      limitMs: SHOW_LIMIT_MS,
      what: () => `${id} to be interruptible; it shows ${shown}`,
    });
    await fixture.core.delivery.interrupt(id);
    const rests = () => fixture.core.status.get(id).state.kind === 'idle';
    await waitFor(async () => (await read()) !== '' && rests(), {
      limitMs: SETTLED_MS,
      what: () => `${id} to become idle; it was ${kinds().join(', ')}, and shows ${shown}`,
    });
    assert.equal(kinds().includes('done'), false, kinds().join());
    await ends(id);
  }

  describe('Claude Code', () => {
    let standIn = new MessagesStandIn();

    beforeEach(async () => {
      const { executable } = await installClaudeCode();
      standIn = new MessagesStandIn();
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      const home = join(fixture.home, '.claude');
      Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
      const defaultArgs = ['--permission-mode', 'manual'];
      fixture.set({ providers: { claude: { cli: executable, defaultArgs } } });
    });

    afterEach(() => standIn.end());

    it('continues after the receiver of its hooks has stopped', () => losesItsReceiver('claude'));

    it('is idle after an interrupt', () => isInterrupted('claude'));
  });

  describe('Codex', () => {
    const cli = findCodex();
    if (cli === undefined) {
      it(`is reported (${process.platform}-${process.arch} has no Codex)`);
      return;
    }
    let standIn = new ResponsesStandIn();

    beforeEach(async () => {
      standIn = new ResponsesStandIn();
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      const home = join(fixture.home, '.codex');
      Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
      fixture.set({ providers: { codex: { cli } } });
    });

    afterEach(() => standIn.end());

    it('continues after the receiver of its hooks has stopped', () => losesItsReceiver('codex'));

    it('is idle after an interrupt', () => isInterrupted('codex'));
  });
});
