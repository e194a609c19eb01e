import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentSettings } from '../../src/agents/agentSettings';
import type { PreparedStart, StartAgentRequest } from '../../src/agents/agentService';
import { SessionError } from '../../src/base/errors';
import { DisposableStore } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { createCore, type Core } from '../../src/core';
import { waitFor } from '../support/waitFor';

/** An agent that says how it was started, repeats what it is told, and exits on demand. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo "1.2.3 (Fake)"; exit; fi
printf 'agent in %s size %s args:' "$PWD" "$(stty size)"
for arg in "$@"; do printf ' [%s]' "$arg"; done
printf '\\n'
while read -r line; do
  case $line in exit*) exit "\${line#exit}";; *) echo "heard: $line";; esac
done
`;

const SHELLS = ['/bin/bash', '/bin/sh', '/usr/bin/zsh', '/usr/bin/fish'];

describe('core', function () {
  this.timeout(30_000);
  let home: string;
  let folder: string;
  let store: DisposableStore;
  let settings: AgentSettings;
  let trusted: boolean;
  let core: Core;

  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-core-')));
    folder = join(home, "it's a folder");
    mkdirSync(folder);
    const cli = join(home, 'fake agent');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    settings = {
      providers: { fake: { cli, label: 'Fake', initialPromptFlag: '' } },
      autoApprove: false,
      spawnMode: 'shell',
      afterExit: 'shell',
      shell: '/bin/bash',
      shellSetup: '',
      inheritEnv: false,
      envPassthrough: [],
    };
    trusted = true;
    store = new DisposableStore();
    core = createCore(
      {
        logger: nullLogger,
        extensionPath: process.cwd(),
        appRoot: '',
        appVersion: '1.103.0',
        env: { HOME: home, PATH: process.env['PATH'], USER: 'tester' },
        storagePath: join(home, 'storage'),
        limits: () => ({ maxSessions: 20, exitedRetentionMs: 60_000 }),
        settingsOf: () => settings,
        isTrusted: () => trusted,
        folders: () => [folderRef()],
      },
      store,
    );
    await core.tasks.reload();
  });

  afterEach(async () => {
    await core.sessions.shutdown(4000);
    await core.tasks.flush();
    store.dispose();
    rmSync(home, { recursive: true });
  });

  const folderRef = () => ({ uri: `file://${folder}`, path: folder, name: 'folder' });

  const prepare = (change: Partial<StartAgentRequest> = {}): Promise<PreparedStart> =>
    core.agents.prepareAgent({
      folder: folderRef(),
      task: { kind: 'new', name: 'Fix "it" / 🙂' },
      providerId: 'fake',
      conversation: 'auto',
      options: {},
      ...change,
    });

  /** A viewer of the session: what it has shown so far. */
  async function watch(sessionId: string): Promise<{ text: string }> {
    const seen = { text: '' };
    await core.sessions.attach(sessionId, { onData: (data) => (seen.text += data), onExit() {} });
    return seen;
  }

  const says = (seen: { text: string }, what: string) =>
    waitFor(() => seen.text.includes(what), {
      limitMs: 10_000,
      what: () =>
        `the session to say ${JSON.stringify(what)}; it said ${JSON.stringify(seen.text)}`,
    });

  for (const shell of SHELLS) {
    for (const spawnMode of ['shell', 'direct'] as const) {
      it(`starts an agent by ${spawnMode} for a user of ${shell}, and a login shell after it`, async () => {
        settings = { ...settings, shell, spawnMode };
        const prompt = 'say `hi` to "$HOME"; it\'s é\nnow';
        const start = await prepare({ options: { prompt } });
        await start.launch({ cols: 91, rows: 33 });
        const seen = await watch(start.sessionId);
        await says(seen, `agent in ${folder} size 33 91 args: [say \`hi\` to "$HOME"; it's é`);
        core.sessions.write(start.sessionId, 'exit7\r');
        await waitFor(() => core.sessions.get(start.sessionId)?.agentExitCode === 7, {
          limitMs: 10_000,
          what: 'the exit code of the agent',
        });
        core.sessions.write(start.sessionId, 'echo in-$AGENT_TERMINALS-shell\r');
        await says(seen, 'in-1-shell');
        assert.equal(core.sessions.get(start.sessionId)?.exitCode, null);
        core.sessions.write(start.sessionId, 'exit 4\r');
        await waitFor(() => core.sessions.get(start.sessionId)?.exitCode === 4, {
          limitMs: 10_000,
          what: 'the exit code of the shell',
        });
      });
    }
  }

  it('ends with the agent where no shell is to follow it', async () => {
    settings = { ...settings, afterExit: 'keep' };
    const start = await prepare();
    await start.launch();
    const seen = await watch(start.sessionId);
    await says(seen, 'agent in');
    core.sessions.write(start.sessionId, 'exit3\r');
    await waitFor(() => core.sessions.get(start.sessionId)?.state === 'terminated', {
      limitMs: 10_000,
      what: 'the end of the session',
    });
    const { exitCode, agentExitCode } = core.sessions.get(start.sessionId) ?? {};
    assert.deepEqual({ exitCode, agentExitCode }, { exitCode: 3, agentExitCode: 3 });
  });

  it('starts ten agents at the same moment, each with an id of its own', async () => {
    const starts = await Promise.all(Array.from({ length: 10 }, () => prepare()));
    const sessions = await Promise.all(starts.map((start) => start.launch()));
    assert.equal(new Set(sessions.map(({ id }) => id)).size, 10);
    const seen = await Promise.all(sessions.map(({ id }) => watch(id)));
    await Promise.all(seen.map((one) => says(one, 'agent in')));
  });

  it('gives two starts in one task at the same moment a main conversation and a chat', async () => {
    const task = await core.tasks.create({
      name: 'One',
      folder: folderRef().uri,
      cwd: folder,
    });
    const wish = { task: { kind: 'existing', id: task.id } } as const;
    const starts = await Promise.all([prepare(wish), prepare(wish)]);
    await Promise.all(starts.map((start) => start.launch()));
    assert.deepEqual(starts.map(({ sessionId }) => sessionId.split('-')[1]).sort(), [
      'chat',
      'main',
    ]);
  });

  it('types into an agent what it is sent, and ends it with all that it started', async () => {
    const start = await prepare();
    const { pid } = await start.launch();
    const seen = await watch(start.sessionId);
    await says(seen, 'agent in');
    await core.agents.sendPrompt(start.sessionId, 'hello there');
    await says(seen, 'heard: hello there');
    await core.sessions.kill(start.sessionId);
    assert.deepEqual(core.sessions.list(), []);
    assert.ok(pid !== null && !isRunning(pid));
  });

  it('restarts a session under its id, and remembers it in its task', async () => {
    const start = await prepare();
    const first = await start.launch();
    const again = await core.agents.prepareRestart(start.sessionId);
    const second = await again.launch();
    assert.equal(second.id, first.id);
    assert.notEqual(second.pid, first.pid);
    assert.deepEqual(
      core.tasks.list().map(({ conversations }) => conversations.map(({ ptyId }) => ptyId)),
      [[first.id]],
    );
  });

  it('opens a login shell in a task', async () => {
    const start = await core.agents.prepareShell(folderRef(), { kind: 'new', name: 'Look' });
    await start.launch();
    const seen = await watch(start.sessionId);
    core.sessions.write(start.sessionId, 'shopt -q login_shell && echo "in $PWD"\r');
    await says(seen, `in ${folder}`);
  });

  describe('refuses', () => {
    const refuses = async (start: Promise<unknown>, code: string, words: RegExp) => {
      await assert.rejects(start, (error) => {
        assert.ok(SessionError.is(error), String(error));
        assert.deepEqual([error.code, words.test(error.message)], [code, true], error.message);
        return true;
      });
      assert.deepEqual(core.tasks.list(), [], 'no task is left of a start that was refused');
    };

    it('to start anything in a workspace that is not trusted', async () => {
      trusted = false;
      await refuses(prepare(), 'UNTRUSTED', /trust/);
      const shell = core.agents.prepareShell(folderRef(), { kind: 'new', name: 'x' });
      await refuses(shell, 'UNTRUSTED', /trust/);
    });

    it('a provider that nobody knows', () =>
      refuses(prepare({ providerId: 'nobody' }), 'PROVIDER_NOT_FOUND', /"nobody".*providers/));

    it('a CLI that is not installed, and says how to install it and where it looked', async () => {
      settings = { ...settings, providers: {} };
      await refuses(
        prepare({ providerId: 'mastracode' }),
        'CLI_NOT_FOUND',
        /npm install.*mastracode/,
      );
    });

    it('a CLI setting that names a directory or a text file', async () => {
      settings = { ...settings, providers: { fake: { cli: folder } } };
      await refuses(prepare(), 'CLI_NOT_FOUND', /is a directory/);
      const text = join(home, 'notes.txt');
      writeFileSync(text, 'just words\n');
      settings = { ...settings, providers: { fake: { cli: text } } };
      await refuses(prepare(), 'CLI_NOT_FOUND', /notes\.txt is (not executable|a text file)/);
    });

    it('a folder that is gone', async () => {
      rmSync(folder, { recursive: true });
      await refuses(prepare(), 'CWD_NOT_FOUND', /does not exist/);
    });
  });

  it('uses /bin/sh where the shell is nowhere', async () => {
    settings = { ...settings, shell: '/nowhere/shell' };
    const start = await prepare();
    await start.launch();
    await says(await watch(start.sessionId), 'agent in');
  });

  it('lets an agent go on though its folder is deleted, and the next start says so', async () => {
    const start = await prepare();
    await start.launch();
    const seen = await watch(start.sessionId);
    await says(seen, 'agent in');
    rmSync(folder, { recursive: true });
    core.sessions.write(start.sessionId, 'still there\r');
    await says(seen, 'heard: still there');
    await assert.rejects(prepare(), (error) => SessionError.is(error, 'CWD_NOT_FOUND'));
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
