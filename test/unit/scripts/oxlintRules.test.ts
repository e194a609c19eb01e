import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { LINTED } from '../../../scripts/lib/levels/levels.mjs';

interface OxlintConfig {
  readonly ignorePatterns: readonly string[];
  readonly overrides: readonly { readonly files: readonly string[] }[];
  readonly rules: Readonly<Record<string, unknown>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

describe('the rules of oxlint', () => {
  const config = readJson('.oxlintrc.json') as OxlintConfig;

  it('are those of typescript-eslint that need types, one more, and those of cycles of imports, also of types', () => {
    const recommended = tseslint.configs.recommendedTypeCheckedOnly
      .flatMap(({ rules }) => Object.entries(rules ?? {}))
      .filter(([name, level]) => name.startsWith('@typescript-eslint/') && level !== 'off')
      .map(([name]) => name.replace('@typescript-eslint/', 'typescript/'));
    const names = [
      ...recommended,
      'typescript/switch-exhaustiveness-check',
      'import/no-self-import',
    ];
    assert.deepEqual(config.rules, {
      ...Object.fromEntries(names.map((name) => [name, 'error'])),
      'import/no-cycle': ['error', { ignoreTypes: false }],
    });
  });

  it('apply to all code in TypeScript, and by each of the two commands to the same folders', () => {
    const excepted = config.overrides.flatMap(({ files }) => files);
    assert.deepEqual(excepted, ['scripts/**/*.mjs']);
    assert.ok(config.ignorePatterns.every((pattern) => /^[^*]+\/\*\*$|\.[cm]?js$/.test(pattern)));
    const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
    assert.equal(scripts['lint:types'], `oxlint ${LINTED.join(' ')}`);
  });
});
