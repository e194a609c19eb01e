// @ts-check

/**
 * Keeps the output of parallel levels readable: that of the level that has run longest is written
 * at once, in whole lines, and that of the others when they end.
 */
export class LevelOutput {
  /** @type {Map<string, string>} pending output by level; that of the first level is written at once */
  #kept = new Map();
  #shown = '';

  /** @param {(text: string) => void} write */
  constructor(write) {
    this.write = write;
  }

  /** @param {string} level */
  begin(level) {
    this.#kept.set(level, '');
    this.#passFirst();
  }

  /**
   * @param {string} level
   * @param {string} text
   */
  add(level, text) {
    this.#kept.set(level, (this.#kept.get(level) ?? '') + text);
    this.#passFirst();
  }

  /** @param {string} level */
  end(level) {
    const rest = this.#kept.get(level) ?? '';
    this.#kept.delete(level);
    this.#show(level, rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`);
    this.#passFirst();
  }

  #passFirst() {
    const [first] = this.#kept;
    if (first === undefined) {
      return;
    }
    const [level, text] = first;
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#kept.set(level, text.slice(whole.length));
    if (whole !== '') {
      this.#show(level, whole);
    }
  }

  /**
   * @param {string} level
   * @param {string} text whole lines
   */
  #show(level, text) {
    const heading = level === this.#shown ? '' : `\n=== ${level}\n`;
    this.#shown = level;
    this.write(heading + text);
  }
}
