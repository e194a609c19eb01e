import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installClaudeCode } from '../../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../../scripts/lib/agents/codexHome.mjs';
import { MessagesStandIn } from '../../../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../../../scripts/lib/agents/responsesStandIn.mjs';
import { WRITTEN_FILE } from '../../../../scripts/lib/agents/standInAnswer.mjs';
import { SessionError } from '../../../../src/base/errors';
import { DisposableStore } from '../../../../src/base/lifecycle';
import { createInput } from '../../../../src/agents/prompts/createInput';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import type { Activity, ActivityState } from '../../../../src/status/activity';
import { StatusEngine } from '../../../../src/status/statusEngine';
import type { StatusService } from '../../../../src/status/statusService';
import { approveShown, untilRequestShown } from '../../../support/agents/approveShown';
import { useSharedCore } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

/** From the launch to the first screen, and from a prompt to its question, on a busy machine. */
const SHOW_LIMIT_MS = 30_000;

type Fixture = ReturnType<typeof useSharedCore>;

/** A running agent with its status, its answers and its prompts. */
async function launch(
  fixture: Fixture,
  providerId: string,
  { extraArgs, store }: { readonly extraArgs: readonly string[]; readonly store: DisposableStore },
) {
  const { sessions } = fixture.core;
  const prepared = await fixture.prepare({ providerId, options: { extraArgs } });
  await prepared.launch({ cols: 120, rows: 40 });
  const id = prepared.sessionId;
  const provider = BUILT_IN_PROVIDERS.find((one) => one.id === providerId);
  const engine = store.add(
    new StatusEngine({
      sessions,
      agentOf: () => provider && { provider, rules: [], env: fixture.env },
      files: { read: () => Promise.resolve(undefined), forget: () => {} },
      clock: systemClock,
      logger: nullLogger,
    }),
  );
  const outdated: Activity[] = [];
  const status: StatusService = {
    onDidChange: engine.onDidChange,
    get: (ptyId) => outdated.shift() ?? engine.get(ptyId),
    markSeen: (ptyId) => engine.markSeen(ptyId),
    explain: (ptyId) => engine.explain(ptyId),
    mayLackInput: (ptyId) => engine.mayLackInput(ptyId),
    showsInput: (ptyId) => engine.showsInput(ptyId),
    dialogOn: (ptyId, screen) => engine.dialogOn(ptyId, screen),
    knowsInput: (ptyId) => engine.knowsInput(ptyId),
    isUnrecognised: (ptyId, screen) => engine.isUnrecognised(ptyId, screen),
  };
  const talk = createInput(
    {
      sessions,
      status,
      providerOf: () => provider,
      notify: (message) => assert.fail(message),
    },
    store,
  );
  const comesTo = async (
    kind: ActivityState['kind'],
    need?: 'permission' | 'question' | 'trust',
  ): Promise<void> => {
    let shown = '';
    await waitFor(
      async () => {
        const { state } = engine.get(id);
        shown = await requireSession(sessions, id).text();
        const isThere = state.kind === kind || (kind === 'idle' && state.kind === 'done');
        return isThere && (state.kind !== 'needsInput' || state.need === need);
      },
      {
        limitMs: SHOW_LIMIT_MS,
        what: () => `${providerId} to reach the status ${kind} ${need ?? ''}; it shows ${shown}`,
      },
    );
  };
  const send = (prompt: string) => talk.delivery.send(id, prompt);
  return {
    ...talk,
    ...{ id, send, comesTo },
    text: () => requireSession(sessions, id).text(),
    activity: () => engine.get(id),
    approve: () => approveShown({ answers: talk.answers, status: engine }, id),
    /** As a person does: a dialog whose request grows is refused as another one. */
    deny: async () => {
      await untilRequestShown(engine, id);
      await talk.answers.deny(id);
    },
    /** Returns this status to the next read only, as an outdated one. */
    returnOnce: (activity: Activity) => void outdated.push(activity),
  };
}

