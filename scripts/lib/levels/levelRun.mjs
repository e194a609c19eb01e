// @ts-check
import { IS_PACKAGED } from '../bundles/builtExtension.mjs';
import { PACKAGE } from './levels.mjs';
import { chooseStarts } from './planLevels.mjs';
import { runLevel } from './runLevel.mjs';
import { NOTHING } from './totals.mjs';

/** @typedef {import('./levelOutput.mjs').LevelOutput} LevelOutput */

/**
 * @typedef {object} RanLevel
 * @property {string} name
 * @property {import('./runLevel.mjs').LevelResult} result
 * @property {number} ms
 * @property {readonly string[]} missingTools the missing tools without which it did not run
 */

/** @type {import('./runLevel.mjs').LevelResult} */
const NOT_RUN = { totals: NOTHING, failures: [], files: [], cpuMs: 0 };

/** Runs levels in parallel, each after those that it names, regardless of their results. */
export class LevelRun {
  /** @type {Map<string, RanLevel>} */
  #ended = new Map();
  /** @type {Set<string>} */
  #running = new Set();
  /** @type {readonly string[]} */
  #missing = [];

  /**
   * @param {readonly import('./levels.mjs').Level[]} levels
   * @param {object} options
   * @param {() => Promise<readonly string[]>} options.provideTools installs tools of the system; returns the names of
   * those that are still missing
   * @param {number} options.atOnce how many levels may run at the same time
   * @param {LevelOutput} options.output
   */
  constructor(levels, { provideTools, atOnce, output }) {
    this.levels = levels;
    this.provideTools = provideTools;
    this.atOnce = atOnce;
    this.output = output;
  }

  /** The names of the tools that were still missing after the level that provides them. */
  get missing() {
    return this.#missing;
  }

  /** @returns {Promise<readonly RanLevel[]>} in the order of the levels */
  async run() {
    await this.#startReady();
    return this.levels.flatMap(({ name }) => this.#ended.get(name) ?? []);
  }

  /** Starts the levels that can start, and again after each end; resolves when all have ended. */
  async #startReady() {
    const progress = { ended: new Set(this.#ended.keys()), running: this.#running };
    const starts = chooseStarts(this.levels, progress, this.atOnce);
    starts.forEach(({ name }) => this.#running.add(name));
    await Promise.all(
      starts.map(async (level) => {
        this.#ended.set(level.name, await this.#runOne(level));
        this.#running.delete(level.name);
        await this.#startReady();
      }),
    );
  }

  /**
   * @param {import('./levels.mjs').Level} level
   * @returns {Promise<RanLevel>}
   */
  async #runOne(level) {
    const { name } = level;
    const missingTools = level.needs.filter((tool) => this.#missing.includes(tool));
    if (missingTools.length > 0) {
      return { name, result: NOT_RUN, ms: 0, missingTools };
    }
    const started = performance.now();
    if (level.kind === 'tools') {
      this.#missing = await this.provideTools();
      return { name, result: NOT_RUN, ms: performance.now() - started, missingTools };
    }
    this.output.begin(name);
    const onOutput = (/** @type {string} */ text) => this.output.add(name, text);
    const result = await runLevel(level, { env: this.#environment(), onOutput });
    this.output.end(name);
    return { name, result, ms: performance.now() - started, missingTools };
  }

  /**
   * Levels after packaging use its packages, so that no two levels build in the same place. Those before do not,
   * whatever this process has inherited: the packages would be those of an earlier run.
   */
  #environment() {
    const packaged = this.#ended.get(PACKAGE)?.result.totals.failed === 0;
    return {
      ...process.env,
      [IS_PACKAGED]: packaged ? '1' : undefined,
      ...(process.stdout.isTTY ? { MOCHA_COLORS: '1' } : {}),
    };
  }
}
