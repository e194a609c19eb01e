import assert from 'node:assert/strict';
import { readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError } from '../../../src/base/errors';
import { useSessionHost } from '../../support/host/useSessionHost';
import { mountSmallDisk, unmountDisk } from '../../support/host/smallDisk';

describe('a session host on a full disk', function () {
  this.timeout(60_000);
  let disk = '';
  /** Before the home is removed, in which the disk is mounted. */
  afterEach(() => unmountDisk(disk));
  const host = useSessionHost();
  beforeEach(() => (disk = join(host.home, 'disk')));

  it('fails to start with a clear message, and leaves no files', async function () {
    mountSmallDisk(this, disk, '64k');
    await assert.rejects(host.access({ home: disk }).ensure(), (error) => {
      assert.ok(SessionError.is(error, 'SPAWN_FAILED'));
      assert.match(error.message, /could not be started: ENOSPC/);
      return true;
    });
    assert.deepEqual(readdirSync(join(disk, 'host')), []);
  });

  it('continues if it was started before the disk was full, and ends in order', async function () {
    mountSmallDisk(this, disk, '16m');
    const found = await host.ensure({ home: disk });
    const conversation = await host.enter(found);
    const limits = {
      maxSessions: 10,
      exitedRetentionMs: 1000,
      keepScreensOnDisk: true,
      screenWorker: 'auto' as const,
    };
    conversation.note({ note: 'limits', limits });
    fill();
    await conversation.sh('shell-main-a', 'echo here; read line');
    await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'here');
    await conversation.kill('shell-main-a');
    await conversation.stop();
    await host.isGone(found.pid);
    assert.equal(await host.access({ home: disk }).find(), undefined);
  });

  function fill(): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'full'), Buffer.alloc(bavail * bsize));
  }
});
