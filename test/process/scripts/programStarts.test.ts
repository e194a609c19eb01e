import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { HEADLESS } from '../../../scripts/lib/bundles/headlessBundle.mjs';

/** Loads a program and prints the first use of each of Node's classes of `fetch`. */
const REPORT_USES = `
  for (const name of ['Request', 'Response', 'Headers', 'fetch']) {
    Object.defineProperty(globalThis, name, { get: () => (console.log(name), class {}) });
  }
  require(process.argv[1]);
  process.exit();
`;

describe('the start of a program', () => {
  let directory: string;

  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agent-terminals-start-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it('runs none of the classes of fetch, which take long to load', async () => {
    const program = join(directory, 'program.cjs');
    await build({ ...HEADLESS, outfile: program });
    const uses = execFileSync(process.execPath, ['-e', REPORT_USES, program], { encoding: 'utf8' });
    assert.equal(uses, '');
  });
});
