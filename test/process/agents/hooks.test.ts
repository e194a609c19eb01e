import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import { claudeHooks } from '../../../src/providers/catalog/claude/hooks';
import { codexHooks } from '../../../src/providers/catalog/codex/hooks';
import type { PreparedStart } from '../../../src/agents/agentService';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { readHook } from '../../../src/status/sources/hookSignal';
import { useCore, type Seen } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** From the launch to an answer, on a busy machine. */
const ANSWER_LIMIT_MS = 30_000;

const COMMAND = 'echo stand-in-was-here > stand-in-wrote-this.txt';

describe('hooks', function () {
  this.timeout(120_000);
  const fixture = useCore();
  let events: HookEvent[] = [];
  let seen: Seen = { text: '' };

  before(async () => {
    await buildHookHelper();
  });

  beforeEach(() => {
    events = [];
    fixture.core.onDidReceiveHook((event) => events.push(event));
  });

  async function start(providerId: string, prompt: string, extraArgs: readonly string[] = []) {
    const prepared = await fixture.prepare({
      providerId,
      conversation: 'chat',
      options: { prompt, extraArgs },
    });
    await prepared.launch({ cols: 120, rows: 40 });
    seen = await fixture.watch(prepared.sessionId);
    return prepared;
  }

  const namesOf = ({ sessionId }: PreparedStart): readonly string[] =>
    events.filter(({ ptyId }) => ptyId === sessionId).map(({ name }) => name);

  const arrive = (prepared: PreparedStart, names: readonly string[]) =>
    waitFor(() => namesOf(prepared).join() === names.join(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () =>
        `the events ${names.join()}; received ${namesOf(prepared).join()}, the log has ${fixture.log.join('\n')}, and the terminal shows ${JSON.stringify(seen.text.slice(-2000))}`,
    });

  const textOf = ({ sessionId }: PreparedStart) => fixture.core.sessions.text(sessionId);

  async function shows(prepared: PreparedStart, words: string): Promise<void> {
    let shown = '';
    const look = async () => (shown = await textOf(prepared));
    await waitFor(async () => (await look()).includes(words), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `${words} on the screen, which shows ${shown}`,
    });
  }

  /** Presses until the question is gone: a key just after it appears may have no effect. */
  async function answer(prepared: PreparedStart, question: string, key: string): Promise<void> {
    await shows(prepared, question);
    const press = async (): Promise<boolean> => {
      const isAsked = (await textOf(prepared)).includes(question);
      if (isAsked) {
        fixture.core.sessions.write(prepared.sessionId, key);
      }
      return !isAsked;
    };
    await waitFor(press, { limitMs: ANSWER_LIMIT_MS, what: `the end of "${question}"` });
  }

  const conversationOf = ({ sessionId }: PreparedStart) => fixture.core.map.get(sessionId)?.uuid;

  const last = (): HookEvent => {
    const event = events.at(-1);
    assert.ok(event);
    return event;
  };

  it('are not prepared in a workspace that is not trusted', async () => {
    fixture.trusted = false;
    await assert.rejects(start('fake', 'hello'), { code: 'UNTRUSTED' });
    assert.equal(existsSync(join(fixture.home, '.agent-terminals')), false);
  });

  it('of every session have a token in its environment, and the port while one is open', async () => {
    await fixture.core.api.window.openTcp();
    const folder = fixture.folderRef();
    const shell = await fixture.core.agents.prepareShell(folder, { kind: 'new', name: 'Shell' });
    await shell.launch();
    seen = await fixture.watch(shell.sessionId);
    const line = 'echo "[$AGENT_TERMINALS_HOOK_PORT ${#AGENT_TERMINALS_HOOK_TOKEN}]"';
    fixture.core.sessions.write(shell.sessionId, `${line}\r`);
    await waitFor(() => /\[\d+ 43\]/.test(seen.text), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `port and token; the shell shows ${seen.text}`,
    });
  });

  describe('of the real Claude Code', () => {
    let standIn = new MessagesStandIn();

    beforeEach(async () => {
      const { executable } = await installClaudeCode();
      standIn = new MessagesStandIn();
      const home = join(fixture.home, '.claude');
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
      const defaultArgs = ['--permission-mode', 'manual'];
      fixture.set({ providers: { claude: { cli: executable, defaultArgs } } });
    });

    afterEach(() => standIn.end());

    for (const spawnMode of ['shell', 'direct'] as const) {
      it(`report a turn, beside the hooks of the person (${spawnMode})`, async () => {
        fixture.set({ spawnMode });
        const own = join(fixture.home, 'own');
        const hooks = { Stop: [{ hooks: [{ type: 'command', command: `cat > '${own}'` }] }] };
        writeFileSync(join(fixture.folder, 'own.json'), JSON.stringify({ hooks }));
        const prepared = await start('claude', '[write]', ['--settings', 'own.json']);
        const begin = ['SessionStart', 'UserPromptSubmit', 'PermissionRequest'];
        await arrive(prepared, begin);
        assert.deepEqual(readHook(claudeHooks, last())?.state, {
          kind: 'needsInput',
          need: 'permission',
          question: `Bash: ${COMMAND}`,
        });
        await answer(prepared, 'Do you want to proceed?', '1');
        await arrive(prepared, [...begin, 'PostToolUse', 'Stop']);
        assert.deepEqual(readHook(claudeHooks, last())?.state, { kind: 'done' });
        await waitFor(() => readFileSync(own, { encoding: 'utf8', flag: 'a+' }).includes('Stop'), {
          limitMs: ANSWER_LIMIT_MS,
          what: 'the hook of the person to run',
        });
      });
    }

    it('report a question, and a failure', async () => {
      const asking = await start('claude', '[ask]');
      await arrive(asking, ['SessionStart', 'UserPromptSubmit', 'PermissionRequest']);
      const question = { kind: 'needsInput', need: 'question', question: 'Which colour?' };
      assert.deepEqual(readHook(claudeHooks, last())?.state, question);
      const failing = await start('claude', '[fail 400]');
      await arrive(failing, ['SessionStart', 'UserPromptSubmit', 'StopFailure']);
      const error = 'API Error: 400 The stand-in was asked to fail.';
      assert.deepEqual(readHook(claudeHooks, last())?.state, { kind: 'failed', error });
    });

    it('report the conversation that /clear starts, and a restart resumes it', async () => {
      const prepared = await start('claude', 'apples');
      await arrive(prepared, ['SessionStart', 'UserPromptSubmit', 'Stop']);
      const first = conversationOf(prepared);
      await fixture.core.agents.sendPrompt(prepared.sessionId, '/clear');
      await arrive(prepared, ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionStart']);
      const second = (last().payload as { session_id: string }).session_id;
      assert.notEqual(second, first);
      await waitFor(() => conversationOf(prepared) === second, {
        limitMs: ANSWER_LIMIT_MS,
        what: `conversation ${second} in the map`,
      });
      await fixture.core.agents.sendPrompt(prepared.sessionId, 'pears');
      await waitFor(() => namesOf(prepared).at(-1) === 'Stop', {
        limitMs: ANSWER_LIMIT_MS,
        what: () => `an answer after /clear; received ${namesOf(prepared).join()}`,
      });
      const again = await fixture.core.agents.prepareRestart(prepared.sessionId);
      const { exec } = await again.launch();
      assert.ok(exec.includes(`--resume ${second}`), exec);
    });

    it('do not disturb a turn after their receiver has stopped', async () => {
      const prepared = await start('claude', '[write]');
      await arrive(prepared, ['SessionStart', 'UserPromptSubmit', 'PermissionRequest']);
      fixture.core.stopHooks();
      await answer(prepared, 'Do you want to proceed?', '1');
      await shows(prepared, 'the command has run');
      assert.doesNotMatch(await textOf(prepared), /hook (error|failed)/i);
      assert.equal(namesOf(prepared).at(-1), 'PermissionRequest');
    });
  });

  describe('of the real Codex', () => {
    const cli = findCodex();
    if (cli === undefined) {
      it(`report a turn (${process.platform}-${process.arch} has no Codex)`);
      return;
    }
    let standIn = new ResponsesStandIn();

    beforeEach(async () => {
      standIn = new ResponsesStandIn();
      const home = join(fixture.home, '.codex');
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
      fixture.set({ providers: { codex: { cli } } });
    });

    afterEach(() => standIn.end());

    it('report a turn, and require no review', async () => {
      const prepared = await start('codex', '[write]');
      const begin = ['SessionStart', 'UserPromptSubmit', 'PermissionRequest'];
      await arrive(prepared, begin);
      assert.deepEqual(readHook(codexHooks, last())?.state, {
        kind: 'needsInput',
        need: 'permission',
        question: `Bash: ${COMMAND}`,
      });
      await answer(prepared, 'Would you like to run', 'y');
      await arrive(prepared, [...begin, 'PostToolUse', 'Stop']);
      assert.doesNotMatch(seen.text, /need review/i);
    });

    it('report the own conversation of each of two agents that start at once', async () => {
      const prepared = await Promise.all([start('codex', 'apples'), start('codex', 'pears')]);
      const submittedPrompt = (one: PreparedStart) =>
        events.find(({ ptyId, name }) => ptyId === one.sessionId && name === 'UserPromptSubmit')
          ?.payload as { session_id: string; prompt: string } | undefined;
      await waitFor(() => prepared.every((one) => submittedPrompt(one) && conversationOf(one)), {
        limitMs: ANSWER_LIMIT_MS,
        what: 'the conversations of both in the map',
      });
      assert.deepEqual(
        prepared.map(conversationOf),
        prepared.map((one) => submittedPrompt(one)?.session_id),
      );
      assert.deepEqual(
        prepared.map((one) => submittedPrompt(one)?.prompt),
        ['apples', 'pears'],
      );
    });
  });
});
