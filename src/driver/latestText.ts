/** Hands texts from one who writes to one who reads; who reads slowly gets the latest alone. */
export class LatestText {
  private latest: string | undefined;
  private hasEnded = false;
  private notify = (): void => {};

  put(text: string): void {
    this.latest = text;
    this.notify();
  }

  /** No more will come; what was put and not read is read still. */
  end(): void {
    this.hasEnded = true;
    this.notify();
  }

  /** Undefined when there are no more. One reader at a time. */
  async next(): Promise<string | undefined> {
    while (this.latest === undefined && !this.hasEnded) {
      await new Promise<void>((resolve) => (this.notify = resolve));
    }
    const text = this.latest;
    this.latest = undefined;
    return text;
  }
}
