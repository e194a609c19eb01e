/** Measures the rate and the longest gap in the output of a program that writes steadily. */
export class OutputMeter {
  private total = 0;
  private recordedGapMs = 0;
  private first: number | undefined;
  private last = performance.now();

  /** @param skipped bytes at the beginning of the output that are not measured */
  constructor(private skipped = 0) {}

  get hasStarted(): boolean {
    return this.first !== undefined;
  }

  /** Bytes per second since the first output; 0 before it. */
  get rate(): number {
    return this.first === undefined ? 0 : (1000 * this.total) / (performance.now() - this.first);
  }

  /** Longest time without output, up to now, in milliseconds. */
  get longestGapMs(): number {
    return Math.max(this.recordedGapMs, performance.now() - this.last);
  }

  add(bytes: number): void {
    const skipped = Math.min(bytes, this.skipped);
    this.skipped -= skipped;
    if (skipped === bytes) {
      return;
    }
    const now = performance.now();
    this.first ??= now;
    this.total += bytes - skipped;
    this.recordedGapMs = Math.max(this.recordedGapMs, now - this.last);
    this.last = now;
  }

  /** Discards the gaps so far, those of the start. */
  resetGap(): void {
    this.recordedGapMs = 0;
    this.last = performance.now();
  }
}
