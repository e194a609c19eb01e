/** How long some work took, and how long it kept this process from all else, in milliseconds. */
export interface LoopTiming {
  readonly ms: number;
  /** The longest time between two turns of the event loop, of which there is at least one in each millisecond. */
  readonly longestBlockMs: number;
}

/** Runs `work`. A timer observes the loop: turns without pause would take a core from the work. */
export async function watchLoop(work: () => Promise<unknown>): Promise<LoopTiming> {
  const start = performance.now();
  let longestBlockMs = 0;
  let last = start;
  const observe = (): void => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - last);
    last = now;
  };
  const timer = setInterval(observe, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  observe();
  return { ms: last - start, longestBlockMs };
}
