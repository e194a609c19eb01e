/** Longest time, in milliseconds, between two turns of the event loop while `work` runs. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let hasEnded = false;
  const check = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!hasEnded) {
      setImmediate(check);
    }
  };
  setImmediate(check);
  await work();
  hasEnded = true;
  check();
  return longest;
}
