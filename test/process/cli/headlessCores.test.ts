import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { withFileLock } from '../../../src/base/fileLock';
import { HeadlessCores } from '../../../src/cli/headlessCores';
import { createHurriedClock } from '../../support/hurriedClock';
import { ManualClock } from '../../support/manualClock';

describe('HeadlessCores', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-cores-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('fails with TIMEOUT while other commands open and end cores for 30 seconds', async () => {
    const file = join(directory, 'snapshot.json');
    const program = join(directory, 'program.cjs');
    writeFileSync(program, '');
    const snapshot = { file, program, path: directory, uri: '' };
    const clock = new ManualClock();
    const start = clock.monotonic();
    const cores = new HeadlessCores({
      clock: createHurriedClock(clock),
      env: {},
      notify: assert.fail,
    });
    await withFileLock(file, systemClock, async () => {
      const opening = cores.open(snapshot, () => Promise.resolve(false));
      await assert.rejects(opening, { code: 'TIMEOUT', message: /Try again/ });
    });
    assert.equal(clock.monotonic() - start, 30_000);
  });
});
