import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GrowthId } from '../chooseGroups';
import type { BenchContext } from '../hosts/benchContext';
import { thisMachine } from '../report/machine';
import { attachGrowth } from './attachGrowth';
import { drawFamily } from './drawFamily';
import type { Family, StoredFamily } from './family';
import { loadGrowth } from './loadGrowth';
import { memoryGrowth } from './memoryGrowth';
import { startGrowth } from './startGrowth';
import { throughputGrowth } from './throughputGrowth';

const STORED = join(__dirname, '..', 'growth.json');
const PICTURES = join(__dirname, '..', '..', 'media');

type MeasureGrowth = (context: BenchContext) => Promise<readonly Family[]>;

/** What measures the families, by the group in whose process it runs. */
export const GROWTH: Readonly<Record<GrowthId, MeasureGrowth>> = {
  'growth-throughput': throughputGrowth,
  'growth-load': loadGrowth,
  'growth-memory': memoryGrowth,
  'growth-start': startGrowth,
  'growth-attach': attachGrowth,
};

/** Stores families that this machine measured in place of those of the same ids, and draws them. */
export function writeGrowth(measured: readonly Family[]): void {
  const machine = thisMachine();
  const others = readGrowth().filter(({ id }) => measured.every((family) => family.id !== id));
  const families = [...others, ...measured.map((family) => ({ ...family, machine }))];
  families.sort((one, other) => one.id.localeCompare(other.id));
  writeFileSync(STORED, `${JSON.stringify(families, roundNumber, 2)}\n`);
  for (const family of readGrowth()) {
    writeFileSync(pictureOf(family), drawFamily(family));
  }
}

/** The families of the last run. */
export function readGrowth(): readonly StoredFamily[] {
  return JSON.parse(readFileSync(STORED, 'utf8')) as readonly StoredFamily[];
}

/** The path of a family's picture. */
export function pictureOf({ id }: Pick<Family, 'id'>): string {
  return join(PICTURES, `growth-${id}.svg`);
}

/** Rounds to three significant digits. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value;
}
