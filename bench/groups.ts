import type { BenchContext } from './hosts/benchContext';
import type { Row } from './report/row';
import { askRows } from './rows/ask';
import { coalescingRows } from './rows/coalescing';
import { cutStreamRows } from './rows/cutStream';
import { detachedSinkRows } from './rows/detachedSink';
import { echoRows } from './rows/echo';
import { engineRows } from './rows/engines';
import { fairnessRows } from './rows/fairness';
import { floodedEchoRows } from './rows/floodedEcho';
import { hostChurnRows } from './rows/hostChurn';
import { hostForkRows } from './rows/hostFork';
import { hostKillRows } from './rows/hostKills';
import { hostPipeRows } from './rows/hostPipe';
import { hostStartRows } from './rows/hostStart';
import { idleRows } from './rows/idle';
import { keyGlyphRows } from './rows/vscode/keyGlyph';
import { lineBufferRows } from './rows/lineBuffer';
import { memoryRows } from './rows/memory';
import { reattachRows } from './rows/reattach';
import { reloadRows } from './rows/reload';
import { socketAttachRows } from './rows/socketAttach';
import { spawnRows } from './rows/spawn';
import { spawnManyRows } from './rows/spawnMany';
import { pasteRows } from './rows/paste';
import { resizeStormRows } from './rows/resizeStorm';
import { treeRedrawRows } from './rows/vscode/treeRedraws';
import { viewFloodRows } from './rows/vscode/viewFlood';
import { windowMemoryRows } from './rows/vscode/windowMemory';
import { windowStartRows } from './rows/vscode/windowStart';
import { windowKillRows } from './rows/windowKills';
import { worstScreenRows } from './rows/worstScreen';

export interface Group {
  /** The id of the group's rows, also its name on the command line. */
  readonly id: string;
  readonly measure: (context: BenchContext) => Promise<readonly Row[]>;
  /** Set if the group is measured only by its name, or with all: the others take 15 minutes. */
  readonly isExtra?: true;
}

/** All groups of rows, in the order of the table. */
export const GROUPS: readonly Group[] = [
  { id: 'P1', measure: detachedSinkRows },
  { id: 'P2', measure: echoRows },
  { id: 'P3', measure: floodedEchoRows },
  { id: 'P4', measure: fairnessRows },
  { id: 'P5', measure: coalescingRows, isExtra: true },
  { id: 'P6', measure: reattachRows },
  { id: 'P7', measure: memoryRows, isExtra: true },
  { id: 'P8', measure: spawnRows },
  { id: 'P9', measure: spawnManyRows },
  { id: 'P10', measure: hostStartRows },
  { id: 'P11', measure: hostForkRows, isExtra: true },
  { id: 'P12', measure: hostPipeRows },
  { id: 'P13', measure: idleRows, isExtra: true },
  { id: 'P14', measure: pasteRows, isExtra: true },
  { id: 'P15', measure: resizeStormRows, isExtra: true },
  { id: 'P16', measure: lineBufferRows },
  { id: 'P17', measure: viewFloodRows, isExtra: true },
  { id: 'P18', measure: worstScreenRows, isExtra: true },
  { id: 'P19', measure: keyGlyphRows },
  { id: 'P20', measure: windowStartRows },
  { id: 'P21', measure: treeRedrawRows },
  { id: 'P22', measure: windowMemoryRows },
  { id: 'R4', measure: windowRows, isExtra: true },
  { id: 'R5', measure: hostKillRows, isExtra: true },
  { id: 'R7', measure: hostChurnRows, isExtra: true },
  { id: 'R10', measure: cutStreamRows, isExtra: true },
  { id: 'engines', measure: engineRows, isExtra: true },
  { id: 'D1', measure: askRows, isExtra: true },
  { id: 'D2', measure: socketAttachRows },
];

async function windowRows(context: BenchContext): Promise<readonly Row[]> {
  return [...(await windowKillRows(context)), ...(await reloadRows(context))];
}
