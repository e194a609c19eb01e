import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { systemClock } from '../../../src/base/clock';
import { buildRemoteCommand, buildRemoteStart, REMOTE_RUN } from '../../../src/pty/ssh/sshScripts';
import { SshSpawner } from '../../../src/pty/ssh/sshSpawner';
import { createRealSpawner, programSpec } from '../../support/pty/realPty';
import { useSecondUser } from '../../support/security/useSecondUser';
import { waitFor } from '../../support/waitFor';

/** Reports whether hooks would report through a socket in the session's directory. */
const RUN = 'if [ -S "$(dirname "$0")/hook.sock" ]; then echo uses it; else echo has none; fi';

/** As in `test/process/pty/ssh/scripts.test.ts`, a PTY of this machine stands for the remote one. */
describe('another user of a remote machine, on which the person is root,', function () {
  this.timeout(20_000);
  const user = useSecondUser();
  let directory = '';
  let socket = '';
  let own: Server | undefined;

  beforeEach(() => {
    directory = `/tmp/agent-terminals-ssh-${randomBytes(16).toString('hex')}`;
    socket = `${directory}.sock`;
    own = undefined;
  });

  afterEach(() => {
    own?.close();
    [directory, socket, `${socket}.own`].forEach((path) =>
      rmSync(path, { recursive: true, force: true }),
    );
  });

  async function listen(path: string): Promise<void> {
    own = createServer().listen(path);
    await once(own, 'listening');
  }

  /** Returns whether hooks would use a socket, and whether the person is notified if they do not. */
  async function start() {
    const files = [{ name: REMOTE_RUN, text: RUN }];
    const session = {
      directory,
      nonce: 'n0',
      cwd: undefined,
      tmux: undefined,
      hasHooks: true,
      files,
    };
    const delivery = { nonce: 'n0', script: buildRemoteStart(session), cwd: '' };
    const spec = programSpec('/bin/sh', ['-c', buildRemoteCommand(session)]);
    const spawner = new SshSpawner({ spawner: createRealSpawner(), clock: systemClock });
    const process = spawner.spawn({ ...spec, ssh: { target: 'there', delivery } });
    let shown = '';
    let isOver = false;
    const notices: string[] = [];
    process.onData((chunk) => (shown += Buffer.from(chunk).toString()));
    process.onDidNotice?.((notice) => notices.push(notice));
    process.onExit(() => (isOver = true));
    await waitFor(() => isOver, { limitMs: 10_000, what: () => `the end; it shows ${shown}` });
    process.dispose();
    const isUsed = /^uses it/m.test(shown);
    assert.notEqual(isUsed, /^has none/m.test(shown), shown);
    return { isUsed, isReported: notices.join().includes('hooks cannot report') };
  }

  it('receives no hook event at the place of the forwarded socket [A18]', async () => {
    await user.succeed({ way: 'listen', path: socket });
    await user.succeed({ way: 'allow', path: socket });
    assert.deepEqual(await start(), { isUsed: false, isReported: true });
    assert.equal(await user.succeed({ way: 'received' }), '');
  });

  it('directs no hook event to another socket by a link [A18]', async () => {
    await listen(`${socket}.own`);
    await user.succeed({ way: 'link', path: socket, to: `${socket}.own` });
    assert.deepEqual(await start(), { isUsed: false, isReported: true });
  });

  it('does not keep hooks from the person’s own socket [A18]', async () => {
    await listen(socket);
    assert.ok((await start()).isUsed);
  });
});
