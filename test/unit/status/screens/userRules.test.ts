import assert from 'node:assert/strict';
import {
  compileBounded,
  USER_PATTERN_COLUMNS,
} from '../../../../src/status/screens/boundedPattern';
import { readScreen } from '../../../../src/status/screens/readScreen';
import { compileUserRules } from '../../../../src/status/screens/userRules';

describe('compileBounded', () => {
  const USABLE = [
    'Do you want to proceed\\?',
    '^\\s*❯ \\d+\\. ',
    'Allow .* to run .*\\?',
    '(?:yes|no|maybe) \\[y/N\\]',
    '[a-z]+: (\\S+)',
    'x{3}y{2,5}',
    '\\p{L}+ [\\]\\w-]*',
  ];
  for (const source of USABLE) {
    it(`accepts ${source}`, () => assert.equal(compileBounded(source).kind, 'pattern'));
  }

  const SLOW = [
    '(a+)+$',
    '(a|a)*b',
    '(.*)*x',
    '(a?){40}a{40}',
    '((ab)?c?)*d',
    '.*.*.*.*x',
    '(x+x+)+y',
    '(?:a|b|ab)+c',
    '(?=(a+)+b)c',
    '(.+)\\1+z.*',
    'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?x',
  ];
  for (const source of SLOW) {
    it(`refuses ${source}, which could take long [A20]`, () => {
      const result = compileBounded(source);
      assert.ok(result.kind === 'refused' && /could take too long/.test(result.why));
    });
  }

  it('refuses invalid regular expressions, and those of more than 300 characters', () => {
    const broken = compileBounded('(unclosed');
    assert.ok(broken.kind === 'refused' && /is not a regular expression/.test(broken.why));
    const long = compileBounded('a'.repeat(400));
    assert.deepEqual(long, { kind: 'refused', why: 'has more than 300 characters' });
  });
});

describe('compileUserRules', () => {
  const screen = (...rows: readonly string[]) => ({ rows, cursor: { row: 0, column: 0 } });

  it('reads a screen by the rules of the person', () => {
    const { rules, problems } = compileUserRules([
      { id: 'menu', shows: 'skip', where: { last: 1 }, any: ['press q'] },
      { id: 'asks', shows: 'question', all: ['\\? \\[y/N\\]'], question: '^(.*\\?)' },
      { id: 'busy', shows: 'working', where: { cursor: 2 }, all: ['working'], none: ['not'] },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(readScreen(rules, screen('Go on? [y/N]', '')), {
      state: {
        kind: 'needsInput',
        need: 'question',
        question: 'Go on?',
        request: { kind: 'partial', why: 'no rule finds the whole request of this dialog' },
      },
      ruleId: 'statusRules.asks',
      seen: 'Go on? [y/N]',
    });
    assert.equal(readScreen(rules, screen('Go on? [y/N]', 'press q')), 'skip');
    assert.equal(readScreen(rules, screen('not working')), undefined);
  });

  it('names each rule that it leaves out, and keeps the others', () => {
    const { rules, problems } = compileUserRules([
      { id: 'bad', shows: 'working', all: ['(broken'] },
      { id: 'slow', shows: 'working', all: ['fine'], none: ['(a+)+b'] },
      { id: 'empty', shows: 'idle', none: ['x'] },
      { id: 'good', shows: 'idle', any: ['ready'] },
    ]);
    assert.deepEqual(
      rules.map(({ id }) => id),
      ['statusRules.good'],
    );
    assert.equal(problems.length, 3);
    assert.match(problems[0] ?? '', /"bad" .* left out: the pattern "\(broken" is not a regular/);
    assert.match(problems[1] ?? '', /"slow" .* "\(a\+\)\+b" could take too long/);
    assert.match(problems[2] ?? '', /"empty" .* no pattern in all or any/);
  });

  it('keeps at most 50 rules', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      id: `r${at}`,
      shows: 'idle' as const,
      all: ['x'],
    }));
    const { rules, problems } = compileUserRules(many);
    assert.equal(rules.length, 50);
    assert.match(problems.join(), /first 50 of 60/);
  });

  it('leaves out rules that could take too long together with those before them', () => {
    const slow = Array.from({ length: 10 }, (_, at) => ({
      id: `r${at}`,
      shows: 'idle' as const,
      where: { last: 100 },
      all: ['a.*b.*c'],
    }));
    const { rules, problems } = compileUserRules(slow);
    assert.equal(rules.length, 6);
    assert.match(problems[0] ?? '', /"r6" .* too long together with those before it/);
  });

  it('matches patterns only against the columns for which they are bounded', () => {
    const { rules } = compileUserRules([{ id: 'far', shows: 'working', all: ['end$'] }]);
    const row = `${'x'.repeat(USER_PATTERN_COLUMNS)}end`;
    assert.equal(readScreen(rules, screen(row)), undefined);
  });
});
