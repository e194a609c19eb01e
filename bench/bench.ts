import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { BenchContext } from './benchContext';
import { formatTable } from './formatTable';
import { verdictOf, type Row } from './row';
import { detachedSinkRows } from './rows/detachedSink';
import { echoRows } from './rows/echo';
import { lineBufferRows } from './rows/lineBuffer';
import { reattachRows } from './rows/reattach';
import { Tmux } from './tmux';

const GROUPS = [detachedSinkRows, echoRows, reattachRows, lineBufferRows];
const RESULTS = join(__dirname, 'results.json');

/** Measures all rows, shows them as a table and writes them down. A missed target is shown, and is no failure. */
async function bench(): Promise<void> {
  const missingPeers = (await new Tmux(tmpdir()).isThere()) ? [] : ['tmux'];
  const rows: Row[] = [];
  for (const measure of GROUPS) {
    rows.push(...(await inContext(measure)));
  }
  process.stdout.write(`${formatTable(rows)}\n`);
  for (const peer of missingPeers) {
    process.stdout.write(`Not measured: the rows against ${peer}, which is not on the PATH.\n`);
  }
  await writeResults(rows, missingPeers);
}

async function inContext(
  measure: (context: BenchContext) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const context = new BenchContext();
  try {
    return await measure(context);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function writeResults(rows: readonly Row[], missingPeers: readonly string[]): Promise<void> {
  const results = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: availableParallelism(),
    missingPeers,
    rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })),
  };
  const options = { ...(await resolveConfig(RESULTS)), filepath: RESULTS };
  writeFileSync(RESULTS, await format(JSON.stringify(results, roundNumber), options));
}

/** Four digits: there is no more truth in a measurement. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}

void bench();
