import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOCHA } from '../../../scripts/lib/levels/levels.mjs';
import type { LevelResult } from '../../../scripts/lib/levels/runLevel.mjs';
import { NODE_24, ROOT } from '../../../scripts/lib/paths.mjs';
import { runToExit } from '../../../scripts/lib/runProgram.mjs';

/** Tests and hooks that take at least a known time, which the reporter adds up. */
const BUSY = `const busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };`;

/** Uses CPU in a process of its own. */
const COSTLY = `const until = "process.cpuUsage().user < 300_000";
  require('node:child_process').execFileSync(process.execPath, ['-e', 'while (' + until + ');']);`;

const FILES = {
  'hooks.test.cjs': `${BUSY} describe('hooks', () => {
    before(() => busy(60)); beforeEach(() => busy(30)); it('one', () => busy(5)); it('two'); it('three', () => {});
  });`,
  'quick.test.cjs': `it('quick', () => {});`,
  'costly.test.cjs': `it('costly', () => { ${COSTLY} });`,
  'failing.test.cjs': `${BUSY} describe('failing', () => {
    before(() => { busy(40); throw new Error('no'); }); it('never', () => {});
  });`,
};

describe('the reporter of a level', () => {
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-reporter-'));
    for (const [name, text] of Object.entries(FILES)) {
      writeFileSync(join(directory, name), text);
    }
  });
  after(() => rmSync(directory, { recursive: true }));

  for (const [what, options] of [
    ['one process', []],
    ['several processes', ['--parallel', '--jobs', '2']],
  ] as const) {
    it(`writes the totals and the times of each file, in ${what}`, async () => {
      const left = join(directory, `totals${options.length}.json`);
      const env = { ...process.env, AGENT_TERMINALS_TOTALS: left };
      const args = [...MOCHA, '--timeout', '60000', ...options, join(directory, '*.test.cjs')];
      const { code } = await runToExit(NODE_24, args, { cwd: ROOT, env });
      const result = JSON.parse(readFileSync(left, 'utf8')) as LevelResult;

      assert.equal(code, 1);
      assert.deepEqual(result.totals, { passed: 4, failed: 1, skipped: 1 });
      assert.match(result.failures.join(), /"before all" hook.*\n.*no/);
      const timesOf = (name: string) =>
        result.files.find(({ file }) => file === join(directory, name));
      const ms = (name: string) => timesOf(name)?.ms ?? NaN;
      assert.ok((timesOf('costly.test.cjs')?.cpuMs ?? NaN) >= 300);
      assert.ok((timesOf('quick.test.cjs')?.cpuMs ?? NaN) < 300);
      assert.ok(ms('hooks.test.cjs') >= 120, `${ms('hooks.test.cjs')}`);
      assert.ok(ms('failing.test.cjs') >= 40, `${ms('failing.test.cjs')}`);
      assert.ok(ms('quick.test.cjs') >= 0);
      const sorted = [...result.files].sort((one, other) => other.ms - one.ms);
      assert.deepEqual(result.files, sorted);
    });
  }
});
