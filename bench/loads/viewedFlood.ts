import type { Event } from '../../src/base/event';
import type { Echo } from './typeKeys';

/** As much as is looked through for words in each piece of output; they come last, or in a drawing's end. */
const TAIL = 4096;

export interface ViewedFlood {
  /** From the key that began it. */
  readonly ms: number;
  /** What came, in characters or bytes, as it comes. */
  readonly length: number;
}

/** Presses Enter, and takes all that comes until `last` does. */
export async function viewFlood(viewer: Echo, last: string): Promise<ViewedFlood> {
  let length = 0;
  const counting = viewer.onOutput((data) => (length += (data as string | Uint8Array).length));
  const start = performance.now();
  const isOver = waitForWords(viewer.onOutput, last);
  viewer.write('\r');
  await isOver;
  counting.dispose();
  return { ms: performance.now() - start, length };
}

/** Resolves once `words` have come, as text or as bytes. */
export function waitForWords(onOutput: Event<unknown>, words: string): Promise<void> {
  let tail = '';
  return new Promise((fulfil) => {
    const listening = onOutput((data) => {
      tail = (tail + tailOf(data as string | Uint8Array)).slice(-TAIL);
      if (tail.includes(words)) {
        listening.dispose();
        fulfil();
      }
    });
  });
}

function tailOf(data: string | Uint8Array): string {
  return typeof data === 'string'
    ? data.slice(-TAIL)
    : Buffer.from(data.subarray(-TAIL)).toString('latin1');
}
