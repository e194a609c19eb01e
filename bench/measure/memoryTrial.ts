import { readFileSync } from 'node:fs';
import { Terminal } from '@xterm/headless';
import { BenchContext } from '../hosts/benchContext';
import { fillSessions, waitForCompression } from '../loads/fillSessions';
import { packPrograms } from '../peers/packedPrograms';
import { FILLED, MEMORY_SIZE, type MemoryTrialArgs } from './runMemoryTrial';

/** A screen keeps at least as many of the rows within the limit of its memory. */
const KEPT_ROWS = 9_000;

/**
 * Fills screens, prints `FILLED` once sessions have read all output, and prints the memory of this process as JSON, in
 * bytes, once the screens of those without a viewer are compressed. Started by `runMemoryTrial`.
 */
async function memoryTrial({ kind, count, viewed, path, rows }: MemoryTrialArgs): Promise<void> {
  if (kind === 'naive') {
    const terminals = await fillTerminals({ count, path, rows });
    printMemory();
    assertRows(terminals.every(({ buffer }) => buffer.active.baseY > 0));
    return;
  }
  if (kind === 'packed') {
    const programs = await packPrograms(count, path);
    printMemory();
    await Promise.all(programs.map((program) => program.end()));
    return;
  }
  const context = new BenchContext();
  try {
    await fillSessions(context, { count, viewed, path, rows });
    process.stdout.write(`${FILLED}\n`);
    await waitForCompression();
    printMemory();
    const [first] = context.sessions.list();
    const text = await context.sessions.text(first?.id ?? '', { scrollback: rows });
    assertRows(text.split('\n').length >= Math.min(rows, KEPT_ROWS));
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function fillTerminals({
  count,
  path,
  rows: scrollback,
}: Pick<MemoryTrialArgs, 'count' | 'path' | 'rows'>): Promise<readonly Terminal[]> {
  const log = readFileSync(path);
  const { cols } = MEMORY_SIZE;
  const terminals = Array.from(
    { length: count },
    () => new Terminal({ cols, rows: 24, scrollback, convertEol: true, allowProposedApi: true }),
  );
  for (const terminal of terminals) {
    await new Promise<void>((fulfil) => terminal.write(log, fulfil));
  }
  return terminals;
}

function printMemory(): void {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ rss, used: heapUsed + external })}\n`);
}

function assertRows(areKept: boolean): void {
  if (!areKept) {
    throw new Error('The screens lack rows that were written to them.');
  }
}

void memoryTrial(JSON.parse(process.argv[2] ?? '') as MemoryTrialArgs);
