'use strict';
const fs = require('node:fs');
const { reporters } = require('mocha');

/** Mocha's `spec`, which also leaves the counts in the file that AGENT_TERMINALS_TOTALS names. */
class TotalsReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.AGENT_TERMINALS_TOTALS;
    runner.once('end', () => {
      if (file === undefined) {
        return;
      }
      const { passes, failures, pending } = runner.stats;
      const totals = { passed: passes, failed: failures, skipped: pending };
      fs.writeFileSync(file, JSON.stringify(totals));
    });
  }
}

module.exports = TotalsReporter;
