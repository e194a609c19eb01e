import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { tmuxFlags, tmuxSocket, type TmuxLine } from '../../../../src/pty/tmux/tmuxLine';
import { isRunning } from '../../../support/isRunning';
import { programSpec } from '../../../support/pty/realPty';
import { useTmux, withTmux } from '../../../support/pty/useTmux';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const ID = 'x-main-a';
const ECHO = programSpec('/bin/sh', ['-c', 'echo up; exec cat']);
const MISMATCH = 'protocol version mismatch (client 8, server 7)';

describe('a client of a session in tmux', function () {
  this.timeout(30_000);
  const tmux = useTmux();

  /** Waits for a client other than `last`, and returns its pid. */
  const nextClient = async (last: number): Promise<number> => {
    let pid = last;
    await waitFor(
      async () => {
        const clients = await tmux.tmux('list-clients', '-F', '#{client_pid}');
        pid = Number(clients?.trim() || last);
        return pid !== last;
      },
      { limitMs: 10_000, what: 'a client' },
    );
    return pid;
  };

  it('is replaced by another one after it was killed, which shows the same screen', async () => {
    const window = tmux.openWindow();
    await tmux.sh(window, ID, 'seq 40; echo ready; read x; echo got-"$x"; exec cat');
    const before = await tmux.shows(window, ID, 'ready');
    const client = await nextClient(0);
    // Input that it has not read by then may be lost, and must not confuse the next client.
    process.kill(client, 'SIGSTOP');
    window.find(ID)?.write('k');
    process.kill(client, 'SIGKILL');
    await nextClient(client);
    window.find(ID)?.write('on\r');
    const after = await tmux.shows(window, ID, /got-k?on/);
    assert.ok(after.startsWith(before.trimEnd()), after);
    assert.equal(window.get(ID)?.state === 'terminated', false);
  });

  it('is not replaced after it was killed four times, and its session continues in tmux', async () => {
    const window = tmux.openWindow();
    await tmux.sh(window, ID, 'echo ready; exec cat');
    await tmux.shows(window, ID, 'ready');
    let client = 0;
    for (let killed = 0; killed < 4; killed++) {
      client = await nextClient(client);
      process.kill(client, 'SIGKILL');
    }
    const { isLost, exitCode } = await tmux.ends(window, ID);
    assert.deepEqual([isLost, exitCode], [true, null]);
    assert.match(await requireSession(window, ID).text(), /tmux client has ended \(137\)/);
    assert.equal(await tmux.isThere(ID), true);
    await tmux.found(ID);
  });

  it('shows the message of a tmux that refuses it, and the session is kept', async () => {
    const first = tmux.openWindow();
    await tmux.sh(first, ID, 'echo ready; exec cat');
    await tmux.shows(first, ID, 'ready');
    await first.shutdown(4000);
    const second = tmux.openWindow();
    await second.create(withTmux(await tmux.found(ID), refusing()));
    assert.equal((await tmux.ends(second, ID)).isLost, true);
    const text = (await requireSession(second, ID).text()).replaceAll('\n', '');
    assert.ok(text.includes(MISMATCH), text);
    assert.doesNotMatch(text, /gone from tmux/);
    const third = tmux.openWindow();
    await third.create(await tmux.found(ID));
    await tmux.shows(third, ID, 'ready');
  });

  it('leaves no files of a session that a refusing tmux did not start', async () => {
    const window = tmux.openWindow();
    const program = { file: '/bin/cat', args: [], cwd: '/', env: {} };
    await window.create(withTmux(tmux.specOf(ID, program), refusing()));
    await tmux.ends(window, ID);
    assert.ok((await requireSession(window, ID).text()).replaceAll('\n', '').includes(MISMATCH));
    assert.deepEqual(tmux.leftFiles(), []);
  });

  it('reports that the session is gone if an exiting server closes its connection', async () => {
    const first = tmux.openWindow();
    await tmux.sh(first, ID, 'echo ready; exec cat');
    await tmux.shows(first, ID, 'ready');
    await first.shutdown(4000);
    const spec = await tmux.found(ID);
    const { tmux: line } = spec.program;
    assert.ok(line);
    const server = Number(await tmux.tmux('display-message', '-p', '#{pid}'));
    process.kill(server, 'SIGKILL');
    await waitFor(() => !isRunning(server), { limitMs: 10_000, what: 'the end of the server' });
    const exiting = await closing(line);
    try {
      assert.equal(await complaintOf(line), 'server exited unexpectedly\n');
      const second = tmux.openWindow();
      await second.create(spec);
      assert.equal((await tmux.ends(second, ID)).isLost, true);
      assert.match(
        await requireSession(second, ID).text(),
        /The session does not exist in tmux any more/,
      );
      assert.deepEqual(tmux.leftFiles(), []);
    } finally {
      exiting.close();
    }
  });

  it('begins a session although the server of the one before it was about to end', async () => {
    // As tmux does if its server exits after the client has connected.
    const file = join(tmux.home, 'tmux-closing');
    const script = `#!/bin/sh
case $* in *new-session*)
  if mkdir ${tmux.home}/closed 2>/dev/null; then
    printf '\\033P1000p%%%%exit server exited unexpectedly\\r\\n\\033\\\\'
    exit 1
  fi
esac
exec ${tmux.server.file} "$@"
`;
    writeFileSync(file, script, { mode: 0o755 });
    const window = tmux.openWindow();
    const program = {
      file: '/bin/sh',
      args: ['-c', 'echo up; read -r line; echo got-$line; exec cat'],
      cwd: '/',
      env: {},
    };
    await window.create(withTmux(tmux.specOf(ID, program), file));
    await tmux.shows(window, ID, 'up');
    window.find(ID)?.write('it\r');
    await tmux.shows(window, ID, 'got-it');
    assert.ok(existsSync(join(tmux.home, 'closed')));
    assert.doesNotMatch(await requireSession(window, ID).text(), /unexpectedly|exist/);
  });

  it('leaves a later session with its id alone when the end of its own is reported late', async () => {
    const late = lateTmux('$4', 'rename-window | if-shell');
    const window = tmux.openWindow();
    await window.create(withTmux(tmux.specOf(ID, ECHO), late.file));
    await tmux.shows(window, ID, 'up');
    await tmux.tmux('run-shell', 'kill -KILL #{pane_pid}');
    await late.isReached();
    await window.find(ID)?.kill();
    await tmux.sh(window, ID, 'echo second; exec cat');
    await tmux.shows(window, ID, 'second');
    await late.release();
    window.find(ID)?.write('on\r');
    await tmux.shows(window, ID, /on\non/);
  });

  it('does not attach to a later session with its id after it was killed', async () => {
    const late = lateTmux('$*', '*pane_dead_status*');
    const first = tmux.openWindow();
    await first.create(withTmux(tmux.specOf(ID, ECHO), late.file));
    await tmux.shows(first, ID, 'up');
    process.kill(await nextClient(0), 'SIGKILL');
    await late.isReached();
    const other = tmux.openWindow();
    await tmux.sessions().kill(await tmux.found(ID));
    await tmux.sh(other, ID, 'echo second; exec cat');
    await tmux.shows(other, ID, 'second');
    await late.release();
    assert.equal((await tmux.ends(first, ID)).isLost, true);
    assert.match(await requireSession(first, ID).text(), /does not exist in tmux any more/);
    other.find(ID)?.write('on\r');
    await tmux.shows(other, ID, /on\non/);
  });

  it('keeps a session whose server runs but closes its connection, like one of another version', async () => {
    const first = tmux.openWindow();
    await tmux.sh(first, ID, 'echo ready; exec cat');
    await tmux.shows(first, ID, 'ready');
    await first.shutdown(4000);
    const spec = await tmux.found(ID);
    const { tmux: line } = spec.program;
    assert.ok(line);
    const server = Number(await tmux.tmux('display-message', '-p', '#{pid}'));
    const files = tmux.leftFiles();
    const refusing = await closing(line);
    try {
      const second = tmux.openWindow();
      await second.create(spec);
      assert.equal((await tmux.ends(second, ID)).isLost, true);
      assert.match(
        await requireSession(second, ID).text(),
        /which may continue there: server exited unexpectedly/,
      );
      assert.deepEqual(tmux.leftFiles(), files);
      const [listed] = await tmux.sessions().list();
      assert.equal(listed?.isSilent, true);
    } finally {
      refusing.close();
      process.kill(server, 'SIGKILL');
    }
  });

  /** A tmux that delays the commands of which `word` fits `pattern` until they are released. */
  function lateTmux(word: string, pattern: string) {
    const path = (name: string): string => join(tmux.home, name);
    // A server that exits terminates the client of its hook.
    const script = `#!/bin/sh
case ${word} in ${pattern})
  trap '' TERM
  : >${path('reached')}
  while [ ! -e ${path('released')} ]; do sleep 0.02; done
  ${tmux.server.file} "$@"
  code=$?
  : >${path('done')}
  exit $code
esac
exec ${tmux.server.file} "$@"
`;
    writeFileSync(path('late-tmux'), script, { mode: 0o755 });
    const created = (name: string): Promise<void> =>
      waitFor(() => existsSync(path(name)), { limitMs: 10_000, what: `a command to be ${name}` });
    return {
      file: path('late-tmux'),
      isReached: () => created('reached'),
      release: () => {
        writeFileSync(path('released'), '');
        return created('done');
      },
    };
  }

  /** Listens on the socket of a session's server, and closes every connection without an answer. */
  async function closing({ server: config, name }: TmuxLine): Promise<Server> {
    const directory = join(tmux.home, `tmux-${process.getuid?.() ?? 0}`);
    const path = join(directory, tmuxSocket(config, name));
    rmSync(path);
    const server = createServer((connection) => {
      connection.on('error', () => {});
      connection.destroy();
    });
    await once(server.listen(path), 'listening');
    return server;
  }

  /** The standard error of tmux when it lists the sessions of a server. */
  async function complaintOf({ server, name }: TmuxLine): Promise<string> {
    const args = [...tmuxFlags(server, name), 'list-sessions'];
    const limits = { timeoutMs: 10_000, maxOutputBytes: 1000 };
    const result = await runCommand({ file: server.file, args, env: server.env, ...limits });
    return result.kind === 'done' ? result.stderr : result.reason;
  }

  /** A tmux of another version than its server. */
  function refusing(): string {
    const path = join(tmux.home, 'newer tmux');
    writeFileSync(path, `#!/bin/sh\necho '${MISMATCH}' >&2\nexit 1\n`);
    chmodSync(path, 0o755);
    return path;
  }
});
