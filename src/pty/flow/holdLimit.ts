/** Bounds the output that one queue, or several together, hold while their sinks are full. */
export class HoldLimit {
  private held = 0;

  /** @param limit The longest output, in the unit of the pieces' `length`. */
  constructor(private readonly limit: number) {}

  get isExceeded(): boolean {
    return this.held > this.limit;
  }

  /** A queue holds `length` more than before, or less if it is negative. */
  add(length: number): void {
    this.held += length;
  }
}
