import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { toMessage } from '../src/base/errors';
import { BenchContext } from './benchContext';
import { CPrograms } from './cPrograms';
import { formatTable } from './formatTable';
import { replaceTable } from './readmeTable';
import { verdictOf, type Row } from './row';
import { coalescingRows } from './rows/coalescing';
import { detachedSinkRows } from './rows/detachedSink';
import { echoRows } from './rows/echo';
import { fairnessRows } from './rows/fairness';
import { floodedEchoRows } from './rows/floodedEcho';
import { idleRows } from './rows/idle';
import { lineBufferRows } from './rows/lineBuffer';
import { memoryRows } from './rows/memory';
import { reattachRows } from './rows/reattach';
import { spawnRows } from './rows/spawn';
import { spawnManyRows } from './rows/spawnMany';
import { pasteRows } from './rows/paste';
import { resizeStormRows } from './rows/resizeStorm';
import { viewFloodRows } from './rows/viewFlood';
import { Tmux } from './tmux';

interface Group {
  /** Of its rows: what chooses it on the command line. */
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
  { id: 'P13', measure: idleRows },
  { id: 'P14', measure: pasteRows },
  { id: 'P15', measure: resizeStormRows },
  { id: 'P16', measure: lineBufferRows },
  { id: 'P17', measure: viewFloodRows },
];
const RESULTS = join(__dirname, 'results.json');
const README = join(__dirname, '..', 'README.md');

/**
 * Measures all rows, shows them as a table and writes them down, in the README too. A missed target is shown, and is no
 * failure. Where rows are named by their ids only they are measured, and nothing is written down:
 * the results are those of one run.
 */
async function bench(ids: readonly string[]): Promise<void> {
  const missingPeers = await findMissingPeers();
  const rows: Row[] = [];
  for (const { id, measure } of chooseGroups(ids)) {
    const measured = await inContext(measure).catch((error: unknown) => reportFault(id, error));
    rows.push(...measured);
    if (measured.length === 0) {
      missingPeers.push(`${id}'s programs`);
    }
  }
  process.stdout.write(`${formatTable(rows)}\n`);
  for (const peer of missingPeers) {
    process.stdout.write(`Not measured: what needs ${peer}, which is not there.\n`);
  }
  if (ids.length === 0) {
    await writeResults(rows, missingPeers);
  }
}

/** A row that cannot be measured takes none of the others with it; the run fails in the end. */
function reportFault(id: string, error: unknown): readonly Row[] {
  process.stderr.write(`${id} could not be measured: ${toMessage(error)}\n`);
  process.exitCode = 1;
  return [];
}

async function findMissingPeers(): Promise<string[]> {
  const hasTmux = await new Tmux(tmpdir()).isThere();
  const hasCc = await new CPrograms(tmpdir()).isThere();
  return [...(hasTmux ? [] : ['tmux']), ...(hasCc ? [] : ['cc'])];
}

function chooseGroups(ids: readonly string[]): readonly Group[] {
  const unknown = ids.filter((id) => GROUPS.every((group) => group.id !== id));
  if (unknown.length > 0) {
    const known = GROUPS.map(({ id }) => id).join(', ');
    throw new Error(`There is no row ${unknown.join(', ')}: choose of ${known}.`);
  }
  return ids.length === 0 ? GROUPS : GROUPS.filter(({ id }) => ids.includes(id));
}

async function inContext(measure: Group['measure']): Promise<readonly Row[]> {
  const context = new BenchContext();
  try {
    return await measure(context);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function writeResults(rows: readonly Row[], missingPeers: readonly string[]): Promise<void> {
  const rounded = JSON.parse(JSON.stringify(rows, roundNumber)) as readonly Row[];
  const results = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: availableParallelism(),
    missingPeers,
    rows: rounded.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
  writeFileSync(RESULTS, await format(JSON.stringify(results), options));
  writeFileSync(README, replaceTable(readFileSync(README, 'utf8'), rounded));
}

/** Four digits: there is no more truth in a measurement. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

void bench(process.argv.slice(2));
