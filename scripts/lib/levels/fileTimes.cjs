'use strict';

/**
 * Adds up how long the tests and hooks of each test file took, in milliseconds. Loading a file is
 * not included.
 */
class FileTimes {
  #times = new Map();

  /** @param {import('mocha').Runner} runner of one process or of several: a runnable names its file in both */
  watch(runner) {
    runner.on('test end', (test) => this.#add(test));
    runner.on('hook end', (hook) => this.#add(hook));
    // A hook that fails has no end.
    runner.on('fail', (runnable) => runnable.type === 'hook' && this.#add(runnable));
  }

  /** @returns {readonly {file: string, ms: number}[]} the slowest first */
  list() {
    const all = [...this.#times].map(([file, ms]) => ({ file, ms }));
    return all.sort((one, other) => other.ms - one.ms);
  }

  #add({ file, duration = 0 }) {
    if (file !== undefined) {
      this.#times.set(file, (this.#times.get(file) ?? 0) + duration);
    }
  }
}

module.exports = FileTimes;
