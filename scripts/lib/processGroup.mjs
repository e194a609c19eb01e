// @ts-check
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a group may take to end after SIGTERM before it is killed. */
const GRACE_MS = 5_000;

/**
 * A program and its process group, which end together.
 */
export class ProcessGroup {
  /**
   * @param {string} file
   * @param {readonly string[]} args
   * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
   */
  constructor(file, args, options = {}) {
    this.output = '';
    this.child = spawn(file, args, {
      ...options,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Promise<string>} resolves with the exit code or signal; a failed start counts */
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(String(error)));
      this.child.once('close', (code, signal) => resolve(String(code ?? signal)));
    });
    this.child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ t) => this.#keep(t));
    this.child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ t) => this.#keep(t));
  }

  /**
   * Resolves with the match when the output of the program contains it.
   * @param {RegExp} pattern
   * @param {number} timeoutMs
   * @returns {Promise<RegExpExecArray>}
   * @throws if the program ends or the time limit passes before
   */
  waitForOutput(pattern, timeoutMs) {
    return new Promise((resolve, reject) => {
      const fail = (/** @type {string} */ why) =>
        reject(new Error(`${why} before ${pattern} was seen.\n${this.output.slice(-2000)}`));
      const streams = [this.child.stdout, this.child.stderr];
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      const look = () => {
        const match = pattern.exec(this.output);
        if (match !== null) {
          clearTimeout(timer);
          streams.forEach((stream) => stream.off('data', look));
          resolve(match);
        }
      };
      streams.forEach((stream) => stream.on('data', look));
      void this.ended.then((how) => {
        clearTimeout(timer);
        fail(`${this.child.spawnfile} ended (${how})`);
      });
      look();
    });
  }

  /** Ends the whole group by SIGTERM, then by SIGKILL. May be called again. */
  async end() {
    this.#signal('SIGTERM');
    const cutOff = new AbortController();
    await Promise.race([this.ended, delay(GRACE_MS, undefined, { signal: cutOff.signal })]);
    cutOff.abort();
    this.#signal('SIGKILL');
    await this.ended;
  }

  /** @param {NodeJS.Signals} signal */
  #signal(signal) {
    const { pid } = this.child;
    if (pid === undefined) {
      return;
    }
    try {
      if (process.platform === 'win32') {
        this.child.kill(signal);
      } else {
        process.kill(-pid, signal);
      }
    } catch {
      // The group has already ended.
    }
  }

  /** @param {string} text */
  #keep(text) {
    this.output = (this.output + text).slice(-200_000);
  }
}
