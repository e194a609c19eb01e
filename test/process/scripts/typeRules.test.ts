import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const OXLINT = resolve('node_modules/oxlint/bin/oxlint');
const CONFIG = resolve('.oxlintrc.json');

/** Code that breaks a rule that needs types, by the rule. */
const PLANTED = {
  'no-floating-promises': 'export function f(one: Promise<void>) { one; }',
  'no-misused-promises': 'export const f = (one: Promise<void>) => (one ? 1 : 2);',
  'switch-exhaustiveness-check':
    "export function f(one: 'a' | 'b') { switch (one) { case 'a': return 1; } return 2; }",
  'no-unsafe-argument': 'export const f = (one: any) => parseInt(one);',
} as const;

/** A comment that excuses nothing. */
const UNUSED = '// oxlint-disable-next-line typescript/no-floating-promises\nexport const one = 1;';

describe('the rules that need types', function () {
  this.timeout(60_000);
  let directory: string;

  before(() => (directory = mkdtempSync(join(tmpdir(), 'type-rules-'))));
  after(() => rmSync(directory, { recursive: true }));

  it('report planted violations, and comments that excuse nothing', () => {
    writeFileSync(join(directory, 'tsconfig.json'), '{"compilerOptions": {"strict": true}}');
    for (const [rule, code] of Object.entries(PLANTED)) {
      writeFileSync(join(directory, `${rule}.ts`), code);
    }
    writeFileSync(join(directory, 'unused.ts'), UNUSED);
    const args = ['-c', CONFIG, '--format', 'unix', directory];
    const { status, stdout } = spawnSync(process.execPath, [OXLINT, ...args], { encoding: 'utf8' });
    assert.equal(status, 1, stdout);
    for (const rule of Object.keys(PLANTED)) {
      const line = stdout.split('\n').find((text) => text.includes(`${rule}.ts`));
      assert.ok(line?.includes(`typescript(${rule})`), `${rule}:\n${stdout}`);
    }
    assert.match(stdout, /unused\.ts:.*Unused .*directive/);
  });
});
