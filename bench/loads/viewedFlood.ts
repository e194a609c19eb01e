import type { Event } from '../../src/base/event';
import type { Echo } from './typeKeys';

/** Characters at the end of the output in which words are searched. */
const TAIL = 4096;

export interface FloodTiming {
  /** Time from the key that starts the flood to its last word, in milliseconds. */
  readonly ms: number;
  /** Received output, in characters of a string or in bytes. */
  readonly length: number;
}

/** Presses Enter and receives output until it contains `last`. */
export async function viewFlood(viewer: Echo, last: string): Promise<FloodTiming> {
  let length = 0;
  const counter = viewer.onOutput((data) => (length += (data as string | Uint8Array).length));
  const start = performance.now();
  const ended = waitForWords(viewer.onOutput, last);
  viewer.write('\r');
  await ended;
  counter.dispose();
  return { ms: performance.now() - start, length };
}

/** Resolves once the output, strings or bytes, contains `words`. Has no time limit. */
export function waitForWords(onOutput: Event<unknown>, words: string): Promise<void> {
  let tail = '';
  return new Promise((fulfil) => {
    const listener = onOutput((data) => {
      tail = (tail + tailOf(data as string | Uint8Array)).slice(-TAIL);
      if (tail.includes(words)) {
        listener.dispose();
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
