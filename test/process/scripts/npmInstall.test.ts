import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../../../scripts/lib/npmInstall.mjs';

describe('runNpm', () => {
  const npmBefore = process.env['npm_execpath'];
  let directory: string;
  let calls: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'run-npm-'));
    calls = join(directory, 'calls');
    writeFileSync(calls, '');
  });
  afterEach(() => {
    process.env['npm_execpath'] = npmBefore;
    if (npmBefore === undefined) {
      delete process.env['npm_execpath'];
    }
    rmSync(directory, { recursive: true });
  });

  /** Replaces npm by a program that records each call, and then runs `script`. */
  function fakeNpm(script: string): void {
    const path = join(directory, 'npm.js');
    const note = `require('node:fs').appendFileSync(${JSON.stringify(calls)}, 'x');`;
    const count = `const calls = require('node:fs').readFileSync(${JSON.stringify(calls)}).length;`;
    writeFileSync(path, `${note}\n${count}\n${script}`);
    process.env['npm_execpath'] = path;
  }
  const countCalls = (): number => readFileSync(calls).length;

  it('tries again when one attempt exceeds its time limit', async () => {
    fakeNpm('if (calls < 3) setInterval(() => {}, 1000);');
    await runNpm(directory, ['install'], { tryMs: 5_000 });
    assert.equal(countCalls(), 3);
  });

  it('fails with the command when the third attempt exceeds its time limit', async () => {
    fakeNpm('setInterval(() => {}, 1000);');
    await assert.rejects(
      runNpm(directory, ['install'], { tryMs: 5_000 }),
      /npm\.js install .*failed \(SIG/,
    );
    assert.equal(countCalls(), 3);
  });

  it('does not try again after npm fails, and shows its output', async () => {
    fakeNpm("console.error('npm error code E404'); process.exitCode = 1;");
    await assert.rejects(runNpm(directory, ['install']), /failed \(1\)\.\nnpm error code E404/);
    assert.equal(countCalls(), 1);
  });
});
