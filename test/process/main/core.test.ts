import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SessionError } from '../../../src/base/errors';
import { requireSession } from '../../../src/pty/sessionBackend';
import { isRunning } from '../../support/isRunning';
import { withCalls } from '../../support/pty/fakeSessions';
import { needsShell, requireShell } from '../../support/pty/shellHome';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

const SHELLS = ['bash', 'sh', 'zsh', 'fish'];

describe('core', function () {
  this.timeout(30_000);
  const fixture = useCore();
  const { prepare, watch, untilShown } = fixture;

  for (const shell of SHELLS) {
    describe(`for a user of ${shell}`, () => {
      needsShell(shell);

      for (const spawnMode of ['shell', 'direct'] as const) {
        it(`starts an agent by ${spawnMode}, and a login shell after it`, async () => {
          fixture.set({ shell: requireShell(shell), spawnMode });
          const prompt = 'say `hi` to "$HOME"; it\'s é\nnow';
          const start = await prepare({ options: { prompt } });
          await start.launch({ cols: 91, rows: 33 });
          const seen = await watch(start.sessionId);
          await untilShown(
            seen,
            `agent in ${fixture.folder} size 33 91 args: [say \`hi\` to "$HOME"; it's é`,
          );
          fixture.core.sessions.find(start.sessionId)?.write('exit7\r');
          await waitFor(() => fixture.core.sessions.get(start.sessionId)?.agentExitCode === 7, {
            limitMs: 10_000,
            what: 'the exit code of the agent',
          });
          fixture.core.sessions.find(start.sessionId)?.write('echo in-$AGENT_TERMINALS-shell\r');
          await untilShown(seen, 'in-1-shell');
          assert.equal(fixture.core.sessions.get(start.sessionId)?.exitCode, null);
          assert.deepEqual(fixture.log.filter(isFallBack), []);
          fixture.core.sessions.find(start.sessionId)?.write('exit 4\r');
          await waitFor(() => fixture.core.sessions.get(start.sessionId)?.exitCode === 4, {
            limitMs: 10_000,
            what: 'the exit code of the shell',
          });
        });
      }
    });
  }

  it('notifies the person once of each stored file that it cannot read', async () => {
    const { core } = fixture;
    const notices: string[] = [];
    core.notices.onDidNotice((notice) => notices.push(notice));
    const storage = join(fixture.home, 'storage');
    mkdirSync(storage, { recursive: true });
    for (const name of ['tasks.json', 'pty-session-map.json']) {
      writeFileSync(join(storage, name), '{');
    }
    await Promise.all([core.tasks.reload(), core.map.reload()]);
    await Promise.all([core.tasks.reload(), core.map.reload()]);
    assert.equal(notices.length, 2, notices.join('\n'));
    assert.match(notices.join('\n'), /tasks\.json cannot be used /);
    assert.match(notices.join('\n'), /pty-session-map\.json cannot be used /);
  });

  it('ends a session with its agent if the setting requests no shell after it', async () => {
    fixture.set({ afterExit: 'keep' });
    const start = await prepare();
    await start.launch();
    const seen = await watch(start.sessionId);
    await untilShown(seen, 'agent in');
    fixture.core.sessions.find(start.sessionId)?.write('exit3\r');
    await waitFor(() => fixture.core.sessions.get(start.sessionId)?.state === 'terminated', {
      limitMs: 10_000,
      what: 'the end of the session',
    });
    const { exitCode, agentExitCode } = fixture.core.sessions.get(start.sessionId) ?? {};
    assert.deepEqual({ exitCode, agentExitCode }, { exitCode: 3, agentExitCode: 3 });
  });

  it('D13: continues an agent that was started directly and stops itself on Ctrl-Z', async () => {
    const cli = join(fixture.home, 'stopping agent');
    writeFileSync(
      cli,
      '#!/bin/sh\n[ "$1" ] && exit\nstty raw -echo\necho ready\nhead -c 1 >/dev/null\nkill -STOP $$\necho back\ncat\n',
      { mode: 0o755 },
    );
    fixture.set({ spawnMode: 'direct', providers: { fake: { cli } } });
    const start = await prepare();
    await start.launch();
    const seen = await watch(start.sessionId);
    await untilShown(seen, 'ready');
    fixture.core.sessions.find(start.sessionId)?.write('\x1a');
    await untilShown(seen, 'back');
  });

  it('starts ten agents at the same time, each with a unique id', async () => {
    const starts = await Promise.all(Array.from({ length: 10 }, () => prepare()));
    const sessions = await Promise.all(starts.map((start) => start.launch()));
    assert.equal(new Set(sessions.map(({ id }) => id)).size, 10);
    const seen = await Promise.all(sessions.map(({ id }) => watch(id)));
    await Promise.all(seen.map((one) => untilShown(one, 'agent in')));
  });

  it('gives two simultaneous starts in one task a main conversation and a chat', async () => {
    const task = await fixture.core.tasks.create({
      name: 'One',
      folder: fixture.folderRef().uri,
      cwd: fixture.folder,
    });
    const request = { task: { kind: 'existing', id: task.id } } as const;
    const starts = await Promise.all([prepare(request), prepare(request)]);
    await Promise.all(starts.map((start) => start.launch()));
    assert.deepEqual(starts.map(({ sessionId }) => sessionId.split('-')[1]).sort(), [
      'chat',
      'main',
    ]);
    assert.deepEqual(starts.map(({ label }) => label).sort(), ['Fake', 'Fake 2']);
  });

  it('creates one task for two simultaneous starts in a new task with the same name', async () => {
    const starts = await Promise.all([prepare(), prepare()]);
    assert.equal(fixture.core.tasks.list().length, 1);
    assert.notEqual(starts[0].sessionId, starts[1].sessionId);
  });

  it('releases the main conversation of a start that was discarded', async () => {
    const first = await prepare();
    first.discard();
    await assert.rejects(first.launch(), (error) => SessionError.is(error, 'SESSION_EXITED'));
    const second = await prepare();
    assert.equal(second.sessionId, first.sessionId);
    assert.match(second.sessionId, /-main-/);
  });

  it('types a prompt into an agent, and ends its process', async () => {
    const start = await prepare();
    const { pid } = await start.launch();
    const seen = await watch(start.sessionId);
    await untilShown(seen, 'agent in');
    await fixture.core.delivery.send(start.sessionId, 'hello there');
    await untilShown(seen, 'heard: hello there');
    await fixture.core.sessions.find(start.sessionId)?.kill();
    assert.deepEqual(fixture.core.sessions.list(), []);
    // It may be a zombie for a moment, until its exit status is read.
    await waitFor(() => pid !== null && !isRunning(pid), {
      limitMs: 1000,
      what: 'the pid to be free',
    });
  });

  it('types and submits the first prompt of an agent that accepts none by arguments', async () => {
    fixture.set({ providers: { fake: { cli: join(fixture.home, 'fake agent') } } });
    const start = await prepare({ options: { prompt: 'hello from the keyboard' } });
    await start.launch();
    await untilShown(await watch(start.sessionId), 'heard: hello from the keyboard');
  });

  it('restarts a session under its id, and keeps one conversation in its task', async () => {
    const start = await prepare();
    const first = await start.launch();
    const again = await fixture.core.launcher.prepareRestart(start.sessionId);
    const second = await again.launch();
    assert.equal(second.id, first.id);
    assert.notEqual(second.pid, first.pid);
    assert.deepEqual(
      fixture.core.tasks.list().map(({ conversations }) => conversations.map(({ ptyId }) => ptyId)),
      [[first.id]],
    );
  });

  it('releases the id of a restart whose session could not be ended', async () => {
    const start = await prepare();
    await start.launch();
    const { launcher, sessions } = fixture.core;
    const session = requireSession(sessions, start.sessionId);
    const find = sessions.find.bind(sessions);
    const kill = () => Promise.reject(new SessionError('TIMEOUT', 'The host does not answer.'));
    sessions.find = () => withCalls(session, { kill });
    await assert.rejects(launcher.prepareRestart(start.sessionId), { code: 'TIMEOUT' });
    sessions.find = find;
    await session.kill();
    const again = await prepare();
    assert.equal(again.sessionId, start.sessionId);
  });

  it('opens a login shell in a task', async () => {
    const start = await fixture.core.launcher.prepareShell(fixture.folderRef(), {
      kind: 'new',
      name: 'Look',
    });
    await start.launch();
    const seen = await watch(start.sessionId);
    fixture.core.sessions.find(start.sessionId)?.write('shopt -q login_shell && echo "in $PWD"\r');
    await untilShown(seen, `in ${fixture.folder}`);
    await fixture.core.sessions.find(start.sessionId)?.kill();
    const [task] = fixture.core.tasks.list();
    assert.deepEqual(task?.conversations, [], 'the task stores no ended shell');
  });

  it('leaves no empty task after a start beyond the limit of sessions', async () => {
    fixture.maxSessions = 1;
    await (await prepare()).launch();
    const second = prepare({ task: { kind: 'new', name: 'Second' } });
    await assert.rejects(second, (error) => SessionError.is(error, 'MAX_SESSIONS'));
    assert.equal(fixture.core.tasks.list().length, 1);
  });

  describe('refuses', () => {
    const refuses = async (start: Promise<unknown>, code: string, words: RegExp) => {
      await assert.rejects(start, (error) => {
        assert.ok(SessionError.is(error), String(error));
        assert.deepEqual([error.code, words.test(error.message)], [code, true], error.message);
        return true;
      });
      assert.deepEqual(fixture.core.tasks.list(), [], 'a refused start leaves no task');
    };

    it('any start in a workspace that is not trusted', async () => {
      fixture.trusted = false;
      await refuses(prepare(), 'UNTRUSTED', /trust/);
      const shell = fixture.core.launcher.prepareShell(fixture.folderRef(), {
        kind: 'new',
        name: 'x',
      });
      await refuses(shell, 'UNTRUSTED', /trust/);
    });

    it('tmux if it is missing, which only the plan of the session detects', async () => {
      fixture.set({ persistence: 'tmux', tmuxPath: '/nowhere/tmux' });
      await refuses(prepare(), 'CLI_NOT_FOUND', /tmux/);
    });

    it('an unknown provider', () =>
      refuses(prepare({ providerId: 'nobody' }), 'PROVIDER_NOT_FOUND', /"nobody".*providers/));

    it('a CLI that is not installed, with the command that installs it', async () => {
      fixture.set({ providers: {} });
      await refuses(
        prepare({ providerId: 'mastracode' }),
        'CLI_NOT_FOUND',
        /npm install.*mastracode/,
      );
    });
  });

  const NOWHERE = '/nowhere/shell';
  for (const [where, setting, variable] of [
    ['setting', NOWHERE, undefined],
    ['environment', '', NOWHERE],
    ['setting and of the environment', NOWHERE, NOWHERE],
  ] as const) {
    it(`uses the shell of the account if that of the ${where} is missing, and logs it`, async () => {
      fixture.set({ shell: setting });
      if (variable !== undefined) {
        fixture.env['SHELL'] = variable;
      }
      const start = await prepare();
      await start.launch();
      await untilShown(await watch(start.sessionId), 'agent in');
      const sources = [
        ...(setting === '' ? [] : ['The setting agentTerminals.shell']),
        ...(variable === undefined ? [] : ['The environment variable SHELL']),
      ];
      assert.deepEqual(
        fixture.log.filter(isFallBack),
        sources.map(
          (source) =>
            `${source} names ${NOWHERE}, which is not a program here; ${userInfo().shell} is used instead.`,
        ),
      );
    });
  }

  it('uses the shell of the environment if the setting is empty', async () => {
    fixture.set({ shell: '' });
    fixture.env['SHELL'] = requireShell('sh');
    const start = await fixture.core.launcher.prepareShell(fixture.folderRef(), {
      kind: 'new',
      name: 'Look',
    });
    await start.launch();
    const seen = await watch(start.sessionId);
    fixture.core.sessions.find(start.sessionId)?.write('echo "by $0"\r');
    await untilShown(seen, `by ${requireShell('sh')}`);
  });

  it('keeps an agent running whose folder was deleted, and refuses the next start', async () => {
    const start = await prepare();
    await start.launch();
    const seen = await watch(start.sessionId);
    await untilShown(seen, 'agent in');
    rmSync(fixture.folder, { recursive: true });
    fixture.core.sessions.find(start.sessionId)?.write('still there\r');
    await untilShown(seen, 'heard: still there');
    await assert.rejects(prepare(), (error) => SessionError.is(error, 'CWD_NOT_FOUND'));
  });
});

function isFallBack(message: string): boolean {
  return message.includes('is used instead');
}
