// @ts-check
import { printLine } from './printLine.mjs';

/** Resources that a script has started and must end, newest first. */
export class Owned {
  /** @type {Array<() => unknown>} */
  #ends = [];
  isEnded = false;

  /**
   * @template {{end(): unknown}} T
   * @param {T} thing
   * @returns {T}
   */
  add(thing) {
    this.#ends.push(() => thing.end());
    return thing;
  }

  /** Ends all of them; a failure of one does not prevent the end of the others. */
  async end() {
    this.isEnded = true;
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        printLine(`While ending: ${String(error)}`);
      }
    }
  }

  /**
   * Ends all of them on SIGINT (Ctrl-C), SIGTERM or SIGHUP, then exits with the usual code.
   * @param {{interruptedIsFine?: boolean}} [options] Ctrl-C is the normal end: exit code 0
   */
  endOnSignals({ interruptedIsFine = false } = {}) {
    const codes = { SIGINT: interruptedIsFine ? 0 : 130, SIGTERM: 143, SIGHUP: 129 };
    for (const [signal, code] of Object.entries(codes)) {
      process.once(signal, () => {
        void this.end().finally(() => process.exit(code));
      });
    }
  }
}
