import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PtyProcess } from '../../../../src/pty/ptyProcess';
import { signalIfRunning } from '../../../support/isRunning';
import { createRealSpawner, programSpec } from '../../../support/pty/realPty';
import { useApi } from '../../../support/api/useApi';
import { useCommandLine } from '../../../support/api/useCommandLine';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 20_000;

/** A full-screen program that resets no mode: the alternate screen and mouse reports stay on. */
const PROGRAM = `printf '\\033[?1049h\\033[?1000h\\033[?1006h\\033[?2004h\\033[?25lready\\n'
while read -r line; do case $line in size) stty size;; exit*) exit "\${line#exit }";; *) echo "heard $line";; esac; done`;

/** Compares the terminal before and after the program, and prints the program's exit code. */
const WRAPPER = `before=$(stty -g); "$@"; code=$?; [ "$before" = "$(stty -g)" ] && echo "same terminal, code $code" || echo "other terminal, code $code: $(stty -a)"`;

describe('agent-terminals attach, in a terminal', () => {
  const api = useApi();
  const cli = useCommandLine();
  const started: PtyProcess[] = [];
  let shown = '';

  afterEach(() => {
    started.splice(0).forEach(({ pid }) => signalIfRunning(pid, 'SIGKILL'));
    shown = '';
  });

  function start(cols: number, ...args: readonly string[]): PtyProcess {
    const words = ['-c', WRAPPER, 'sh', process.execPath, cli.path, ...args];
    const terminal = createRealSpawner().spawn(
      programSpec('/bin/sh', words, {
        cwd: api.fixture.folder,
        env: {
          ...{ PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' },
          AGENT_TERMINALS_HOME: join(api.windows, '..'),
        },
        ...{ cols, rows: 30 },
      }),
    );
    started.push(terminal);
    terminal.onData((bytes) => (shown += Buffer.from(bytes).toString('utf8')));
    return terminal;
  }

  const type = (terminal: PtyProcess, keys: string): void =>
    terminal.write(new TextEncoder().encode(keys));

  const shows = (words: string): Promise<void> =>
    waitFor(() => shown.includes(words), {
      limitMs: LIMIT_MS,
      what: () => `${words} in ${JSON.stringify(shown)}`,
    });

  async function attached(): Promise<[PtyProcess, string]> {
    const { id } = await api.sh(PROGRAM);
    const terminal = start(100, 'attach', id);
    await shows('ready');
    type(terminal, 'size\r');
    await shows('30 100');
    return [terminal, id];
  }

  /** Checks that the terminal is restored, and that each mode of the program is reset. */
  async function isRestored(code: number): Promise<void> {
    await shows(`same terminal, code ${code}`);
    const after = shown.slice(shown.lastIndexOf('ready'));
    for (const off of ['\x1b[?1049l', '\x1b[?25h']) {
      assert.ok(after.includes(off), JSON.stringify(after));
    }
    assert.match(after, /\x1b\[\?[\d;]*1000;[\d;]*1006;[\d;]*2004;[\d;]*l/);
  }

  it('forwards keys as they are pressed, and restores the terminal at the detach key; the session continues', async () => {
    const [terminal, id] = await attached();
    type(terminal, 'one\r');
    await shows('heard one');
    terminal.resize({ cols: 120, rows: 40 });
    // Typed keys may arrive before the size.
    await waitFor(() => api.core.sessions.get(id)?.dimensions.cols === 120, {
      limitMs: LIMIT_MS,
      what: 'the session to have the new size',
    });
    type(terminal, 'size\r');
    await shows('40 120');
    type(terminal, '\x1c');
    await shows('Detached');
    await isRestored(0);
    assert.equal(api.core.sessions.get(id)?.state === 'terminated', false);
  });

  it('keeps the columns of a program that writes in raw mode', async () => {
    const { id } = await api.sh(
      "stty raw -echo; printf ready; head -c 1 >/dev/null; printf 'down\\nhere\\r\\nnext'; sleep 60",
    );
    const terminal = start(80, 'attach', id);
    await shows('ready');
    type(terminal, 'x');
    await shows('next');
    // The line discipline of the terminal inserts a carriage return before each line feed.
    assert.match(shown, /down\x1bDhere\r+\nnext$/);
    type(terminal, '\x1c');
    await shows('same terminal, code 0');
  });

  it('forwards Ctrl-C to the program', async () => {
    const { id } = await api.sh(
      'trap "echo interrupted" INT; echo ready; while :; do sleep 1; done',
    );
    const terminal = start(80, 'attach', id);
    await shows('ready');
    type(terminal, '\x03');
    await shows('interrupted');
    type(terminal, '\x1c');
    await shows('same terminal, code 0');
  });

  for (const [name, code, words] of [
    ['0', 0, 'Exited with 0'],
    ['3', 1, 'Exited with 3'],
  ] as const) {
    it(`restores the terminal when the program exits with ${name}`, async () => {
      const [terminal] = await attached();
      type(terminal, `exit ${name}\r`);
      await shows(words);
      await isRestored(code);
    });
  }

  it('restores the terminal when the session is killed', async () => {
    const [, id] = await attached();
    await api.core.sessions.find(id)?.kill();
    await isRestored(1);
  });

  it('restores the terminal when it is ended by a signal', async () => {
    const [, id] = await attached();
    const pid = findAttach(id);
    process.kill(pid, 'SIGTERM');
    await isRestored(0);
    assert.equal(api.core.sessions.get(id)?.state === 'terminated', false);
  });

  it('restores the terminal when the window is closed', async () => {
    const [terminal] = await attached();
    await api.core.shutdown(2000);
    type(terminal, 'x');
    await shows('same terminal, code');
  });

  it('does not change the terminal without a session', async () => {
    start(80, 'attach', 'none');
    await shows('SESSION_NOT_FOUND');
    await shows('same terminal, code 1');
  });

  it('types all input of a pipe, and detaches at its end', async () => {
    const file = join(api.fixture.home, 'taken');
    const { id } = await api.sh(
      `stty raw -echo; echo ready; head -c 3000000 > '${file}'; echo whole; sleep 60`,
    );
    const place = { cwd: api.fixture.folder, home: join(api.windows, '..') };
    const attach = cli.start(place, 'attach', id);
    await attach.untilShown('ready');
    attach.writeInput('0123456789\x1c\n'.repeat(250_000));
    await attach.untilShown('whole');
    assert.equal((await attach.finish()).end, 0);
  });

  /** The process of the command line, below the shell that compares the terminal. */
  function findAttach(id: string): number {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const found = pids.filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words[1] === cli.path && words.includes(id);
      } catch {
        return false;
      }
    });
    assert.equal(found.length, 1);
    return Number(found[0]);
  }
});
