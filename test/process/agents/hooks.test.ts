import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { StartAgentRequest } from '../../../src/agents/startRequests';
import type { HookEvent } from '../../../src/status/sources/hookEvent';
import { readHook } from '../../../src/status/sources/hookSignal';
import { useSharedCore, type Seen } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** From the launch to an answer, on a busy machine. */
const ANSWER_LIMIT_MS = 30_000;

const COMMAND = 'echo stand-in-was-here > stand-in-wrote-this.txt';

describe('hooks', function () {
  this.timeout(120_000);
  const fixture = useSharedCore();
  /** Those since the begin of the test. */
  let events: HookEvent[] = [];
  /** The output of each session. */
  const seen = new Map<string, Seen>();

  before(async () => {
    await buildHookHelper();
    fixture.core.onDidReceiveHook((event) => events.push(event));
  });

  beforeEach(() => {
    events = [];
  });

  async function start(providerId: string, options: StartAgentRequest['options'] = {}) {
    const prepared = await fixture.prepare({ providerId, conversation: 'chat', options });
    await prepared.launch({ cols: 120, rows: 40 });
    seen.set(prepared.sessionId, await fixture.watch(prepared.sessionId));
    return prepared;
  }

  const outputOf = ({ sessionId }: PreparedStart): string => seen.get(sessionId)?.text ?? '';

  const namesOf = ({ sessionId }: PreparedStart): readonly string[] =>
    events.filter(({ ptyId }) => ptyId === sessionId).map(({ name }) => name);

  const arrive = (prepared: PreparedStart, names: readonly string[]) =>
    waitFor(() => namesOf(prepared).join() === names.join(), {
      limitMs: ANSWER_LIMIT_MS,
      what: () =>
        `the events ${names.join()}; received ${namesOf(prepared).join()}, the log has ${fixture.log.join('\n')}, and the terminal shows ${JSON.stringify(outputOf(prepared).slice(-2000))}`,
    });

  /** Sends a prompt, and waits for the events that it causes. */
  async function send(
    prepared: PreparedStart,
    prompt: string,
    names: readonly string[],
  ): Promise<void> {
    await fixture.core.delivery.send(prepared.sessionId, prompt);
    await arrive(prepared, names);
  }

  const textOf = ({ sessionId }: PreparedStart) =>
    requireSession(fixture.core.sessions, sessionId).text();

  async function shows(prepared: PreparedStart, words: string): Promise<void> {
    let shown = '';
    const read = async () => (shown = await textOf(prepared));
    await waitFor(async () => (await read()).includes(words), {
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
        fixture.core.sessions.find(prepared.sessionId)?.write(key);
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
    const rejected = assert.rejects(start('fake'), { code: 'UNTRUSTED' });
    await rejected.finally(() => (fixture.trusted = true));
    assert.equal(existsSync(join(fixture.home, '.agent-terminals')), false);
  });

  it('of every session have a token in its environment, and the port while one is open', async () => {
    await fixture.core.api.window.openTcp();
    const folder = fixture.folderRef();
    const shell = await fixture.core.launcher.prepareShell(folder, { kind: 'new', name: 'Shell' });
    await shell.launch();
    const shown = await fixture.watch(shell.sessionId);
    const line = 'echo "[$AGENT_TERMINALS_HOOK_PORT ${#AGENT_TERMINALS_HOOK_TOKEN}]"';
    fixture.core.sessions.find(shell.sessionId)?.write(`${line}\r`);
    await waitFor(() => /\[\d+ 43\]/.test(shown.text), {
      limitMs: ANSWER_LIMIT_MS,
      what: () => `port and token; the shell shows ${shown.text}`,
    });
  });

  describe('of the real Codex', () => {
    const cli = findCodex();
    if (cli === undefined) {
      it(`report a turn (${process.platform}-${process.arch} has no Codex)`);
      return;
    }
    let standIn = new ResponsesStandIn();
    /** Two agents that start at once. */
    let prepared: readonly [PreparedStart, PreparedStart];
    /** Those of their first turns. */
    let firstEvents: readonly HookEvent[] = [];
    const prompts = ['apples', 'pears'] as const;

    before(async () => {
      standIn = new ResponsesStandIn();
      const home = join(fixture.home, '.codex');
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
      fixture.set({ providers: { codex: { cli } } });
      prepared = await Promise.all([
        start('codex', { prompt: prompts[0] }),
        start('codex', { prompt: prompts[1] }),
      ]);
      const names = ['SessionStart', 'UserPromptSubmit', 'Stop'];
      await Promise.all(prepared.map((one) => arrive(one, names)));
      firstEvents = events;
    });

    after(() => standIn.end());

    it('report the own conversation of each of two agents that start at once', async () => {
      const submittedPrompt = (one: PreparedStart) =>
        firstEvents.find(
          ({ ptyId, name }) => ptyId === one.sessionId && name === 'UserPromptSubmit',
        )?.payload as { session_id: string; prompt: string } | undefined;
      await waitFor(() => prepared.every(conversationOf), {
        limitMs: ANSWER_LIMIT_MS,
        what: 'the conversations of both in the map',
      });
      assert.deepEqual(
        prepared.map(conversationOf),
        prepared.map((one) => submittedPrompt(one)?.session_id),
      );
      assert.deepEqual(
        prepared.map((one) => submittedPrompt(one)?.prompt),
        prompts,
      );
    });

    it('report a turn, and require no review', async () => {
      const [agent] = prepared;
      const begin = ['UserPromptSubmit', 'PermissionRequest'];
      await send(agent, '[write]', begin);
      assert.deepEqual(readHook(codexHooks, last())?.state, {
        kind: 'needsInput',
        need: 'permission',
        question: `Bash: ${COMMAND}`,
        input: COMMAND,
      });
      await answer(agent, 'Would you like to run', 'y');
      await arrive(agent, [...begin, 'PostToolUse', 'Stop']);
      const screens = await Promise.all(prepared.map(textOf));
      for (const text of [...screens, ...prepared.map(outputOf)]) {
        assert.match(text, /Stand-in/);
        assert.doesNotMatch(text, /review/i);
      }
    });
  });

  /** They end by stopping the receiver. */
  describe('of the real Claude Code', () => {
    let standIn = new MessagesStandIn();
    /** All tests use the same agent, one after another, which runs beside a hook of the person. */
    let prepared: PreparedStart;
    let executable = '';
    const own = () => join(fixture.home, 'own');

    before(async () => {
      ({ executable } = await installClaudeCode());
      standIn = new MessagesStandIn();
      const home = join(fixture.home, '.claude');
      const baseUrl = await standIn.start();
      const trustedFolders = [fixture.folder];
      Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
      const defaultArgs = ['--permission-mode', 'manual'];
      fixture.set({ spawnMode: 'shell', providers: { claude: { cli: executable, defaultArgs } } });
      const hooks = { Stop: [{ hooks: [{ type: 'command', command: `cat > '${own()}'` }] }] };
      writeFileSync(join(fixture.folder, 'own.json'), JSON.stringify({ hooks }));
      prepared = await start('claude', { extraArgs: ['--settings', 'own.json'] });
      await arrive(prepared, ['SessionStart']);
      await rests();
    });

    after(() => standIn.end());

    /** Whether the session itself started the CLI, and not through a shell. */
    const isDirect = (): boolean => {
      const pid = fixture.core.sessions.list().find(({ id }) => id === prepared.sessionId)?.pid;
      const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return args.startsWith(executable);
    };

    const rests = (): Promise<void> =>
      waitFor(() => /^(idle|done)$/.test(fixture.core.status.get(prepared.sessionId).state.kind), {
        limitMs: ANSWER_LIMIT_MS,
        what: 'Claude Code to rest',
      });

    async function reportTurn(): Promise<void> {
      rmSync(own(), { force: true });
      const begin = ['UserPromptSubmit', 'PermissionRequest'];
      await send(prepared, '[write]', begin);
      assert.deepEqual(readHook(claudeHooks, last())?.state, {
        kind: 'needsInput',
        need: 'permission',
        question: `Bash: ${COMMAND}`,
        input: COMMAND,
      });
      await answer(prepared, 'Do you want to proceed?', '1');
      await arrive(prepared, [...begin, 'PostToolUse', 'Stop']);
      assert.deepEqual(readHook(claudeHooks, last())?.state, { kind: 'done' });
      await waitFor(() => readFileSync(own(), { encoding: 'utf8', flag: 'a+' }).includes('Stop'), {
        limitMs: ANSWER_LIMIT_MS,
        what: 'the hook of the person to run',
      });
      await rests();
    }

    it('report a turn, beside the hooks of the person (shell)', async () => {
      assert.equal(isDirect(), false);
      await reportTurn();
    });

    it('report a question, and a failure', async () => {
      const begin = ['UserPromptSubmit', 'PermissionRequest'];
      await send(prepared, '[ask]', begin);
      const question = { kind: 'needsInput', need: 'question', question: 'Which colour?' };
      assert.deepEqual(readHook(claudeHooks, last())?.state, question);
      await answer(prepared, 'Enter to select', '1');
      const turn = [...begin, 'PostToolUse', 'Stop'];
      await arrive(prepared, turn);
      await rests();
      await send(prepared, '[fail 400]', [...turn, 'UserPromptSubmit', 'StopFailure']);
      const error = 'API Error: 400 The stand-in was asked to fail.';
      assert.deepEqual(readHook(claudeHooks, last())?.state, { kind: 'failed', error });
    });

    it('report the conversation that /clear starts, and a restart resumes it', async () => {
      const first = conversationOf(prepared);
      assert.ok(first);
      await send(prepared, '/clear', ['SessionStart']);
      const second = (last().payload as { session_id: string }).session_id;
      assert.notEqual(second, first);
      await waitFor(() => conversationOf(prepared) === second, {
        limitMs: ANSWER_LIMIT_MS,
        what: `conversation ${second} in the map`,
      });
      await send(prepared, 'pears', ['SessionStart', 'UserPromptSubmit', 'Stop']);
      fixture.set({ spawnMode: 'direct' });
      const again = await fixture.core.launcher.prepareRestart(prepared.sessionId);
      events = [];
      const { exec } = await again.launch({ cols: 120, rows: 40 });
      assert.ok(exec.includes(`--resume ${second}`), exec);
      await arrive(prepared, ['SessionStart']);
      await rests();
    });

    it('report a turn, beside the hooks of the person (direct)', async () => {
      assert.equal(isDirect(), true);
      await reportTurn();
    });
  });
});
