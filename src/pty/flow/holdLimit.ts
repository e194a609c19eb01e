/** Holds output while its sink is full. */
export interface OutputHolder {
  /** In the unit of the pieces' `length`. */
  readonly heldLength: number;
  /** Drops the held output. */
  overflow(): void;
}

/**
 * Bounds the output that one queue, or several together, hold while their sinks are full. Above the limit the queue
 * that holds most drops its output, so that a quiet session does not lose its output to a flood.
 */
export class HoldLimit {
  private readonly holders = new Set<OutputHolder>();

  /** @param limit The longest output, in the unit of the pieces' `length`. */
  constructor(private readonly limit: number) {}

  /** Call it when `holder` holds more or less than before. */
  update(holder: OutputHolder): void {
    if (holder.heldLength > 0) {
      this.holders.add(holder);
    } else {
      this.holders.delete(holder);
    }
  }

  /** Call it after output was added. */
  enforce(): void {
    const holders = [...this.holders];
    const held = holders.reduce((sum, { heldLength }) => sum + heldLength, 0);
    if (held > this.limit) {
      holders.reduce((most, one) => (one.heldLength > most.heldLength ? one : most)).overflow();
    }
  }
}
