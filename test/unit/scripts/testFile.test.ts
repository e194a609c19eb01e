import assert from 'node:assert/strict';
import { join } from 'node:path';
import { planTestFile } from '../../../scripts/lib/levels/testFile.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

describe('planTestFile', () => {
  const plan = (path: string | undefined, ...more: string[]) =>
    planTestFile(path === undefined ? undefined : join(ROOT, path), more, () => true);
  const programsOf = (path: string, ...more: string[]) => {
    const planned = plan(path, ...more);
    assert.equal(planned.kind, 'run');
    return planned.programs;
  };

  for (const [path, program, option] of [
    ['test/unit/a/b.test.ts', /mocha\.js$/, '60000'],
    ['test/process/a.test.ts', /mocha\.js$/, '120000'],
    ['test/package/a.test.ts', /mocha\.js$/, '10000'],
    ['test/integration/a.test.ts', /test-integration\.mjs$/, undefined],
    ['test/ui/a.test.ts', /test-ui\.mjs$/, undefined],
  ] as const) {
    it(`runs ${path} with the options of its level`, () => {
      const args = programsOf(path, '--grep', 'x').at(-1) ?? [];
      assert.match(args[0] ?? '', program);
      assert.deepEqual(args.slice(-3), [path, '--grep', 'x']);
      assert.ok(option === undefined || args.includes(option));
    });
  }

  it('builds the packages before their tests', () => {
    const [first] = programsOf('test/package/a.test.ts');
    assert.deepEqual(first, [join(ROOT, 'scripts', 'package.mjs')]);
  });

  for (const path of [
    'src/extension.ts',
    'test/unit/a.ts',
    'test/support/a.test.ts',
    'test/unit.test.ts',
    'test/toString/a.test.ts',
    '../elsewhere/test/unit/a.test.ts',
  ]) {
    it(`refuses ${path}`, () => {
      const planned = plan(path);
      assert.equal(planned.kind, 'refused');
      assert.match(planned.why, /is not a test file: those are \*\.test\.ts in test\/unit, .*\.$/);
    });
  }

  it('refuses a missing file, and no file', () => {
    const path = join(ROOT, 'test', 'unit', 'a.test.ts');
    assert.deepEqual(
      planTestFile(path, [], () => false),
      {
        kind: 'refused',
        why: 'There is no file test/unit/a.test.ts.',
      },
    );
    assert.equal(plan(undefined).kind, 'refused');
  });
});