describe('answers and prompts', function () {
  this.timeout(180_000);
  const fixture = useSharedCore();
  const store = new DisposableStore();
  after(() => store.dispose());
  const written = () => join(fixture.folder, WRITTEN_FILE);
  const untilWritten = () =>
    waitFor(() => existsSync(written()), {
      limitMs: SHOW_LIMIT_MS,
      what: 'the file of the approved command',
    });
  const isBlocked = (words: RegExp) => (error: unknown) =>
    SessionError.is(error, 'AGENT_BLOCKED') && words.test(error.message);

  describe('to the real Claude Code', () => {
    let standIn = new MessagesStandIn();
    /** The tests use it one after another: the first that does so trusts its folder. */
    let agent: Awaited<ReturnType<typeof start>>;

    before(async () => {
      const cli = (await installClaudeCode()).executable;
      standIn = new MessagesStandIn();
      const baseUrl = await standIn.start();
      const home = join(fixture.home, '.claude');
      const model = { baseUrl, trustedFolders: [] };
      Object.assign(fixture.env, await prepareClaudeHome(home, model));
      fixture.set({ providers: { claude: { cli } } });
      agent = await start();
    });

    after(() => standIn.end());

    const start = () =>
      launch(fixture, 'claude', { extraArgs: ['--permission-mode', 'manual'], store });

    /** The settings files with permanent permissions for Claude Code. */
    function rules(): readonly string[] {
      const settings = [join(fixture.folder, '.claude'), join(fixture.home, '.claude')]
        .filter((directory) => existsSync(directory))
        .flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)))
        .filter((path) => /settings.*\.json$|\.claude\.json$/.test(path));
      return settings.filter((path) => /Bash|"allow"|acceptEdits/.test(readFileSync(path, 'utf8')));
    }

    it('denies trust in a folder, which ends the agent', async () => {
      const other = await start();
      await other.comesTo('needsInput', 'trust');
      await other.deny();
      const exitCode = () => fixture.core.sessions.get(other.id)?.agentExitCode ?? null;
      await waitFor(() => exitCode() !== null, { limitMs: SHOW_LIMIT_MS, what: 'its end' });
    });

    it('trusts a folder, refuses a prompt before that, and sends it once after that', async () => {
      await agent.comesTo('needsInput', 'trust');
      await assert.rejects(agent.send('hello'), isBlocked(/trust/i));
      await agent.approve();
      await agent.comesTo('idle');
      await agent.send('hello');
      await waitFor(() => standIn.asked.length > 0, {
        limitMs: SHOW_LIMIT_MS,
        what: 'a request with the prompt',
      });
      await waitFor(async () => (await agent.text()).includes('Stand-in answer to: hello'), {
        limitMs: SHOW_LIMIT_MS,
        what: 'the answer',
      });
      assert.deepEqual(standIn.asked, [['hello']]);
    });

    it('approves once, denies, and approves nothing permanently', async () => {
      await agent.comesTo('idle');
      await agent.send('[write] please');
      await agent.comesTo('needsInput', 'permission');
      const shown = await untilRequestShown({ get: agent.activity }, agent.id);
      assert.match(shown, /^echo .*$/m);
      await assert.rejects(
        agent.answers.approve(agent.id, shown.replace(' > ', ' >> ')),
        /no longer requests what was shown/,
      );
      const request = { kind: 'whole', text: 'rm -rf' } as const;
      const state = {
        kind: 'needsInput',
        need: 'permission',
        question: 'rm -rf',
        request,
      } as const;
      agent.returnOnce({ ...agent.activity(), state });
      await assert.rejects(
        agent.answers.approve(agent.id, shown),
        /asks something else now: ".*echo/,
      );
      await assert.rejects(agent.send('hello'), isBlocked(/echo/));
      assert.equal(existsSync(written()), false);
      await agent.approve();
      await untilWritten();
      await agent.comesTo('idle');
      rmSync(written());
      await agent.send('[write] again');
      await agent.comesTo('needsInput', 'permission');
      await agent.deny();
      await agent.comesTo('idle');
      assert.equal(existsSync(written()), false);
      assert.deepEqual(rules(), []);
    });

    it('answers a question with an option, and with a text', async () => {
      await agent.comesTo('idle');
      for (const [reply, shown] of [
        ['blue', 'Which colour? → Blue'],
        ['a dark green', 'Which colour? → a dark green'],
      ] as const) {
        await agent.send(`[ask] for ${reply}`);
        await agent.comesTo('needsInput', 'question');
        await assert.rejects(agent.answers.approve(agent.id, ''), /reply to it/);
        await agent.answers.reply(agent.id, reply);
        await agent.comesTo('idle');
        const text = await agent.text();
        assert.ok(text.includes(shown), text);
      }
    });

    it('sends a prompt after an interrupt without the text that the interrupt restores', async () => {
      await agent.comesTo('idle');
      await agent.send('[slow] first');
      await agent.comesTo('working');
      await agent.delivery.interrupt(agent.id);
      await agent.comesTo('idle');
      await agent.send('second');
      await waitFor(() => standIn.asked.some((request) => request.at(-1) === 'second'), {
        limitMs: SHOW_LIMIT_MS,
        what: () => `a request with the prompt; the requests were ${JSON.stringify(standIn.asked)}`,
      });
    });
  });

  describe('to the real Codex', () => {
    const cli = findCodex();
    if (cli === undefined) {
      it(`answers (${process.platform}-${process.arch} has no Codex)`);
      return;
    }
    let standIn = new ResponsesStandIn();
    /** The tests use it one after another: the first trusts its folder. */
    let agent: Awaited<ReturnType<typeof launch>>;
    after(() => standIn.end());
    const config = () => readFileSync(join(fixture.home, '.codex', 'config.toml'), 'utf8');

    before(async () => {
      standIn = new ResponsesStandIn();
      const baseUrl = await standIn.start();
      const home = join(fixture.home, '.codex');
      const model = { baseUrl, trustedFolders: [] };
      Object.assign(fixture.env, await prepareCodexHome(home, model));
      fixture.set({ providers: { codex: { cli } } });
      // Codex asks whether to trust a repository.
      execFileSync('git', ['init', '-q', fixture.folder]);
      agent = await launch(fixture, 'codex', { extraArgs: [], store });
    });

    it('trusts a folder, refuses a prompt before that, and sends it once after that', async () => {
      await agent.comesTo('needsInput', 'trust');
      await assert.rejects(agent.send('hello'), isBlocked(/trust/i));
      assert.doesNotMatch(config(), /trust_level/);
      await agent.approve();
      await agent.comesTo('idle');
      assert.match(config(), /trust_level = "trusted"/);
      await agent.send('hello');
      await waitFor(async () => (await agent.text()).includes('Stand-in answer to: hello'), {
        limitMs: SHOW_LIMIT_MS,
        what: 'the answer',
      });
      assert.deepEqual(standIn.asked, [['hello']]);
    });

    it('approves once, denies, and approves nothing permanently', async () => {
      await agent.comesTo('idle');
      await agent.send('[write] please');
      await agent.comesTo('needsInput', 'permission');
      await agent.approve();
      await untilWritten();
      await agent.comesTo('idle');
      rmSync(written());
      await agent.send('[write] again');
      await agent.comesTo('needsInput', 'permission');
      await agent.deny();
      await agent.comesTo('idle');
      assert.equal(existsSync(written()), false);
      assert.doesNotMatch(config(), /approv|allow|sandbox/);
      assert.equal(existsSync(join(fixture.home, '.codex', 'rules')), false);
    });
  });
});
