import { Emulator } from '../../../src/pty/screen/xterm/emulator';
import { DEFAULT_LOOK } from '../../../src/pty/terminalLook';
import { heldBytes } from './heldMemory';
import { hostileOutput, mutate, seededRandom, type HostileOutput } from './hostileOutput';
import type { MemorySearch, ScreenMemoryUse, WorstMemory } from './memorySearch';

/** The most output of one try, in bytes, and the CPU time after which it ends, in milliseconds. */
const TRY_BYTES = 4 * 1024 * 1024;
const TRY_CPU_MS = 800;
const CHUNK_BYTES = 64 * 1024;

/** Rows with nearly as many marks and underlines as they may have, with which the search begins. */
const HEAVY: HostileOutput = {
  sizes: [{ cols: 120, rows: 24 }],
  pieces: [
    ...Array.from({ length: 60 }, (_, colour) => `\x1b[4:3;58:5:${colour}mx`),
    'e\u0301'.repeat(60),
  ],
};

/** Prints the worst memory as JSON. Started by `searchWorstMemory`. */
async function search({ seed, tries }: MemorySearch): Promise<WorstMemory> {
  const random = seededRandom(seed);
  const uses: ScreenMemoryUse[] = [];
  let worst = { counted: 0, held: 0, heldCounted: 0, output: '' };
  let worstOutput = HEAVY;
  for (let turn = 0; turn < tries; turn++) {
    const next = random(2) === 0 ? hostileOutput(random) : mutate(worstOutput, random);
    const output = turn === 0 ? HEAVY : next;
    const use = await measure(output);
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

async function measure({ sizes, pieces }: HostileOutput): Promise<ScreenMemoryUse> {
  const before = await heldBytes();
  const emulator = new Emulator({
    dimensions: sizes[0],
    scrollback: 10_000,
    look: () => DEFAULT_LOOK,
  });
  const once = pieces.join('');
  const chunk = Buffer.from(once.repeat(Math.ceil(CHUNK_BYTES / once.length)));
  let use: ScreenMemoryUse = { counted: 0, held: 0, heldCounted: 0 };
  for (const size of sizes) {
    emulator.resize(size);
    const start = process.cpuUsage();
    for (let left = TRY_BYTES; left > 0 && cpuMs(start) < TRY_CPU_MS; left -= chunk.length) {
      emulator.parse(chunk);
      use = { ...use, counted: Math.max(use.counted, emulator.bytes) };
    }
    const held = (await heldBytes()) - before;
    if (held > use.held) {
      use = { ...use, held, heldCounted: emulator.bytes };
    }
  }
  emulator.dispose();
  return use;
}

function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

void search(JSON.parse(process.argv[2] ?? '') as MemorySearch).then((worst) =>
  process.stdout.write(JSON.stringify(worst)),
);
