// @ts-check
import { join } from 'node:path';
import { impersonalEnvironment } from '../impersonalEnvironment.mjs';
import { ROOT } from '../paths.mjs';

/** The beginning of the reporter's lines, within the log of the workbench. */
export const REPORT_MARK = '[report]';

/**
 * The environment of the suite inside VS Code: its own home, and the options of the reporter.
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
