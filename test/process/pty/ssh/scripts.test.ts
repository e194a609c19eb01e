import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import { systemClock } from '../../../../src/base/clock';
import { buildRemoteAgent } from '../../../../src/pty/ssh/sshRun';
import {
  buildRemoteCommand,
  buildRemoteStart,
  REMOTE_RUN,
  wrapRemoteGo,
  wrapRemoteScript,
  type RemoteSessionPlan,
} from '../../../../src/pty/ssh/sshScripts';
import { SshSpawner } from '../../../../src/pty/ssh/sshSpawner';
import { isRunning } from '../../../support/isRunning';
import { createRealSpawner, programSpec } from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

const TEXT = 'it\'s $HOME `id` \\ "ü 🙂"\tend';

/** A placeholder for the directory of a session until that is known. */
const DIRECTORY = '/tmp/agent-terminals-ssh-DIRECTORY';

function sessionOf(run: string): RemoteSessionPlan {
  return {
    ...{ directory: DIRECTORY, nonce: 'n0', cwd: undefined, tmux: undefined, hasHooks: false },
    files: [
      { name: 'a/secret', text: `${TEXT}\nlast` },
      { name: 'run', text: run },
    ],
  };
}

/** Runs the scripts of a remote machine on a PTY of this machine, without a connection. */
describe('The scripts of a session over SSH', function () {
  this.timeout(20_000);
  let directory = '';
  let elsewhere = '';

  beforeEach(() => {
    directory = `/tmp/agent-terminals-ssh-${randomBytes(16).toString('hex')}`;
    elsewhere = mkdtempSync(join(tmpdir(), 'agent-terminals-elsewhere-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
    rmSync(elsewhere, { recursive: true, force: true });
  });

  /** Runs the command in a login shell, and returns its output, its exit code and the notices. */
  async function run(shell: string, run: string, typed = '') {
    const session = { ...sessionOf(run), directory };
    const delivery = { nonce: 'n0', script: buildRemoteStart(session), cwd: '' };
    const spec = programSpec(shell, ['-c', buildRemoteCommand(session)]);
    const spawner = new SshSpawner({ spawner: createRealSpawner(), clock: systemClock });
    const process = spawner.spawn({ ...spec, ssh: { target: 'here', delivery } });
    const end = { shown: '', code: undefined as number | undefined, notices: [] as string[] };
    let isOver = false;
    process.onData((chunk) => (end.shown += Buffer.from(chunk).toString()));
    process.onDidNotice?.((notice) => end.notices.push(notice));
    process.onExit(({ exitCode }) => {
      end.code = exitCode;
      isOver = true;
    });
    process.write(Buffer.from(typed));
    await waitFor(() => isOver, {
      limitMs: 10_000,
      what: () => `the end of the command; it shows ${end.shown}`,
    });
    process.dispose();
    return end;
  }

  const LOOK =
    'd=$(dirname "$0"); ls -ld "$d" "$d/a/secret" | cut -c1-10; cat "$d/a/secret"; exit 3';

  // A shell that cannot wrap an agent can still be a login shell, if it is installed.
  const others = ['tcsh', 'ksh'].filter((name) => findOnPath([name]));
  for (const name of ['sh', 'bash', 'zsh', 'fish', ...others]) {
    it(`are stored by the login shell ${name} in files that only their owner can read`, async function () {
      const shell = findOnPath([name]);
      if (!shell) {
        this.skip();
      }
      const { shown, code, notices } = await run(shell, LOOK);
      assert.equal(shown, ['drwx------', '-rw-------', TEXT, 'last', ''].join('\r\n'));
      assert.deepEqual([code, notices, existsSync(directory)], [3, [], false]);
    });
  }

  it('ignore input that was typed before them', async () => {
    const { shown } = await run('/bin/sh', LOOK, 'typed ahead\nn0-end\nn0-beg');
    assert.match(shown, /drwx------\r\n-rw-------\r\nit's/);
  });

  it('restore the modes of the terminal', async () => {
    const { shown } = await run(
      '/bin/sh',
      'stty -a | tr ";" "\\n" | grep -c -- "[- ]echo "; stty -a',
    );
    assert.match(shown, / icanon/);
    assert.doesNotMatch(shown, /-icanon|-isig|-opost|-echo /);
  });

  for (const [what, take] of [
    ['by a file', () => writeFileSync(directory, '')],
    ['by a link to a directory', () => symlinkSync(elsewhere, directory)],
  ] as const) {
    it(`start nothing if their directory is taken ${what}`, async () => {
      mkdirSync('/tmp', { recursive: true });
      take();
      const { code, notices } = await run('/bin/sh', LOOK);
      assert.equal(code, 1);
      assert.match(notices.join(), /^No file could be written to \/tmp on here/);
      assert.deepEqual(readdirSync(elsewhere), []);
    });
  }

  /** Never reads its terminal. */
  const SCRIPT = `echo $$ >${DIRECTORY}/begun; while :; do sleep 0.05; done`;
  const whole = (change: Partial<RemoteSessionPlan>): string =>
    `${buildRemoteStart({ ...sessionOf(SCRIPT), ...change })}\nn0-end\n`;
  /** A value for the working directory that makes the first shell wait. */
  const NOWHERE = '/; echo 0 >$d/asked; read -r l';
  for (const [what, typed, file] of [
    ['half of them has arrived', 'a secret\n', 'start'],
    ['they have written their files', whole({ cwd: NOWHERE }), 'asked'],
    ['their program has started', whole({}), 'begun'],
  ] as const) {
    for (const name of ['sh', 'bash']) {
      it(`leave nothing behind if the connection is cut after ${what}: ${name}`, async () => {
        const shell = findOnPath([name]) ?? assert.fail(`${name} is not installed`);
        const session = { ...sessionOf(SCRIPT), directory };
        const process = createRealSpawner().spawn(
          programSpec(shell, ['-c', buildRemoteCommand(session)]),
        );
        let shown = '';
        process.onData((chunk) => (shown += Buffer.from(chunk).toString()));
        const until = (condition: () => boolean, what: string) =>
          waitFor(condition, { limitMs: 10_000, what: () => `${what}; it shows ${shown}` });
        await until(() => shown.includes('ready'), 'the request for a script');
        process.write(Buffer.from(`\nn0-begin\n${typed.replaceAll(DIRECTORY, directory)}`));
        const readStepFile = (): string => readText(join(directory, file));
        await until(() => readStepFile().endsWith('\n'), 'the file of this step');
        const pids = [process.pid, Number(readStepFile())].filter((pid) => pid > 0);
        process.dispose();
        await until(
          () => !existsSync(directory) && !pids.some(isRunning),
          'the end of all files and programs',
        );
      });
    }
  }

  it('write no status without tmux, since their directory may be about to be removed', () => {
    const command = { kind: 'line', line: 'sh -c "exit 3"', args: [] } as const;
    const agent = { command, environment: {}, afterExit: 'keep', exitMarkerNonce: 'n0' } as const;
    mkdirSync(directory, { mode: 0o700 });
    for (const { name, text } of buildRemoteAgent(agent, directory)) {
      writeFileSync(join(directory, name), text);
    }
    const env = { PATH: process.env['PATH'], SHELL: '/bin/sh' };
    const { status } = spawnSync('/bin/sh', [join(directory, REMOTE_RUN)], { env });
    assert.equal(status, 3);
    assert.equal(existsSync(join(directory, 'status')), false);
  });

  it('start tmux, which discards unread output, only once their reports are read', async function () {
    const tmux = findOnPath(['tmux']);
    if (!tmux) {
      this.skip();
    }
    const run = 'while read -r line; do echo "<$line>"; done';
    const session = { ...sessionOf(run), directory, tmux: 'held' };
    const env = { ...programSpec('').env, TMUX_TMPDIR: elsewhere };
    const process = createRealSpawner().spawn(
      programSpec('/bin/sh', ['-c', buildRemoteCommand(session)], { env }),
    );
    let shown = '';
    process.onData((chunk) => (shown += Buffer.from(chunk).toString()));
    const until = (text: string) =>
      waitFor(() => shown.includes(text), { limitMs: 10_000, what: () => `${text} in ${shown}` });
    try {
      await until('ready');
      process.write(Buffer.from(wrapRemoteScript('n0', buildRemoteStart(session))));
      await until('hold');
      assert.ok(shown.includes('started'));
      // Neither Ctrl-D nor Ctrl-C has an effect while it waits.
      process.write(Buffer.from('early\n\x04\x03'));
      process.write(Buffer.from(`${wrapRemoteGo('n0')}late\r`));
      await until('<late>');
      assert.doesNotMatch(shown, /early|-go/);
    } finally {
      execFileSync(tmux, ['-L', 'agent-terminals', 'kill-server'], { env });
      process.dispose();
    }
  });
});

/** Empty if the file does not exist. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
