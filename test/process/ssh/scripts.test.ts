import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { findOnPath } from '../../../scripts/lib/findOnPath.mjs';
import { systemClock } from '../../../src/base/clock';
import { buildFarCommand, buildFarStart, type FarSession } from '../../../src/pty/sshScripts';
import { SshSpawner } from '../../../src/pty/sshSpawner';
import { createRealSpawner, programSpec } from '../../support/realPty';
import { waitFor } from '../../support/waitFor';

const TEXT = 'it\'s $HOME `id` \\ "ü 🙂"\tend';

/** The far side without a connection to it: its scripts on a PTY of this machine. */
describe('The scripts of a session over SSH', function () {
  this.timeout(20_000);
  let place = '';

  beforeEach(() => {
    place = `/tmp/agent-terminals-ssh-${randomBytes(16).toString('hex')}`;
  });

  afterEach(() => rmSync(place, { recursive: true, force: true }));

  /** What a login shell shows that is given the command, and how it ends. */
  async function run(shell: string, run: string, typed = '') {
    const session: FarSession = {
      ...{ place, nonce: 'n0', cwd: undefined, tmux: undefined, hasHooks: false },
      files: [
        { name: 'a/secret', text: `${TEXT}\nlast` },
        { name: 'run', text: run },
      ],
    };
    const delivery = { nonce: 'n0', script: buildFarStart(session), cwd: '' };
    const spec = programSpec(shell, ['-c', buildFarCommand(session)]);
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

  it('start nothing where their place is taken', async () => {
    mkdirSync('/tmp', { recursive: true });
    writeFileSync(place, '');
    const { code, remarks } = await run('/bin/sh', LOOK);
    assert.equal(code, 1);
    assert.match(remarks.join(), /^Nothing could be put in \/tmp on here/);
  });
});
