import type { Machine } from '../report/machine';

/** A measured value at one size, and its spread. */
export interface Point {
  /** The number of sessions or rows. */
  readonly size: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** What grows with one size. */
export interface Panel {
  /** What the sizes count. */
  readonly sizes: string;
  readonly lines: readonly Line[];
}

/** A figure by the number of sessions and by that of rows: one picture. */
export interface Family {
  /** The name of its picture. */
  readonly id: 'attach' | 'cpu' | 'echo' | 'memory' | 'start' | 'throughput';
  readonly title: string;
  readonly unit: 'MB' | 'MB/s' | '%' | 'ms';
  /** How often each point was measured. */
  readonly rounds: number;
  readonly panels: readonly [bySessions: Panel, byRows: Panel];
}

/** A family with the machine on which it was measured. */
export interface StoredFamily extends Family {
  readonly machine: Machine;
}

/** Sessions in the pictures. */
export const SESSION_COUNTS = [1, 10, 50, 128] as const;

/** Rows of scrollback in the pictures. */
export const ROW_COUNTS = [1_000, 10_000, 100_000] as const;

/** The values of one round, by the name of their line. */
type Round<T> = Readonly<Record<string, T>>;

/** Measures the rounds of each size, one after another. */
export async function measureSizes<T>(
  sizes: readonly number[],
  measure: (size: number) => Promise<readonly Round<T>[]>,
): Promise<ReadonlyMap<number, readonly Round<T>[]>> {
  const rounds = new Map<number, readonly Round<T>[]>();
  for (const size of sizes) {
    rounds.set(size, await measure(size));
  }
  return rounds;
}

/** Returns a panel with a line for each name in the rounds. */
export function toPanel<T>(
  sizes: string,
  rounds: ReadonlyMap<number, readonly Round<T>[]>,
  valueOf: (value: T) => number,
): Panel {
  const names = new Set([...rounds.values()].flat().flatMap((round) => Object.keys(round)));
  const lines = [...names].map((name) => ({
    name,
    points: [...rounds].map(([size, measured]) =>
      toPoint(
        size,
        measured.flatMap((round) => (name in round ? [valueOf(round[name] as T)] : [])),
      ),
    ),
  }));
  return { sizes, lines };
}

/** The middle of the values and their spread. */
export function toPoint(size: number, values: readonly number[]): Point {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? NaN;
  return {
    size,
    median: at(Math.floor(sorted.length / 2)),
    least: at(0),
    most: at(sorted.length - 1),
  };
}
