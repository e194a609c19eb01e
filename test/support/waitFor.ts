/** How often a condition is looked at, in milliseconds. */
const POLL_MS = 10;

/** Waits until `condition` holds; fails after `limitMs`, naming `what` was waited for. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  { limitMs, what }: { readonly limitMs: number; readonly what: string | (() => string) },
): Promise<void> {
  const begin = performance.now();
  while (!(await condition())) {
    if (performance.now() - begin > limitMs) {
      const text = typeof what === 'string' ? what : what();
      throw new Error(`After ${limitMs} ms still waiting for ${text}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
