import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { toMessage } from '../src/base/errors';
import { formatComparison } from './against/formatComparison';
import { measureAgainst } from './against/measureAgainst';
import { parseBenchOptions } from './benchOptions';
import { GROWTH, writeGrowth } from './growth/growth';
import type { Family } from './growth/family';
import { BenchContext } from './hosts/benchContext';
import { CPrograms } from './peers/cPrograms';
import { GROUPS, type Group } from './groups';
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
import { Tmux } from './peers/tmux';

/** The argument that measures how cost grows. */
const GROWTH_ID = 'growth';
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
 * Measures all rows and the growth of cost, prints them and writes `bench/results.json`, `bench/growth.json`, the
 * table of `docs/performance.md`, and the pictures. A missed target does not fail the run. With row ids
 * or `growth` as arguments, measures only those and writes nothing. With these and `--write`, what is
 * new replaces what is stored of the same ids. `--against VERSION` measures rows in a commit, branch or
 * tag and in HEAD by turns, prints both and writes nothing; `--rounds N` sets how often, 5 by default.
 */
async function bench(args: readonly string[]): Promise<void> {
  const { ids, write, against, rounds } = parseBenchOptions(args);
  const groups = chooseGroups(
    ids.filter((id) => id !== GROWTH_ID),
    ids.length === 0,
  );
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
  const families = ids.length === 0 || ids.includes(GROWTH_ID) ? await measureGrowth() : [];
  process.stdout.write(families.map((family) => `${JSON.stringify(family)}\n`).join(''));
  const mode: WriteMode = ids.length === 0 ? 'all' : write ? 'chosen' : 'no';
  if (mode !== 'no') {
    await writeResults(run, mode);
    writeGrowth(families);
  }
}

async function measureGrowth(): Promise<readonly Family[]> {
  const families: Family[] = [];
  for (const measure of GROWTH) {
    try {
      const { measured, notMeasured } = await inContext(measure);
      families.push(...measured);
      process.stdout.write(notMeasured.map((what) => `Not measured: ${what}.\n`).join(''));
    } catch (error) {
      reportError(GROWTH_ID, error);
    }
  }
  return families;
}

async function measureGroups(groups: readonly Group[]): Promise<Run> {
  const missingPeers = await findMissingPeers();
  const ids: string[] = [];
  const rows: Row[] = [];
  const notMeasured: NotMeasured[] = [];
  for (const { id, measure } of groups) {
    const start = performance.now();
    try {
      const { measured, notMeasured: skipped } = await inContext(measure);
      ids.push(id);
      rows.push(...measured);
      notMeasured.push(...skipped.map((what) => ({ id, what })));
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

function chooseGroups(ids: readonly string[], isAll: boolean): readonly Group[] {
  const unknown = ids.filter((id) => GROUPS.every((group) => group.id !== id));
  if (unknown.length > 0) {
    const known = [...GROUPS.map(({ id }) => id), GROWTH_ID].join(', ');
    throw new Error(`Unknown row ${unknown.join(', ')}. Known rows: ${known}.`);
  }
  return isAll ? GROUPS : GROUPS.filter(({ id }) => ids.includes(id));
}

async function inContext<T>(
  measure: (context: BenchContext) => Promise<T>,
): Promise<{ readonly measured: T; readonly notMeasured: readonly string[] }> {
  const context = new BenchContext();
  try {
    return { measured: await measure(context), notMeasured: context.notMeasured };
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
