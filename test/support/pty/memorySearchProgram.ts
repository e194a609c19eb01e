import { XtermEngine } from '../../../src/pty/screen/xterm/xtermEngine';
import { ScreenScheduler } from '../../../src/pty/screen/screenScheduler';
import { heldBytes } from './heldMemory';
import { hostileOutput, mutate, seededRandom, type HostileOutput } from './hostileOutput';
import type { MemorySearch, ScreenMemoryUse, WorstMemory } from './memorySearch';

/** The most output of one try, in bytes, and the CPU time after which it ends, in milliseconds. */
const TRY_BYTES = 4 * 1024 * 1024;
const TRY_CPU_MS = 800;
const CHUNK_BYTES = 64 * 1024;

/** Prints the worst memory as JSON. Started by `searchWorstMemory`. */
async function search({ seed, tries }: MemorySearch): Promise<WorstMemory> {
  const random = seededRandom(seed);
  let worst: WorstMemory = { counted: 0, held: 0, heldCounted: 0, output: '' };
  let worstOutput = hostileOutput(random);
  for (let turn = 0; turn < tries; turn++) {
    const output = random(2) === 0 ? hostileOutput(random) : mutate(worstOutput, random);
    const use = await measure(output);
    const counted = Math.max(worst.counted, use.counted);
    worst = { ...worst, counted };
    if (use.held > worst.held) {
      worst = { ...use, counted, output: JSON.stringify(output) };
      worstOutput = output;
    }
  }
  return worst;
}

async function measure({ sizes, pieces }: HostileOutput): Promise<ScreenMemoryUse> {
  const before = await heldBytes();
  const model = new XtermEngine({
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

function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

void search(JSON.parse(process.argv[2] ?? '') as MemorySearch).then((worst) =>
  process.stdout.write(JSON.stringify(worst)),
);
