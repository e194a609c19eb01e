import { availableParallelism, loadavg } from 'node:os';

/** The shortest pause between two checks of a condition, in milliseconds. */
const POLL_MS = 10;

/** Slow checks, for example in a browser, take at most a tenth of the time. */
const PAUSE_PER_CHECK = 9;

const MOST_SHARED = 8;

/** The longest pause between two checks, in milliseconds. */
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until `condition` is true; fails after `limitMs` with an error that contains `what`. On a busy machine
 * it waits longer in proportion, so a limit means the same beside other programs.
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  { limitMs, what }: { readonly limitMs: number; readonly what: string | (() => string) },
): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const checkedAt = performance.now();
    if (await condition()) {
      return;
    }
    const now = performance.now();
    if (now - begin > limitMs * slowdown()) {
      const text = typeof what === 'string' ? what : what();
      throw new Error(`After ${Math.round(now - begin)} ms still waiting for ${text}.`);
    }
    const pauseMs = Math.max(POLL_MS, PAUSE_PER_CHECK * (now - checkedAt));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, LONGEST_PAUSE_MS)));
  }
}

/** How many programs share a core; 1 if there are fewer programs than cores. At most {@link MOST_SHARED}. */
export function slowdown(): number {
  const [load = 0] = loadavg();
  return Math.min(Math.max(1, load / availableParallelism()), MOST_SHARED);
}
