import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../scripts/lib/paths.mjs';
import { toMessage } from '../src/base/errors';
import { formatComparison } from './against/formatComparison';
import { measureAgainst } from './against/measureAgainst';
import { measureVersion } from './against/measureVersion';
import { checkOutVersion } from './against/versionCheckout';
import { parseBenchOptions } from './benchOptions';
import { ALL, chooseGroups, isGrowth } from './chooseGroups';
import { GROUPS } from './groups';
import type { Family } from './growth/family';
import { writeGrowth } from './growth/growth';
import { measureGroup } from './measure/measureGroup';
import { CPrograms } from './peers/cPrograms';
import { Tmux } from './peers/tmux';
import { formatTable } from './report/formatTable';
import { thisMachine } from './report/machine';
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

const PAGE = join(__dirname, '..', 'docs', 'performance.md');

/** The results of the selected groups. */
interface Run {
  /** Ids of the groups that were measured without an error. */
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
  readonly families: readonly Family[];
  readonly missingPeers: readonly string[];
  readonly notMeasured: readonly NotMeasured[];
}

/**
 * Measures the groups of rows that are not extra, each in a process of its own, prints them and writes
 * `bench/results.json`, the table of `docs/performance.md`, and the pictures. A missed target does not fail the
 * run. With ids of groups, `growth` or `all` as arguments, measures only those and writes nothing. With these and
 * `--write`, what is new replaces what is stored of the same ids. `--against VERSION` measures rows in a commit,
 * branch or tag and in HEAD by turns, prints both and writes nothing; `--rounds N` sets how often, 5 by default.
 */
async function bench(args: readonly string[]): Promise<void> {
  const { names, write, against, rounds } = parseBenchOptions(args);
  const ids = chooseGroups(GROUPS, names);
  if (against !== undefined) {
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const rows = await measureAgainst(
      {
        checkOut: (version) => checkOutVersion(ROOT, version),
        measure: (directory, chosen) => measureVersion(directory, chosen, report),
        report,
      },
      { version: against, ids: ids.filter((id) => !isGrowth(id)), rounds },
    );
    process.stdout.write(`${formatComparison(rows)}\n`);
    return;
  }
  const start = performance.now();
  const run = await measureGroups(ids);
  const seconds = (performance.now() - start) / 1000;
  printRun(run);
  const isWhole = names.length === 0 || names.includes(ALL);
  if (write || names.length === 0) {
    const isComplete = run.ids.length === ids.length && run.missingPeers.length === 0;
    const isTimed = names.length === 0 && isComplete && run.notMeasured.length === 0;
    await writeResults(run, isWhole, isTimed ? seconds : undefined);
  }
}

async function measureGroups(chosen: readonly string[]): Promise<Run> {
  const missingPeers = await findMissingPeers();
  const ids: string[] = [];
  const rows: Row[] = [];
  const families: Family[] = [];
  const notMeasured: NotMeasured[] = [];
  for (const id of chosen) {
    const start = performance.now();
    try {
      const result = await measureGroup(id);
      ids.push(id);
      rows.push(...result.rows);
      families.push(...result.families);
      notMeasured.push(...result.notMeasured.map((what) => ({ id, what })));
    } catch (error) {
      // The others are measured nevertheless.
      process.stderr.write(`${toMessage(error)}\n`);
      process.exitCode = 1;
    }
    process.stderr.write(`${id}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  return { ids, rows, families, missingPeers, notMeasured };
}

function printRun({ rows, families, missingPeers, notMeasured }: Run): void {
  const missing = missingPeers.map((peer) => `rows that need ${peer}, which is not installed`);
  const skipped = [...missing, ...notMeasured.map(({ what }) => what)];
  const lines = [
    formatTable(rows),
    ...skipped.map((what) => `Not measured: ${what}.`),
    ...families.map((family) => JSON.stringify(family)),
  ];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

async function findMissingPeers(): Promise<string[]> {
  const hasTmux = await new Tmux(tmpdir()).isAvailable();
  const hasCc = await new CPrograms(tmpdir()).isAvailable();
  return [...(hasTmux ? [] : ['tmux']), ...(hasCc ? [] : ['cc'])];
}

/** `seconds` is the time of a run without arguments. */
async function writeResults(
  run: Run,
  isWhole: boolean,
  seconds: number | undefined,
): Promise<void> {
  const { ids, rows, families, missingPeers, notMeasured } = run;
  const machine = thisMachine();
  const { node, cores } = machine;
  const date = new Date().toISOString().slice(0, 10);
  const rounded = JSON.parse(JSON.stringify(rows, roundNumber)) as readonly Row[];
  const now: Results = {
    date,
    node,
    cores,
    ...(seconds === undefined ? {} : { timedRun: { date, seconds: Math.round(seconds), machine } }),
    missingPeers,
    notMeasured,
    rows: rounded.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  const order = GROUPS.map(({ id }) => id);
  const results = mergeResults(order, readResults(), { ids, now, isWhole });
  // First: it fails if the results lack a row of the picture.
  await writePicture(results.rows);
  const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
  writeFileSync(RESULTS, await format(JSON.stringify(results), options));
  writeFileSync(PAGE, replaceTable(readFileSync(PAGE, 'utf8'), results));
  writeGrowth(families);
}

/** Rounds to four significant digits, the precision of the measurements. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

void bench(process.argv.slice(2));
