'use strict';
const fs = require('node:fs');

/** Of the clock of /proc, per second; Linux fixes it for programs. */
const TICKS = 100;

/**
 * The milliseconds of CPU, user and system, of this process and of the ended ones that it has waited for, with
 * theirs. Where there is no /proc, those of this process.
 */
function readCpuMs() {
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return (ticks * 1000) / TICKS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** By test file; loading a file is not included. */
const times = new Map();
let last = 0;

/** @param {string | undefined} file that ran since the last call */
function add(file) {
  const now = readCpuMs();
  times.set(file, (times.get(file) ?? 0) + now - last);
  last = now;
}

/** Mocha runs them in each process; `totalsReporter.cjs` reads the files of all. */
exports.mochaHooks = {
  beforeAll() {
    last = readCpuMs();
  },
  afterEach() {
    add(this.currentTest.file);
  },
  afterAll() {
    const { AGENT_TERMINALS_TOTALS: totals } = process.env;
    if (totals !== undefined) {
      const lines = [...times].map(([file, cpuMs]) => `${JSON.stringify({ file, cpuMs })}\n`);
      fs.appendFileSync(`${totals}.cpu`, lines.join(''));
    }
    times.clear();
  },
};
