/** Joins output as VS Code's own terminals do: writes all output together `delayMs` after the first of it. */
export class DelayBuffer {
  private waiting: string[] = [];

  constructor(
    private readonly delayMs: number,
    private readonly write: (text: string) => void,
  ) {}

  push(text: string): void {
    this.waiting.push(text);
    if (this.waiting.length === 1) {
      setTimeout(() => this.flush(), this.delayMs);
    }
  }

  private flush(): void {
    this.write(this.waiting.splice(0).join(''));
  }
}
