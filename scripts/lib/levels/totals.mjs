// @ts-check

/** @typedef {{readonly passed: number, readonly failed: number, readonly skipped: number}} Totals */

/** @type {Totals} */
export const NOTHING = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {readonly Totals[]} all
 * @returns {Totals}
 */
export function addTotals(all) {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    NOTHING,
  );
}

/** @param {Totals} totals */
export function formatTotals({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Combines the counts of a level and its exit: a level that failed without a failed test, or wrote
 * no counts, did not run to its end, which counts as a failure, too.
 * @param {Totals | undefined} counted
 * @param {boolean} succeeded
 * @returns {Totals}
 */
export function judgeLevel(counted, succeeded) {
  const totals = counted ?? NOTHING;
  const complete = counted !== undefined && (succeeded || totals.failed > 0);
  return complete ? totals : { ...totals, failed: totals.failed + 1 };
}

/**
 * Whether a run has failed as a whole. Tests whose tools a machine lacks, and its user may not
 * install, count as skipped, which fails a run only on CI.
 * @param {Totals} totals
 * @param {{isCi: boolean}} run
 */
export function isFailure({ failed, skipped }, { isCi }) {
  return failed > 0 || (isCi && skipped > 0);
}

/** @param {Readonly<Record<string, string | undefined>>} env */
export function isCi({ CI = '' }) {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}
