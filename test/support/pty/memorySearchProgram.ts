import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { ENGINES } from '../../../src/pty/screen/createEngine';
import type { CreateEngine } from '../../../src/pty/screen/screenEngine';
import { ScreenScheduler } from '../../../src/pty/screen/screenScheduler';
import { EngineServer } from '../../../src/pty/screen/worker/engineServer';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import type { WorkerReply } from '../../../src/pty/screen/worker/workerMessages';
import type { StartThread } from '../../../src/pty/screen/worker/workerThread';
import { heldBytes } from './heldMemory';
import { hostileOutput, mutate, seededRandom, type HostileOutput } from './hostileOutput';
import type { MemorySearch, ScreenMemoryUse, WorstMemory } from './memorySearch';

/** The most output of one try, in bytes, and the CPU time after which it ends, in milliseconds. */
const TRY_BYTES = 4 * 1024 * 1024;
const TRY_CPU_MS = 800;
const CHUNK_BYTES = 64 * 1024;

/** Prints the worst memory as JSON. Started by `searchWorstMemory`. */
async function search({ engine, seed, tries, isInWorker }: MemorySearch): Promise<WorstMemory> {
  const create = isInWorker ? openInWorker(ENGINES[engine]) : ENGINES[engine];
  const random = seededRandom(seed);
  const uses: ScreenMemoryUse[] = [];
  let worst = { counted: 0, held: 0, heldCounted: 0, output: '' };
  let worstOutput = hostileOutput(random);
  for (let turn = 0; turn < tries; turn++) {
    const output = random(2) === 0 ? hostileOutput(random) : mutate(worstOutput, random);
    const use = await measure(create, output);
    uses.push(use);
    const counted = Math.max(worst.counted, use.counted);
    worst = { ...worst, counted };
    if (use.held > worst.held) {
      worst = { ...use, counted, output: JSON.stringify(output) };
      worstOutput = output;
    }
  }
  return { ...worst, uses };
}

async function measure(
  createEngine: CreateEngine,
  { sizes, pieces }: HostileOutput,
): Promise<ScreenMemoryUse> {
  const before = await heldBytes();
  const model = createEngine({
    dimensions: sizes[0],
    scrollback: 10_000,
    scheduler: new ScreenScheduler(),
    waitingBytes: () => 0,
  });
  const once = pieces.join('');
  const chunk = Buffer.from(once.repeat(Math.ceil(CHUNK_BYTES / once.length)));
  let use: ScreenMemoryUse = { counted: 0, held: 0, heldCounted: 0 };
  for (const size of sizes) {
    await model.resize(size);
    const start = process.cpuUsage();
    for (let left = TRY_BYTES; left > 0 && cpuMs(start) < TRY_CPU_MS; left -= chunk.length) {
      await model.parse(chunk);
      use = { ...use, counted: Math.max(use.counted, model.bytes) };
    }
    const held = (await heldBytes()) - before;
    if (held > use.held) {
      use = { ...use, held, heldCounted: model.bytes };
    }
  }
  model.dispose();
  return use;
}

/**
 * Returns a function that opens engines as in a worker. Its program runs in this thread, so that the memory of
 * both sides can be measured.
 */
function openInWorker(createEngine: CreateEngine): CreateEngine {
  const startThread: StartThread = (events) => {
    const reply = (message: WorkerReply): void =>
      void setImmediate(() => events.handleReply(message));
    const server = new EngineServer(createEngine, reply, () => undefined);
    reply({ kind: 'ready' });
    return {
      runningEngine: 0,
      post: (request) => server.handle(request),
      dispose: () => undefined,
    };
  };
  const deps = { clock: systemClock, logger: nullLogger, mode: () => 'auto' as const };
  const workers = new ScreenWorkers({ ...deps, createEngine, startThread });
  return (options) => {
    const engine = workers.open(options);
    if (!engine) {
      throw new Error('No worker was started.');
    }
    return engine;
  };
}

function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

void search(JSON.parse(process.argv[2] ?? '') as MemorySearch).then((worst) =>
  process.stdout.write(JSON.stringify(worst)),
);
