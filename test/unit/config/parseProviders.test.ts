import assert from 'node:assert/strict';
import { parseProviders } from '../../../src/config/parseProviders';

function parse(raw: unknown): { readonly value: unknown; readonly problems: readonly string[] } {
  const { value, problems } = parseProviders(raw);
  return { value, problems: problems.map(({ key }) => key) };
}

describe('parseProviders', () => {
  it('returns every field', () => {
    const full = {
      extends: 'other',
      fallback: 'claude',
      model: 'large',
      cli: '/opt/my agent --x',
      resumeFlag: '',
      defaultArgs: [],
      autoApproveFlag: '--yes',
      initialPromptFlag: '-p',
      extraArgs: ['it’s', '$HOME'],
      env: { A: '', B: 'b=c' },
      label: 'My Agent',
      icon: 'robot',
      idleMs: 500,
      shownMs: 200,
      unseenFactor: 1.5,
      unfinishedFactor: 2,
    };
    assert.deepEqual(parse({ mine: full, other: {} }), {
      value: { mine: full, other: {} },
      problems: [],
    });
  });

  const fields: readonly (readonly [string, unknown])[] = [
    ['cli', ''],
    ['cli', 5],
    ['cli', 'a\0b'],
    ['extends', 'A b'],
    ['extends', ['claude']],
    ['fallback', ''],
    ['model', '--yes'],
    ['model', ''],
    ['resumeFlag', null],
    ['defaultArgs', '--x'],
    ['defaultArgs', ['a', 5]],
    ['autoApproveFlag', true],
    ['initialPromptFlag', ['-p']],
    ['extraArgs', [null]],
    ['env', ['A=1']],
    ['label', ' '],
    ['icon', '$(robot)'],
    ['clii', 'my'],
    ['constructor', 'my'],
  ];
  for (const [name, value] of fields) {
    it(`drops only the field ${name}: ${JSON.stringify(value)}`, () => {
      const fine = name === 'label' ? { cli: 'my' } : { label: 'Mine' };
      assert.deepEqual(parse({ mine: { ...fine, [name]: value }, other: { cli: 'o' } }), {
        value: { mine: fine, other: { cli: 'o' } },
        problems: [`providers.mine.${name}`],
      });
    });
  }

  it('drops only the invalid variables', () => {
    assert.deepEqual(parse({ mine: { env: { A: '1', B: 2, 'C=D': 'x', E: 'a\0' } } }), {
      value: { mine: { env: { A: '1' } } },
      problems: ['providers.mine.env.B', 'providers.mine.env.C=D', 'providers.mine.env.E'],
    });
  });

  it('drops providers whose id or value is invalid', () => {
    const raw = { shell: {}, 'my-main': {}, 'A b': {}, text: 'x', list: [], fine: {} };
    assert.deepEqual(parse(raw), {
      value: { fine: {} },
      problems: ['shell', 'my-main', 'A b', 'text', 'list'].map((id) => `providers.${id}`),
    });
  });

  const references: readonly (readonly [raw: object, problem: string, expected: RegExp])[] = [
    [{ a: { extends: 'a' } }, 'providers.a', /extends itself through "a"/],
    [{ a: { extends: 'b' }, b: { extends: 'a' } }, 'providers.a', /extends itself through "a"/],
    [{ a: { extends: 'nobody' } }, 'providers.a', /"nobody" is not/],
    [{ claude: { extends: 'codex' } }, 'providers.claude.extends', /built-in agent extends no/],
    [{ a: { fallback: 'nobody' } }, 'providers.a.fallback', /another agent that is defined/],
    [{ claude: { fallback: 'claude' } }, 'providers.claude.fallback', /another agent/],
  ];
  for (const [raw, problem, expected] of references) {
    it(`reports ${JSON.stringify(raw)}`, () => {
      const [first] = parseProviders(raw).problems;
      assert.equal(first?.key, problem);
      assert.match(first.expected, expected);
    });
  }

  it('ignores the key __proto__ [A25]', () => {
    const { value } = parse(JSON.parse('{"__proto__": {"cli": "evil"}, "mine": {}}'));
    assert.deepEqual(Object.keys(value as object), ['mine']);
  });
});
