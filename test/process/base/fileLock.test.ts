import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { withFileLock } from '../../../src/base/fileLock';
import { createHurriedClock } from '../../support/hurriedClock';
import { ManualClock } from '../../support/manualClock';

describe('withFileLock', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-lock-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('fails after 8 seconds while another caller holds the lock, and runs nothing', async () => {
    const path = join(directory, 'f');
    const clock = new ManualClock();
    const start = clock.monotonic();
    let hasRun = false;
    await withFileLock(path, systemClock, async () => {
      const second = withFileLock(path, createHurriedClock(clock), () => {
        hasRun = true;
        return Promise.resolve();
      });
      await assert.rejects(second, { code: 'ELOCKED' });
    });
    assert.equal(hasRun, false);
    assert.equal(clock.monotonic() - start, 8_000);
  });

  it('runs the second caller after the first has ended, also if that one failed', async () => {
    const path = join(directory, 'f');
    const steps: string[] = [];
    const first = withFileLock(path, systemClock, async () => {
      steps.push('first');
      await Promise.resolve();
      steps.push('end of the first');
      throw new Error('failed');
    });
    const second = withFileLock(path, systemClock, () => {
      steps.push('second');
      return Promise.resolve();
    });
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual(steps, ['first', 'end of the first', 'second']);
  });
});
