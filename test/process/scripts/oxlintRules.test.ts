import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** The ways to close a cycle of imports; `test/unit/layers.test.ts` refuses all others. */
const WAYS = [
  "import * as planted from './timer';",
  "import './timer';",
  "import type { Planted } from './timer';",
  "export { planted } from './timer';",
  "export type { Planted } from './timer';",
  "export * from './timer';",
];

describe('the rules of oxlint', function () {
  this.timeout(60_000);
  let directory: string;

  before(() => (directory = mkdtempSync(join(tmpdir(), 'type-rules-'))));
  after(() => rmSync(directory, { recursive: true }));

  const lint = () =>
    spawnSync(process.execPath, [OXLINT, '-c', CONFIG, '--format', 'unix', directory], {
      encoding: 'utf8',
    });

  it('report planted violations, and comments that excuse nothing', () => {
    writeFileSync(join(directory, 'tsconfig.json'), '{"compilerOptions": {"strict": true}}');
    for (const [rule, code] of Object.entries(PLANTED)) {
      writeFileSync(join(directory, `${rule}.ts`), code);
    }
    writeFileSync(join(directory, 'unused.ts'), UNUSED);
    const { status, stdout } = lint();
    assert.equal(status, 1, stdout);
    for (const rule of Object.keys(PLANTED)) {
      const line = stdout.split('\n').find((text) => text.includes(`${rule}.ts`));
      assert.ok(line?.includes(`typescript(${rule})`), `${rule}:\n${stdout}`);
    }
    assert.match(stdout, /unused\.ts:.*Unused .*directive/);
  });

  it('report each way to close a cycle, in TypeScript and in .mjs, and an import of the file itself', () => {
    const cycles = WAYS.map((code, at) => {
      mkdirSync(join(directory, `cycle${at}`));
      writeFileSync(join(directory, `cycle${at}`, 'clock.ts'), code);
      writeFileSync(join(directory, `cycle${at}`, 'timer.ts'), "import './clock';");
      return `cycle${at}/clock.ts`;
    });
    writeFileSync(join(directory, 'one.mjs'), "import './two.mjs';");
    writeFileSync(join(directory, 'two.mjs'), "import './one.mjs';");
    writeFileSync(join(directory, 'self.ts'), "import './self';");
    writeFileSync(join(directory, 'end.ts'), "import './one.mjs';");
    const lines = lint().stdout.split('\n');
    const isReported = (file: string) =>
      lines.some((line) => line.includes(file) && /import\(no-(cycle|self-import)\)/.test(line));
    assert.deepEqual([...cycles, 'one.mjs', 'self.ts', 'end.ts'].filter(isReported), [
      ...cycles,
      'one.mjs',
      'self.ts',
    ]);
  });
});
