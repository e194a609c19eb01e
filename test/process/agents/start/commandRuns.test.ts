import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandsEnd } from '../../../../src/agents/start/commandRuns';
import { SessionError } from '../../../../src/base/errors';
import type { Task } from '../../../../src/tasks/task';
import { findShell, needsShell } from '../../../support/pty/shellHome';
import { useCore } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const SHELLS = ['bash', 'zsh', 'fish', 'sh'] as const;

describe('CommandRuns', function () {
  this.timeout(30_000);
  const fixture = useCore();

  async function createTask(): Promise<Task> {
    const { uri, path } = fixture.folderRef();
    return fixture.core.tasks.create({ name: 'Fix it', folder: uri, cwd: path });
  }

  async function prepare(commands: readonly string[]) {
    const folder = fixture.folderRef();
    const request = { folder, task: await createTask(), label: 'Setup', commands };
    return fixture.core.commandRuns.prepare(request);
  }

  async function run(commands: readonly string[]): Promise<CommandsEnd & { text: string }> {
    const { start, finished } = await prepare(commands);
    await start.launch();
    const end = await finished;
    return { ...end, text: await requireSession(fixture.core.sessions, start.sessionId).text() };
  }

  for (const shell of SHELLS) {
    describe(`in ${shell}`, () => {
      needsShell(shell);
      beforeEach(() => fixture.set({ shell: findShell(shell) ?? '' }));

      it('run one after another in one shell, show each command, and succeed', async () => {
        const { text, ...end } = await run(['cd ..', `echo "in $PWD"`, 'true']);
        assert.deepEqual(end, { kind: 'done' });
        assert.match(text, /\$ cd \.\./);
        assert.ok(text.includes(`in ${fixture.home}\n`), text);
        assert.match(text, /\$ true/);
        assert.doesNotMatch(text, /7749|agent_terminals/);
      });

      it('run commands of any characters, and of several lines, as they are written', async () => {
        const { text, ...end } = await run([`echo "it's 100% \\\\ 🙂 (a)"\necho 'second line'`]);
        assert.deepEqual(end, { kind: 'done' });
        assert.match(text, /^it's 100% \\+ 🙂 \(a\)$/m);
        assert.match(text, /^second line$/m);
      });

      it('stop at the first that fails, and report it with its exit code', async () => {
        const { text, ...end } = await run(['echo one', 'sh -c "exit 7"', 'touch never']);
        assert.deepEqual(end, { kind: 'failed', command: 'sh -c "exit 7"', exitCode: 7 });
        assert.match(text, /one/);
        assert.equal(existsSync(join(fixture.folder, 'never')), false);
      });

      it('report a command that exits the shell, and fail at a syntax error', async () => {
        const ended = await run(['true', 'exit 3', 'touch never']);
        assert.deepEqual(ended, { ...ended, command: 'exit 3', exitCode: 3 });
        const broken = await run(['echo "', 'touch never']);
        assert.equal(broken.kind, 'failed');
        assert.equal(existsSync(join(fixture.folder, 'never')), false);
      });

      it('end at Ctrl-C, and report the interrupted command', async () => {
        // A process that a shell has only just started may lose its signal.
        const command = "sh -c 'echo go; exec sleep 60'";
        const { start, finished } = await prepare([command, 'touch never']);
        await start.launch();
        const { sessions } = fixture.core;
        await waitForText(start.sessionId, /^go/m);
        sessions.find(start.sessionId)?.write('\x03');
        assert.deepEqual(await finished, { kind: 'failed', command, exitCode: 130 });
        assert.equal(existsSync(join(fixture.folder, 'never')), false);
      });
    });
  }

  async function waitForText(sessionId: string, expected: RegExp): Promise<void> {
    let text = '';
    await waitFor(
      async () =>
        expected.test((text = await requireSession(fixture.core.sessions, sessionId).text())),
      {
        limitMs: 10_000,
        what: () => `${String(expected)} in ${text}`,
      },
    );
  }

  it('keep their last screen, in a session of the task', async () => {
    const { start, finished } = await prepare(['echo done', 'false']);
    assert.equal(start.afterExit, 'keep');
    await start.launch();
    await finished;
    const { tasks, sessions } = fixture.core;
    assert.equal(sessions.get(start.sessionId)?.label, 'Setup');
    await waitFor(() => tasks.find(start.task.id)?.conversations.length === 1, {
      limitMs: 5000,
      what: 'the session in the task',
    });
  });

  it('are cancelled with their terminal, or fail with their start', async () => {
    const given = await prepare(['true']);
    given.start.discard();
    assert.deepEqual(await given.finished, { kind: 'cancelled' });

    const { start, finished } = await prepare(['true']);
    fixture.maxSessions = 0;
    await assert.rejects(start.launch());
    await assert.rejects(finished, (error) => SessionError.is(error, 'MAX_SESSIONS'));
  });

  it('do not run in a workspace that is not trusted', async () => {
    fixture.trusted = false;
    await assert.rejects(prepare(['true']), (error) => SessionError.is(error, 'UNTRUSTED'));
  });
});
