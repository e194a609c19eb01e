/** Set by `npm run test:long`. */
const isLong = process.env['AGENT_TERMINALS_LONG_TESTS'] === '1';

/**
 * The size of a stress test: `short` in `npm test`, which checks the behaviour, and `long` in
 * `npm run test:long`, which searches for rare faults and repeats it in more cases.
 */
export function stressSize({ short, long }: { short: number; long: number }): number {
  return isLong ? long : short;
}
