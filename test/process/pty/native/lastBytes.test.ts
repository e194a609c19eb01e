import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stressSize } from '../../../support/stress';
import { findNodes } from '../../../support/views/nodes';

const TRIAL = join(__dirname, 'lastBytesTrial.ts');
const MODES = ['plain', 'paused', 'blocked'];
/** Bytes that a program writes before it ends, and how many programs do so in each mode. */
const LOADS = [
  { bytes: 8 * 1024, programs: stressSize({ short: 20, long: 170 }) },
  { bytes: 64 * 1024, programs: stressSize({ short: 20, long: 170 }) },
  { bytes: 5_000_000, programs: stressSize({ short: 4, long: 10 }) },
];

const nodes = findNodes();
const scope = nodes.length > 1 ? '' : ' (no second Node on this machine: only that of the tests)';

describe(`the last bytes of a program${scope}`, function () {
  this.timeout(180_000);

  for (const { path, version } of nodes) {
    for (const { bytes, programs } of LOADS) {
      it(`all arrive before its exit: ${bytes} bytes, Node ${version}`, async () => {
        const args = ['--import', 'tsx', TRIAL, String(bytes), String(programs), ...MODES];
        const { stdout } = await promisify(execFile)(path, args);
        const { uv, faults } = JSON.parse(stdout) as { uv: string; faults: readonly number[] };
        const none = MODES.map(() => 0);
        assert.deepEqual(faults, none, `of ${programs}, ${MODES.join()}, libuv ${uv}`);
      });
    }
  }
});
