import type { BenchContext } from '../hosts/benchContext';
import type { Measurements } from '../report/row';
import { measureAsk } from './ask';
import { measureAttach } from './attach';
import { measureChanges } from './changes';
import { measureFloodedEcho } from './floodedEcho';
import { measureKeyGlyph } from './keyGlyph';
import { measureMemory } from './memory';
import { measureShownLog } from './shownLog';
import { measureStart } from './start';
import { measureThroughput } from './throughput';
import { measureTreeRedraws } from './treeRedraws';
import { measureWindowStart } from './windowStart';

type MeasureRow = (context: BenchContext, rounds: number) => Promise<Measurements>;

/** By the ids of the rows in `bench/report/goals.ts`. */
export const MEASURES: Readonly<Record<string, MeasureRow>> = {
  F1: measureKeyGlyph,
  F2: measureShownLog,
  F3: measureThroughput,
  F4: measureFloodedEcho,
  F5: measureStart,
  F6: measureAttach,
  F7: measureMemory,
  F8: measureWindowStart,
  F9: measureAsk,
  F10: measureTreeRedraws,
  F11: measureChanges,
};
