/** Collects the output of a program and waits for texts in it. */
export class CollectedOutput {
  private text = '';
  private readonly waiting = new Set<() => void>();

  push(data: unknown): void {
    this.text += String(data);
    this.waiting.forEach((check) => check());
  }

  /** Resolves to all output so far once it contains `words`. Has no time limit. */
  waitFor(words: string): Promise<string> {
    return new Promise((fulfil) => {
      const check = (): void => {
        if (this.text.includes(words)) {
          this.waiting.delete(check);
          fulfil(this.text);
        }
      };
      this.waiting.add(check);
      check();
    });
  }
}
