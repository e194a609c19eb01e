/** For how many milliseconds the event loop stands still at the most while `work` goes on. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) {
      setImmediate(look);
    }
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest;
}
