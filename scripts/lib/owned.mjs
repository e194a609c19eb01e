// @ts-check
import { say } from './say.mjs';

/** What a script started and must end again, newest first. */
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

  /** Ends everything; one that fails does not keep the others alive. */
  async end() {
    this.isEnded = true;
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        say(`While ending: ${String(error)}`);
      }
    }
  }

  /**
   * Ends everything on Ctrl-C or when asked to stop, then leaves with the usual code.
   * @param {{interruptedIsFine?: boolean}} [options] Ctrl-C is the way to end it: code 0
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
