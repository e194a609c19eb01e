import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { LEASE_TIMEOUT_MS } from '../../../src/ownership/otherWindows';
import { useLeases } from '../../support/agents/useLeases';
import { ManualClock } from '../../support/manualClock';

const LEASE = { ptyId: 'a-main-t', conversation: 'u' };

describe('the files of leases', () => {
  const fixture = useLeases();
  const { open, errors } = fixture;
  let directory = '';
  beforeEach(() => ({ directory } = fixture));

  it('keep the leases that they have while they can be touched but not replaced, as on a full disk', async () => {
    const clock = new ManualClock();
    const [one, two] = [open(clock), open(clock)];
    await one.claim(LEASE);
    await one.start();
    const nextBeat = (): Promise<void> => {
      clock.advance(5000);
      return one.release('unknown');
    };
    // An old file in the place of the lock, which cannot be acquired then.
    const lock = join(directory, 'claims.lock');
    await writeFile(lock, '');
    await utimes(lock, 0, 0);
    const answers = { r1: 'watched' } as const;
    await assert.rejects(one.publish({ requests: [], answers }));
    for (let passed = 0; passed < 2 * LEASE_TIMEOUT_MS; passed += 5000) {
      await nextBeat();
      await two.readOthers();
      assert.equal(two.isOwnedElsewhere(LEASE.ptyId), true);
    }
    assert.equal(errors.splice(0).length, 1);
    await rm(lock);
    await nextBeat();
    assert.deepEqual((await two.readWindows()).get(one.window)?.answers, answers);
  });

  it('are written with the last messages of their window', async () => {
    const [one, two] = [open(), open()];
    await one.claim(LEASE);
    const requests = [{ id: 'r1', ptyId: 'b', terms: 'always', to: two.window }] as const;
    await one.publish({ requests, answers: {} });
    const released = one.release(LEASE.ptyId);
    const withdrawn = one.publish({ requests: [], answers: {} });
    await released;
    assert.doesNotMatch(readFileSync(join(directory, one.window), 'utf8'), /r1/);
    await withdrawn;
  });

  it('lose their leases in time, although they cannot be read meanwhile', async () => {
    const clock = new ManualClock();
    const there = open(systemClock, { self: { pid: 999_999_999, hostname: 'there' } });
    await there.claim(LEASE);
    const path = join(directory, there.window);
    await utimes(path, 1, 1);
    const two = open(clock);
    await two.readOthers();
    assert.equal(two.isOwnedElsewhere(LEASE.ptyId), true);
    await rename(path, `${path}-aside`);
    await mkdir(path);
    await utimes(path, 1, 1);
    await two.readOthers();
    await rm(path, { recursive: true });
    await rename(`${path}-aside`, path);
    clock.advance(LEASE_TIMEOUT_MS);
    await two.claim(LEASE);
  });
});
