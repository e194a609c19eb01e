/** How much output has come from a program that writes steadily, and how evenly. */
export class Arrivals {
  private total = 0;
  private longest = 0;
  private first: number | undefined;
  private last = performance.now();

  get hasBegun(): boolean {
    return this.first !== undefined;
  }

  /** Bytes a second since the first of them came. */
  get rate(): number {
    return this.first === undefined ? 0 : (1000 * this.total) / (performance.now() - this.first);
  }

  /** The longest time in which nothing came, this moment included, in milliseconds. */
  get longestSilenceMs(): number {
    return Math.max(this.longest, performance.now() - this.last);
  }

  add(bytes: number): void {
    const now = performance.now();
    this.first ??= now;
    this.total += bytes;
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }

  /** From now on silences count: the start is over. */
  forgetSilence(): void {
    this.longest = 0;
    this.last = performance.now();
  }
}
