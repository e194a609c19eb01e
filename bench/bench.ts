import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { toMessage } from '../src/base/errors';
import { formatComparison } from './against/formatComparison';
import { measureAgainst } from './against/measureAgainst';
import { parseBenchOptions } from './benchOptions';
import { BenchContext } from './hosts/benchContext';
import { CPrograms } from './peers/cPrograms';
import { formatTable } from './report/formatTable';
import { writePicture } from './report/picture';
import {
  mergeResults,
  readResults,
  RESULTS,
  type NotMeasured,
  type Results,
} from './report/results';
import { replaceTable } from './report/resultsTable';
import { verdictOf, type Row } from './report/row';
import { askRows } from './rows/ask';
import { coalescingRows } from './rows/coalescing';
import { cutStreamRows } from './rows/cutStream';
import { detachedSinkRows } from './rows/detachedSink';
import { echoRows } from './rows/echo';
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
import { Tmux } from './peers/tmux';

interface Group {
  /** The id of the group's rows, also its name on the command line. */
  readonly id: string;
  readonly measure: (context: BenchContext) => Promise<readonly Row[]>;
}

const GROUPS: readonly Group[] = [
  { id: 'P1', measure: detachedSinkRows },
  { id: 'P2', measure: echoRows },
  { id: 'P3', measure: floodedEchoRows },
  { id: 'P4', measure: fairnessRows },
  { id: 'P5', measure: coalescingRows },
  { id: 'P6', measure: reattachRows },
  { id: 'P7', measure: memoryRows },
  { id: 'P8', measure: spawnRows },
  { id: 'P9', measure: spawnManyRows },
  { id: 'P10', measure: hostStartRows },
  { id: 'P11', measure: hostForkRows },
  { id: 'P12', measure: hostPipeRows },
  { id: 'P13', measure: idleRows },
  { id: 'P14', measure: pasteRows },
  { id: 'P15', measure: resizeStormRows },
  { id: 'P16', measure: lineBufferRows },
  { id: 'P17', measure: viewFloodRows },
  { id: 'P18', measure: worstScreenRows },
  { id: 'P19', measure: keyGlyphRows },
  { id: 'P20', measure: windowStartRows },
  { id: 'P21', measure: treeRedrawRows },
  { id: 'P22', measure: windowMemoryRows },
  {
    id: 'R4',
    measure: async (context) => [
      ...(await windowKillRows(context)),
      ...(await reloadRows(context)),
    ],
  },
  { id: 'R5', measure: hostKillRows },
  { id: 'R7', measure: hostChurnRows },
  { id: 'R10', measure: cutStreamRows },
  { id: 'D1', measure: askRows },
  { id: 'D2', measure: socketAttachRows },
];
const PAGE = join(__dirname, '..', 'docs', 'performance.md');

/** The results of the selected groups. */
interface Run {
  /** Ids of the groups that were measured without an error. */
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
  readonly missingPeers: readonly string[];
  readonly notMeasured: readonly NotMeasured[];
}

type WriteMode = 'no' | 'all' | 'chosen';

/**
 * Measures all rows, prints them as a table and writes `bench/results.json`, the table of
 * `docs/performance.md` and the picture of README.md. A missed target does not fail the run. With row
 * ids as arguments, measures only those rows and writes nothing. With row ids and `--write`, the new
 * rows replace the stored rows of the same ids. `--against VERSION` measures rows in a commit, branch or
 * tag and in HEAD by turns, prints both and writes nothing; `--rounds N` sets how often, 5 by default.
 */
async function bench(args: readonly string[]): Promise<void> {
  const { ids, write, against, rounds } = parseBenchOptions(args);
  const groups = chooseGroups(ids);
  if (against !== undefined) {
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const ids = groups.map(({ id }) => id);
    const rows = await measureAgainst({ version: against, ids, rounds, report });
    process.stdout.write(`${formatComparison(rows)}\n`);
    return;
  }
  const run = await measureGroups(groups);
  process.stdout.write(`${formatTable(run.rows)}\n`);
  for (const peer of run.missingPeers) {
    process.stdout.write(`Not measured: rows that need ${peer}, which is not installed.\n`);
  }
  for (const { what } of run.notMeasured) {
    process.stdout.write(`Not measured: ${what}.\n`);
  }
  const mode: WriteMode = ids.length === 0 ? 'all' : write ? 'chosen' : 'no';
  if (mode !== 'no') {
    await writeResults(run, mode);
  }
}

async function measureGroups(groups: readonly Group[]): Promise<Run> {
  const missingPeers = await findMissingPeers();
  const ids: string[] = [];
  const rows: Row[] = [];
  const notMeasured: NotMeasured[] = [];
  for (const { id, measure } of groups) {
    const start = performance.now();
    try {
      const measured = await measureInContext(measure);
      ids.push(id);
      rows.push(...measured.rows);
      notMeasured.push(...measured.notMeasured.map((what) => ({ id, what })));
    } catch (error) {
      reportError(id, error);
    }
    process.stderr.write(`${id}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  return { ids, rows, missingPeers, notMeasured };
}

/** Reports the error of one group. The run continues and exits with code 1. */
function reportError(id: string, error: unknown): void {
  process.stderr.write(`${id} could not be measured: ${toMessage(error)}\n`);
  process.exitCode = 1;
}

async function findMissingPeers(): Promise<string[]> {
  const hasTmux = await new Tmux(tmpdir()).isAvailable();
  const hasCc = await new CPrograms(tmpdir()).isAvailable();
  return [...(hasTmux ? [] : ['tmux']), ...(hasCc ? [] : ['cc'])];
}

function chooseGroups(ids: readonly string[]): readonly Group[] {
  const unknown = ids.filter((id) => GROUPS.every((group) => group.id !== id));
  if (unknown.length > 0) {
    const known = GROUPS.map(({ id }) => id).join(', ');
    throw new Error(`Unknown row ${unknown.join(', ')}. Known rows: ${known}.`);
  }
  return ids.length === 0 ? GROUPS : GROUPS.filter(({ id }) => ids.includes(id));
}

async function measureInContext(
  measure: Group['measure'],
): Promise<{ readonly rows: readonly Row[]; readonly notMeasured: readonly string[] }> {
  const context = new BenchContext();
  try {
    return { rows: await measure(context), notMeasured: context.notMeasured };
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function writeResults(run: Run, mode: 'all' | 'chosen'): Promise<void> {
  const { ids, rows, missingPeers, notMeasured } = run;
  const rounded = JSON.parse(JSON.stringify(rows, roundNumber)) as readonly Row[];
  const now: Results = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: availableParallelism(),
    missingPeers,
    notMeasured,
    rows: rounded.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  const order = GROUPS.map(({ id }) => id);
  const results = mode === 'all' ? now : mergeResults(order, readResults(), { ids, now });
  const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
  writeFileSync(RESULTS, await format(JSON.stringify(results), options));
  writeFileSync(PAGE, replaceTable(readFileSync(PAGE, 'utf8'), results.rows));
  await writePicture(results.rows);
}

/** Rounds to four significant digits, the precision of the measurements. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

void bench(process.argv.slice(2));
