/** What a program has written, for one who waits for words in it. */
export class Seen {
  private text = '';
  private readonly waiting = new Set<() => void>();

  push(data: unknown): void {
    this.text += String(data);
    this.waiting.forEach((look) => look());
  }

  /** Resolves with all that was written as soon as it holds `words`. */
  waitFor(words: string): Promise<string> {
    return new Promise((fulfil) => {
      const look = (): void => {
        if (this.text.includes(words)) {
          this.waiting.delete(look);
          fulfil(this.text);
        }
      };
      this.waiting.add(look);
      look();
    });
  }
}
