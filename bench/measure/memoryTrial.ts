import { readFileSync } from 'node:fs';
import { Terminal } from '@xterm/headless';
import { BenchContext } from '../hosts/benchContext';
import { fillSessions, waitForCompression } from '../loads/fillSessions';
import { MEMORY_SIZE, type MemoryTrialArgs } from './runMemoryTrial';
import { requireSession } from '../../src/pty/sessionBackend';

/** A screen keeps at least as many of the rows within the limit of its memory. */
const KEPT_ROWS = 9_000;

/**
 * Fills screens, and prints the memory of this process in bytes, once the screens of those without a viewer are
 * compressed. Started by `runMemoryTrial`.
 */
async function memoryTrial({ kind, path }: MemoryTrialArgs): Promise<void> {
  if (kind === 'xterm') {
    const terminals = await fillTerminals(path);
    printMemory();
    assertRows(terminals.every(({ buffer }) => buffer.active.baseY > 0));
    return;
  }
  const context = new BenchContext();
  try {
    await fillSessions(context, path);
    await waitForCompression();
    printMemory();
    const [first] = context.sessions.list();
    const text = await requireSession(context.sessions, first?.id ?? '').text({
      scrollback: MEMORY_SIZE.rows,
    });
    assertRows(text.split('\n').length >= KEPT_ROWS);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function fillTerminals(path: string): Promise<readonly Terminal[]> {
  const log = readFileSync(path);
  const { count, cols, rows: scrollback } = MEMORY_SIZE;
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
  process.stdout.write(`${process.memoryUsage.rss()}\n`);
}

function assertRows(areKept: boolean): void {
  if (!areKept) {
    throw new Error('The screens lack rows that were written to them.');
  }
}

void memoryTrial(JSON.parse(process.argv[2] ?? '') as MemoryTrialArgs);
