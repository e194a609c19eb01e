'use strict';
const fs = require('node:fs');
const { reporters } = require('mocha');
const FileTimes = require('./fileTimes.cjs');

/**
 * Mocha's `spec`, which also writes the counts, the failures and the times of each file into the
 * file that AGENT_TERMINALS_TOTALS names.
 */
class TotalsReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.AGENT_TERMINALS_TOTALS;
    const times = new FileTimes();
    times.watch(runner);
    runner.once('end', () => {
      if (file === undefined) {
        return;
      }
      const { passes, failures, pending } = runner.stats;
      const totals = { passed: passes, failed: failures, skipped: pending };
      const failed = this.failures.map(describe);
      const cpu = takeCpuTimes(`${file}.cpu`);
      const files = times.list().map((one) => ({ ...one, cpuMs: cpu.get(one.file) ?? 0 }));
      fs.writeFileSync(file, JSON.stringify({ totals, failures: failed, files }));
    });
  }
}

/** What the processes of the run have written, each a line per test file. */
function takeCpuTimes(path) {
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
  fs.rmSync(path, { force: true });
  const lines = text.split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map(({ file, cpuMs }) => [file, cpuMs]));
}

/** A failed test as text for the closing summary, since the log before it may be cut. */
function describe(test) {
  const { message, stack } = test.err;
  const text = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n');
  return `${test.fullTitle()}\n${text}`;
}

module.exports = TotalsReporter;
