/** The shortest pause between two checks of a condition, in milliseconds. */
const POLL_MS = 10;

/** Slow checks, for example in a browser, take at most a tenth of the time. */
const PAUSE_PER_CHECK = 9;

/** The longest pause between two checks, in milliseconds. */
const LONGEST_PAUSE_MS = 100;

/** Waits until `condition` is true; fails after `limitMs` with an error that contains `what`. */
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
    if (now - begin > limitMs) {
      const text = typeof what === 'string' ? what : what();
      throw new Error(`After ${limitMs} ms still waiting for ${text}.`);
    }
    const pauseMs = Math.max(POLL_MS, PAUSE_PER_CHECK * (now - checkedAt));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, LONGEST_PAUSE_MS)));
  }
}
