/** Passes texts from one writer to one reader. A slow reader gets only the latest text. */
export class LatestText {
  private latest: string | undefined;
  private hasEnded = false;
  private notify = (): void => {};

  put(text: string): void {
    this.latest = text;
    this.notify();
  }

  /** Must be called after the last text. A text that was not read yet is still returned. */
  end(): void {
    this.hasEnded = true;
    this.notify();
  }

  /** Resolves with the next text; undefined after the last one. Supports one reader at a time. */
  async next(): Promise<string | undefined> {
    while (this.latest === undefined && !this.hasEnded) {
      await new Promise<void>((resolve) => (this.notify = resolve));
    }
    const text = this.latest;
    this.latest = undefined;
    return text;
  }
}
