/** Calls a function in the next turn of the event loop, once however often it was requested. */
export class NextTurn {
  private isRequested = false;

  constructor(private readonly run: () => void) {}

  request(): void {
    if (!this.isRequested) {
      this.isRequested = true;
      setImmediate(() => {
        this.isRequested = false;
        this.run();
      });
    }
  }
}
