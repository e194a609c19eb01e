// @ts-check
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_MARK } from './integrationEnvironment.mjs';
import { RESULTS_DIRECTORY } from '../paths.mjs';
import { printLine } from '../printLine.mjs';

/** Prints the reports of the tests, and writes the whole log of the workbench into a file. */
export class WorkbenchLog {
  /** @param {string} name of the file in `test-results` */
  constructor(name) {
    this.file = join(RESULTS_DIRECTORY, name);
    mkdirSync(RESULTS_DIRECTORY, { recursive: true });
    rmSync(this.file, { force: true });
  }

  /** @param {string} line */
  add(line) {
    appendFileSync(this.file, `${line}\n`);
    if (line.startsWith(REPORT_MARK)) {
      printLine(line.slice(REPORT_MARK.length));
    }
  }
}
