import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../hosts/benchContext';
import { attachGrowth } from './attachGrowth';
import { drawFamily } from './drawFamily';
import type { Family } from './family';
import { loadGrowth } from './loadGrowth';
import { memoryGrowth } from './memoryGrowth';
import { startGrowth } from './startGrowth';

const STORED = join(__dirname, '..', 'growth.json');
const PICTURES = join(__dirname, '..', '..', 'media');

type MeasureGrowth = (context: BenchContext) => Promise<readonly Family[]>;

/** Each is measured in a context of its own. */
export const GROWTH: readonly MeasureGrowth[] = [
  loadGrowth,
  memoryGrowth,
  startGrowth,
  attachGrowth,
];

/** Stores measured families in place of those of the same ids, and draws them. */
export function writeGrowth(measured: readonly Family[]): void {
  const others = readGrowth().filter(({ id }) => measured.every((family) => family.id !== id));
  const families = [...others, ...measured].sort((one, other) => one.id.localeCompare(other.id));
  writeFileSync(STORED, `${JSON.stringify(families, roundNumber, 2)}\n`);
  for (const family of readGrowth()) {
    writeFileSync(pictureOf(family), drawFamily(family));
  }
}

/** The families of the last run. */
export function readGrowth(): readonly Family[] {
  return JSON.parse(readFileSync(STORED, 'utf8')) as readonly Family[];
}

/** The path of a family's picture. */
export function pictureOf({ id }: Pick<Family, 'id'>): string {
  return join(PICTURES, `growth-${id}.svg`);
}

/** Rounds to three significant digits. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value;
}
