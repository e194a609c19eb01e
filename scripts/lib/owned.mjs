// @ts-check
import { say } from './say.mjs';

/** What a script started and must end again, newest first. */
export class Owned {
  /** @type {Array<() => unknown>} */
  #ends = [];

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
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        say(`While ending: ${String(error)}`);
      }
    }
  }

  /** Ends everything on Ctrl-C or when asked to stop, then leaves with the usual code. */
  endOnSignals() {
    for (const [signal, code] of /** @type {const} */ ([
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ])) {
      process.once(signal, () => {
        void this.end().finally(() => process.exit(code));
      });
    }
  }
}
