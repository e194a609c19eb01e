// @ts-check
import { join } from 'node:path';
import { impersonalEnvironment } from '../impersonalEnvironment.mjs';
import { ROOT } from '../paths.mjs';

/** Begins what the reporter says, among all that the workbench logs. */
export const REPORT_MARK = '[report]';

/**
 * What the suite inside VS Code inherits: a home of its own, and how to report.
 * @param {{home: string, grep: string | undefined, mark: string}} options
 * @returns {NodeJS.ProcessEnv}
 */
export function integrationEnvironment({ home, grep, mark }) {
  return {
    ...impersonalEnvironment(),
    HOME: home,
    SHELL: '/bin/bash',
    AGENT_TERMINALS_REPORT_MARK: mark,
    AGENT_TERMINALS_MOCHA_REPORTER: join(ROOT, 'scripts', 'lib', 'levels', 'totalsReporter.cjs'),
    AGENT_TERMINALS_TOTALS: process.env['AGENT_TERMINALS_TOTALS'] ?? join(home, 'totals.json'),
    ...(grep === undefined ? {} : { AGENT_TERMINALS_GREP: grep }),
  };
}
