import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ROUNDS = 4;

/** The memory that this process holds, in bytes, without garbage. */
export async function heldBytes(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    // Buffers are freed in a separate thread, and counted one turn later.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return least;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
