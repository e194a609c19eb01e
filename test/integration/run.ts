import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** Ends a test that hangs, also on a busy machine. */
const TEST_TIMEOUT_MS = 120_000;

/** Called by VS Code in its extension host; a rejection is a failed run. */
export async function run(): Promise<void> {
  const mark = process.env['AGENT_TERMINALS_REPORT_MARK'] ?? '';
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    // VS Code forwards it to the page and the terminal.
    console.log(mark + format(...parts));
  };
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TEST_TIMEOUT_MS,
    color: false,
    reporter: process.env['AGENT_TERMINALS_MOCHA_REPORTER'] ?? 'spec',
  });
  const grep = process.env['AGENT_TERMINALS_GREP'];
  if (grep !== undefined) {
    mocha.grep(grep);
  }
  for (const file of readdirSync(__dirname, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.test.js')) {
      mocha.addFile(join(__dirname, file));
    }
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) {
    throw new Error(`${failures} failed in the extension host`);
  }
}
