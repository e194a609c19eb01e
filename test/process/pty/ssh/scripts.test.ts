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
  type RemoteSessionPlace,
} from '../../../../src/pty/ssh/sshScripts';
import { SshSpawner } from '../../../../src/pty/ssh/sshSpawner';
import { isRunning } from '../../../support/isRunning';
import { createRealSpawner, programSpec } from '../../../support/pty/realPty';
import { waitFor } from '../../../support/waitFor';

const TEXT = 'it\'s $HOME `id` \\ "ü 🙂"\tend';

/** Stands for where a session is to be, before that is known. */
const PLACE = '/tmp/agent-terminals-ssh-PLACE';

function sessionOf(run: string): RemoteSessionPlace {
  return {
    ...{ place: PLACE, nonce: 'n0', cwd: undefined, tmux: undefined, hasHooks: false },
    files: [
      { name: 'a/secret', text: `${TEXT}\nlast` },
      { name: 'run', text: run },
    ],
  };
}

/** The remote machine without a connection to it: its scripts on a PTY of this machine. */
describe('The scripts of a session over SSH', function () {
  this.timeout(20_000);
  let place = '';
  let elsewhere = '';

  beforeEach(() => {
    place = `/tmp/agent-terminals-ssh-${randomBytes(16).toString('hex')}`;
    elsewhere = mkdtempSync(join(tmpdir(), 'agent-terminals-elsewhere-'));
  });

  afterEach(() => {
    rmSync(place, { recursive: true, force: true });
    rmSync(elsewhere, { recursive: true, force: true });
  });

  /** What a login shell shows that is given the command, and how it ends. */
  async function run(shell: string, run: string, typed = '') {
    const session = { ...sessionOf(run), place };
    const delivery = { nonce: 'n0', script: buildRemoteStart(session), cwd: '' };
    const spec = programSpec(shell, ['-c', buildRemoteCommand(session)]);
    const spawner = new SshSpawner({ spawner: createRealSpawner(), clock: systemClock });
    const process = spawner.spawn({ ...spec, ssh: { target: 'here', delivery } });
    const end = { shown: '', code: undefined as number | undefined, remarks: [] as string[] };
    let isOver = false;
    process.onData((chunk) => (end.shown += Buffer.from(chunk).toString()));
    process.onRemark?.((remark) => end.remarks.push(remark));
    process.onExit(({ exitCode }) => {
      end.code = exitCode;
      isOver = true;
    });
    process.write(Buffer.from(typed));
    await waitFor(() => isOver, { limitMs: 10_000, what: () => `its end; it shows ${end.shown}` });
    process.dispose();
    return end;
  }

  const LOOK =
    'd=$(dirname "$0"); ls -ld "$d" "$d/a/secret" | cut -c1-10; cat "$d/a/secret"; exit 3';

  // One that cannot wrap an agent is a login shell all the same, where it is installed.
  const others = ['tcsh', 'ksh'].filter((name) => findOnPath([name]));
  for (const name of ['sh', 'bash', 'zsh', 'fish', ...others]) {
    it(`are taken by ${name} as its login shell, into files that nobody else can read`, async function () {
      const shell = findOnPath([name]);
      if (!shell) {
        this.skip();
      }
      const { shown, code, remarks } = await run(shell, LOOK);
      assert.equal(shown, ['drwx------', '-rw-------', TEXT, 'last', ''].join('\r\n'));
      assert.deepEqual([code, remarks, existsSync(place)], [3, [], false]);
    });
  }

  it('take nothing that was typed before them for a part of them', async () => {
    const { shown } = await run('/bin/sh', LOOK, 'typed ahead\nn0-end\nn0-beg');
    assert.match(shown, /drwx------\r\n-rw-------\r\nit's/);
  });

  it('leave the terminal as it was', async () => {
    const { shown } = await run(
      '/bin/sh',
      'stty -a | tr ";" "\\n" | grep -c -- "[- ]echo "; stty -a',
    );
    assert.match(shown, / icanon/);
    assert.doesNotMatch(shown, /-icanon|-isig|-opost|-echo /);
  });

  for (const [what, take] of [
    ['by a file', () => writeFileSync(place, '')],
    ['by a link to a directory', () => symlinkSync(elsewhere, place)],
  ] as const) {
    it(`start nothing where their place is taken ${what}`, async () => {
      mkdirSync('/tmp', { recursive: true });
      take();
      const { code, remarks } = await run('/bin/sh', LOOK);
      assert.equal(code, 1);
      assert.match(remarks.join(), /^No file could be written to \/tmp on here/);
      assert.deepEqual(readdirSync(elsewhere), []);
    });
  }

  /** Never looks at its terminal. */
  const SCRIPT = `echo $$ >${PLACE}/begun; while :; do sleep 0.05; done`;
  const whole = (change: Partial<RemoteSessionPlace>): string =>
    `${buildRemoteStart({ ...sessionOf(SCRIPT), ...change })}\nn0-end\n`;
  /** In place of a directory to work in: has the first shell wait. */
  const NOWHERE = '/; echo 0 >$d/asked; read -r l';
  for (const [what, typed, file] of [
    ['half of them has come', 'a secret\n', 'start'],
    ['they have written their files', whole({ cwd: NOWHERE }), 'asked'],
    ['what they run is there', whole({}), 'begun'],
  ] as const) {
    for (const name of ['sh', 'bash']) {
      it(`leave nothing behind where the line is cut as ${what}: ${name}`, async () => {
        const shell = findOnPath([name]) ?? assert.fail(`${name} is not installed`);
        const session = { ...sessionOf(SCRIPT), place };
        const process = createRealSpawner().spawn(
          programSpec(shell, ['-c', buildRemoteCommand(session)]),
        );
        let shown = '';
        process.onData((chunk) => (shown += Buffer.from(chunk).toString()));
        const until = (condition: () => boolean, what: string) =>
          waitFor(condition, { limitMs: 10_000, what: () => `${what}; it shows ${shown}` });
        await until(() => shown.includes('ready'), 'the question for a script');
        process.write(Buffer.from(`\nn0-begin\n${typed.replaceAll(PLACE, place)}`));
        const told = (): string => readText(join(place, file));
        await until(() => told().endsWith('\n'), 'what has come');
        const pids = [process.pid, Number(told())].filter((pid) => pid > 0);
        process.dispose();
        await until(() => !existsSync(place) && !pids.some(isRunning), 'the end of all of it');
      });
    }
  }

  it('write no status where nobody reads it: their directory may be on its way out', () => {
    const command = { kind: 'line', line: 'sh -c "exit 3"', args: [] } as const;
    const agent = { command, environment: {}, afterExit: 'keep', exitMarkerNonce: 'n0' } as const;
    mkdirSync(place, { mode: 0o700 });
    for (const { name, text } of buildRemoteAgent(agent, place)) {
      writeFileSync(join(place, name), text);
    }
    const env = { PATH: process.env['PATH'], SHELL: '/bin/sh' };
    const { status } = spawnSync('/bin/sh', [join(place, REMOTE_RUN)], { env });
    assert.equal(status, 3);
    assert.equal(existsSync(join(place, 'status')), false);
  });

  it('begin tmux, which drops what is unread, only once all that they told is read', async function () {
    const tmux = findOnPath(['tmux']);
    if (!tmux) {
      this.skip();
    }
    const run = 'while read -r line; do echo "<$line>"; done';
    const session = { ...sessionOf(run), place, tmux: 'held' };
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
      // Neither the end of a file nor an interrupt is one while it waits.
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

/** Empty where there is none. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
