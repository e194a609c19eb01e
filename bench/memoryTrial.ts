import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Terminal } from '@xterm/headless';
import { SLEEP_AFTER_MS } from '../src/pty/screenRest';
import { programSpec } from '../test/support/realPty';
import { waitFor } from '../test/support/waitFor';
import { BenchContext } from './benchContext';
import { MEMORY_SIZE, type MemoryTrialArgs } from './runMemoryTrial';

const FILLED_LIMIT_MS = 60_000;
/** From the moment a screen is to be put away until it is: each of them compresses a megabyte. */
const PUT_AWAY_MS = 3000;

/** Fills screens and prints what this process then holds, in bytes; `runMemoryTrial` starts it. */
async function memoryTrial({ kind, count, watched, path }: MemoryTrialArgs): Promise<void> {
  if (kind === 'naive') {
    const terminals = await fillTerminals(count, path);
    printMemory();
    requireRows(terminals.every(({ buffer }) => buffer.active.baseY > 0));
    return;
  }
  const context = new BenchContext();
  try {
    await fillSessions(context, { count, watched, path });
    printMemory();
    const [first] = context.sessions.list();
    const text = await context.sessions.text(first?.id ?? '', { scrollback: MEMORY_SIZE.rows });
    requireRows(text.split('\n').length >= MEMORY_SIZE.rows);
  } finally {
    await context.shutdown();
    context.dispose();
  }
}

async function fillTerminals(count: number, path: string): Promise<readonly Terminal[]> {
  const log = readFileSync(path);
  const { cols, rows: scrollback } = MEMORY_SIZE;
  const terminals = Array.from(
    { length: count },
    () => new Terminal({ cols, rows: 24, scrollback, convertEol: true, allowProposedApi: true }),
  );
  for (const terminal of terminals) {
    await new Promise<void>((fulfil) => terminal.write(log, fulfil));
  }
  return terminals;
}

/** One after another; until all output is taken in, and each screen that nobody watches had its time to be put away. */
async function fillSessions(
  context: BenchContext,
  { count, watched, path }: Omit<MemoryTrialArgs, 'kind'>,
): Promise<void> {
  const { sessions } = context;
  const { cols, rows: scrollback } = MEMORY_SIZE;
  for (let index = 0; index < count; index++) {
    const marker = join(context.directory, `filled-${index}`);
    const program = programSpec('sh', ['-c', `cat '${path}'; : >'${marker}'; exec cat`]);
    const spec = { ...context.sessionSpec(program, scrollback), dimensions: { cols, rows: 24 } };
    const { id } = await sessions.create(spec);
    if (index < watched) {
      await sessions.attach(id, { onData() {}, onExit() {} });
    }
    await waitFor(() => existsSync(marker), { limitMs: FILLED_LIMIT_MS, what: 'the output' });
  }
  await waitFor(() => sessions.list().every(({ state }) => state === 'idle'), {
    limitMs: FILLED_LIMIT_MS,
    what: 'the end of all output',
  });
  await new Promise((fulfil) => setTimeout(fulfil, SLEEP_AFTER_MS + PUT_AWAY_MS));
}

function printMemory(): void {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ rss, used: heapUsed + external })}\n`);
}

function requireRows(isSo: boolean): void {
  if (!isSo) {
    throw new Error('The screens do not hold the rows that they were sent.');
  }
}

void memoryTrial(JSON.parse(process.argv[2] ?? '') as MemoryTrialArgs);
