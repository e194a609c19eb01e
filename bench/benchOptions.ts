import { parseArgs } from 'node:util';

/** How often each version is measured by default. */
const ROUNDS = 5;

export interface BenchOptions {
  /** The groups to measure, of which `all` names all; empty for those that are not extra. */
  readonly names: readonly string[];
  /** Whether chosen rows replace the stored ones. */
  readonly write: boolean;
  /** A commit, branch or tag that is measured beside HEAD; undefined for none. */
  readonly against: string | undefined;
  /** How often each of two versions is measured. */
  readonly rounds: number;
}

/** @throws with one sentence for unknown options, and for rounds that are no positive integer */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      against: { type: 'string' },
      rounds: { type: 'string', default: String(ROUNDS) },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a number from 1: ${values.rounds} is none.`);
  }
  return { names: positionals, write: values.write, against: values.against, rounds };
}
