import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { SessionError } from '../../../src/base/errors';
import { readStartTime } from '../../../src/base/readStartTime';
import { useSessionHost } from '../../support/host/useSessionHost';
import { itAsRoot } from '../../support/security/itAsRoot';

describe('the files of a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();

  for (const umask of [0, 0o022]) {
    it(`admit only the person, whatever the umask: ${umask.toString(8).padStart(3, '0')}`, async () => {
      const before = process.umask(umask);
      try {
        const { socketPath } = await host.ensure();
        const { directory, lockfile, log } = host.paths;
        const modes = [directory, lockfile, log, socketPath].map(
          (path) => lstatSync(path).mode & 0o777,
        );
        assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o600]);
      } finally {
        process.umask(before);
      }
    });
  }
});

describe('the lock file of a session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  let living: ChildProcess;

  beforeEach(() => (living = spawn('sleep', ['60'], { stdio: 'ignore' })));
  afterEach(() => living.kill('SIGKILL'));

  it('is refused in a directory that is a link, even if a process with its pid runs', async () => {
    const elsewhere = join(host.home, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    plant(join(elsewhere, `host-${PROTOCOL_VERSION}.json`));
    symlinkSync(elsewhere, host.paths.directory);
    assert.equal(await host.access().find(), undefined);
    await assert.rejects(host.access().ensure(), isRefused(/is not a directory of your own/));
  });

  it('is ignored if it is a link', async () => {
    mkdirSync(host.paths.directory, { mode: 0o700 });
    plant(join(host.home, 'entry.json'));
    symlinkSync(join(host.home, 'entry.json'), host.paths.lockfile);
    assert.equal(await host.access().find(), undefined);
    assert.notEqual((await host.ensure()).pid, living.pid);
  });

  itAsRoot('is ignored if another user owns it', async () => {
    mkdirSync(host.paths.directory, { mode: 0o700 });
    plant(host.paths.lockfile);
    chownSync(host.paths.lockfile, 12_345, 12_345);
    assert.equal(await host.access().find(), undefined);
    assert.notEqual((await host.ensure()).pid, living.pid);
  });

  it('is refused if its socket is a link', async () => {
    const { socketPath } = await host.ensure();
    const away = `${socketPath}.away`;
    renameSync(socketPath, away);
    symlinkSync(away, socketPath);
    const isForeign = isRefused(/not a socket of your own/);
    await assert.rejects(host.access().find(), isForeign);
    await assert.rejects(host.access().ensure(), isForeign);
    rmSync(socketPath);
    renameSync(away, socketPath);
  });

  it('has its directory closed to other users when it is found', async () => {
    await host.ensure();
    chmodSync(host.paths.directory, 0o755);
    await host.access().find();
    assert.equal(lstatSync(host.paths.directory).mode & 0o777, 0o700);
  });

  it('is accepted after the machine was renamed', async () => {
    const first = await host.ensure();
    const entry = JSON.parse(readFileSync(host.paths.lockfile, 'utf8')) as object;
    // As on a system that does not report the start time of a process.
    const renamed = { ...entry, startTime: '', hostname: 'before.example' };
    writeFileSync(host.paths.lockfile, JSON.stringify(renamed), { mode: 0o600 });
    const access = host.access();
    const found = await access.ensure();
    assert.equal(found.pid, first.pid);
    assert.ok(access.isAlive(found));
    await host.kill(first.pid);
    assert.ok(!access.isAlive(found));
  });

  /** Writes a lock file that names a process of the same user, which is not a host. */
  function plant(path: string): void {
    const { pid = 0 } = living;
    const socketPath = join(host.home, 'trap.sock');
    const entry = {
      ...{ pid, startTime: readStartTime(pid), socketPath, token: 't', version: '1.2.3' },
      ...{ host: 'h', protocol: PROTOCOL_VERSION, code: '', hostname: hostname() },
    };
    writeFileSync(path, JSON.stringify(entry), { mode: 0o600 });
  }

  function isRefused(message: RegExp): (error: unknown) => boolean {
    return (error) => SessionError.is(error, 'SPAWN_FAILED') && message.test(error.message);
  }
});
