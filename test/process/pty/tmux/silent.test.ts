import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import type { RunCommand } from '../../../../src/pty/process/command';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { isRunning, signalIfRunning } from '../../../support/isRunning';
import { useTmux } from '../../../support/pty/useTmux';
import { waitFor } from '../../../support/waitFor';

const ID = 'x-main-a';

/** Long after the files of an ended session may be removed. */
const LATER = { clock: { now: () => systemClock.now() + 3_600_000 } };

const failing: RunCommand = () =>
  Promise.resolve({ kind: 'failed', reason: 'could not be started: spawn EAGAIN' });

describe('a session in tmux that cannot be queried', function () {
  this.timeout(30_000);
  const tmux = useTmux();
  let server = 0;

  /** Starts a session, closes its window, and returns the pid of its program. */
  const begin = async (script = 'echo up-$$; exec cat'): Promise<number> => {
    const window = tmux.openWindow();
    const env = { AGENT_TERMINALS_SESSION_MARKER: tmux.marker };
    await tmux.sh(window, ID, script, { env });
    const pid = Number(/up-(\d+)/.exec(await tmux.shows(window, ID, /up-\d+/))?.[1]);
    server = Number(await tmux.tmux('display-message', '-p', '#{pid}'));
    await window.shutdown(4000);
    return pid;
  };
  const ends = (pid: number) =>
    waitFor(() => !isRunning(pid), { limitMs: 10_000, what: `the end of ${pid}` });

  beforeEach(() => (server = 0));
  afterEach(() => {
    if (server > 0) {
      signalIfRunning(server, 'SIGCONT');
      signalIfRunning(server, 'SIGTERM');
    }
  });

  it('is listed as silent while its server hangs, and found again afterwards', async () => {
    await begin();
    process.kill(server, 'SIGSTOP');
    const during = await tmux.sessions(LATER).list();
    process.kill(server, 'SIGCONT');
    assert.deepEqual(
      during.map(({ spec, isSilent, isAttached }) => [spec.id, isSilent, isAttached]),
      [[ID, true, true]],
    );
    assert.equal((await tmux.sessions().get(ID))?.isSilent, false);
    await tmux.found(ID);
  });

  it('is listed as silent while tmux cannot be started, and found again afterwards', async () => {
    await begin();
    const during = tmux.sessions({ ...LATER, run: failing });
    assert.deepEqual(
      (await during.list()).map(({ spec, isSilent }) => [spec.id, isSilent]),
      [[ID, true]],
    );
    assert.equal((await during.get(ID))?.isSilent, true);
    await tmux.found(ID);
  });

  it('is found at its own socket by a window with another socket directory', async () => {
    await begin();
    const elsewhere = join(tmux.home, 'elsewhere');
    mkdirSync(elsewhere);
    const env = { ...tmux.server.env, TMUX_TMPDIR: elsewhere };
    const server = () => Promise.resolve({ ...tmux.server, env });
    const [found] = await tmux.sessions({ ...LATER, server }).list();
    assert.equal(found?.isSilent, false);
    const window = tmux.openWindow();
    await window.create(found.spec);
    await tmux.shows(window, ID, 'up-');
  });

  it('is ended with its server if its socket was removed', async () => {
    const program = await begin();
    const uid = process.getuid?.() ?? 0;
    rmSync(join(tmux.home, `tmux-${uid}`), { recursive: true });
    const [found] = await tmux.sessions(LATER).list();
    assert.equal(found?.isSilent, true);
    await tmux.sessions().kill(found.spec);
    await ends(program);
    await ends(server);
    assert.deepEqual(tmux.leftFiles(), []);
  });

  it('is no longer listed, and its files are removed, once its server has ended', async () => {
    await begin();
    process.kill(server, 'SIGKILL');
    await ends(server);
    assert.deepEqual(await tmux.sessions({ ...LATER, run: failing }).list(), []);
    assert.deepEqual(tmux.leftFiles(), []);
  });

  it('stays listed if tmux did not end it', async () => {
    await begin();
    const { spec } = (await tmux.sessions().get(ID)) ?? assert.fail('the session was not found');
    const terminate = () => Promise.resolve([]);
    const run: RunCommand = (request) =>
      (request.args.includes('kill-session') ? failing : runCommand)(request);
    await tmux.sessions({ run, terminate }).kill(spec);
    await tmux.found(ID);
  });

  it('is ended with a program that ignores SIGHUP and has left its process group', async () => {
    const program = await begin(
      `trap '' HUP; setsid sh -c 'echo up-$$; exec sleep 1000' & wait; sleep 1000`,
    );
    const { spec } = (await tmux.sessions().get(ID)) ?? assert.fail('the session was not found');
    await tmux.sessions().kill(spec);
    await ends(program);
    assert.equal(await tmux.isThere(ID), false);
    assert.deepEqual(tmux.leftFiles(), []);
  });
});
