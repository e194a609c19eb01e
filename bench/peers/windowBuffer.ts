/** Joins output as VS Code's own terminals do: the first of it opens a window, at whose end all goes together. */
export class WindowBuffer {
  private waiting: string[] = [];

  constructor(
    private readonly windowMs: number,
    private readonly write: (text: string) => void,
  ) {}

  push(text: string): void {
    this.waiting.push(text);
    if (this.waiting.length === 1) {
      setTimeout(() => this.flush(), this.windowMs);
    }
  }

  private flush(): void {
    this.write(this.waiting.splice(0).join(''));
  }
}
