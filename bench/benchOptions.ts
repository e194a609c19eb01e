import { parseArgs } from 'node:util';
import { ROWS } from './report/goals';

/** Fewer rounds are not stored. */
const LEAST_ROUNDS = 5;

export interface BenchOptions {
  /** The ids of the rows to measure, in the order of the table. */
  readonly ids: readonly string[];
  /** Whether the rows replace the stored ones. */
  readonly write: boolean;
  /** A commit, branch or tag that is measured beside HEAD; undefined for none. */
  readonly against: string | undefined;
  /** How often each row, or each of two versions, is measured. */
  readonly rounds: number;
}

/** @throws with one sentence for unknown options and rows, for rounds that are no positive integer, and for too few to store */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      against: { type: 'string' },
      rounds: { type: 'string', default: String(LEAST_ROUNDS) },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a number from 1: ${values.rounds} is none.`);
  }
  if (values.write && rounds < LEAST_ROUNDS) {
    throw new Error(`Results of fewer than ${LEAST_ROUNDS} rounds are not written.`);
  }
  const known = ROWS.map(({ id }) => id);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown row ${unknown.join(', ')}. Known rows: ${known.join(', ')}.`);
  }
  const ids = known.filter((id) => positionals.length === 0 || positionals.includes(id));
  return { ids, write: values.write, against: values.against, rounds };
}
