import assert from 'node:assert/strict';
import {
  addTotals,
  formatTotals,
  isCi,
  isFailure,
  judgeLevel,
} from '../../../scripts/lib/levels/totals.mjs';

const totals = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });

describe('totals', () => {
  it('add up over levels', () => {
    assert.deepEqual(addTotals([totals(1, 2, 3), totals(10, 0, 1)]), totals(11, 2, 4));
    assert.deepEqual(addTotals([]), totals(0, 0, 0));
  });

  it('are printed as one line', () => {
    assert.equal(formatTotals(totals(3, 0, 1)), '3 passed, 0 failed, 1 skipped');
  });

  const CASES = [
    ['a level that passed', totals(3, 0, 1), true, totals(3, 0, 1)],
    ['a level with failed tests', totals(3, 2, 0), false, totals(3, 2, 0)],
    ['a level that exited with an error after its tests', totals(3, 0, 0), false, totals(3, 1, 0)],
    ['a level without counts', undefined, true, totals(0, 1, 0)],
    ['a level that did not begin', undefined, false, totals(0, 1, 0)],
  ] as const;
  for (const [what, counted, succeeded, expected] of CASES) {
    it(`judge ${what}`, () => {
      assert.deepEqual(judgeLevel(counted, succeeded), expected);
    });
  }

  for (const [what, counted, run, expected] of [
    ['a run without a failure', totals(3, 0, 0), { isCi: true }, false],
    ['a failed test', totals(3, 1, 0), { isCi: false }, true],
    ['a skipped test', totals(3, 0, 1), { isCi: false }, false],
    ['a skipped test on CI', totals(3, 0, 1), { isCi: true }, true],
  ] as const) {
    it(`${expected ? 'fail' : 'pass'} a run for ${what}`, () => {
      assert.equal(isFailure(counted, run), expected);
    });
  }

  it('recognize CI by its variable', () => {
    const isCiBy = (CI: string | undefined) => isCi({ CI });
    assert.deepEqual(['true', '1', 'TRUE', 'yes'].map(isCiBy), [true, true, true, true]);
    assert.deepEqual([undefined, '', '0', 'false'].map(isCiBy), [false, false, false, false]);
  });
});
