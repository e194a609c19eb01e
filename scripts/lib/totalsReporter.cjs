'use strict';
const fs = require('node:fs');
const { reporters } = require('mocha');

/** Mocha's `spec`, which also leaves the counts in the file that AGENT_TERMINALS_TOTALS names. */
class TotalsReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      const totals = { passed: passes, failed: failures, skipped: pending };
      fs.writeFileSync(process.env.AGENT_TERMINALS_TOTALS, JSON.stringify(totals));
    });
  }
}

module.exports = TotalsReporter;
