import assert from 'node:assert/strict';
import { AT_ONCE, LEVELS } from '../../../scripts/lib/levels/levels.mjs';
import { chooseStarts, findPlanFaults } from '../../../scripts/lib/levels/planLevels.mjs';

const level = (name: string, ...after: string[]) => ({ name, after });
const A = level('a');
const B = level('b', 'a');
const C = level('c');
const D = level('d', 'b', 'c');
const ALL = [A, B, C, D];

describe('chooseStarts', () => {
  const choose = (ended: string[], running: string[], atOnce = 9) =>
    chooseStarts(ALL, { ended: new Set(ended), running: new Set(running) }, atOnce)
      .map(({ name }) => name)
      .join('');

  for (const [what, ended, running, expected] of [
    ['the levels without predecessors first', [], [], 'ac'],
    ['nothing twice', [], ['a', 'c'], ''],
    ['a level after its predecessor has ended', ['a'], ['c'], 'b'],
    ['no level before all its predecessors have ended', ['a', 'c'], ['b'], ''],
    ['a level after several predecessors', ['a', 'b', 'c'], [], 'd'],
    ['nothing at the end', ['a', 'b', 'c', 'd'], [], ''],
  ] as const) {
    it(`starts ${what}`, () => {
      assert.equal(choose([...ended], [...running]), expected);
    });
  }

  it('starts at most the allowed number of levels, in their order', () => {
    assert.equal(choose([], [], 1), 'a');
    assert.equal(choose([], ['a'], 1), '');
    assert.equal(choose(['a'], ['c'], 2), 'b');
    assert.equal(choose([], ['a', 'c'], 1), '');
  });
});

describe('findPlanFaults', () => {
  it('accepts levels that run after earlier ones', () => {
    assert.deepEqual(findPlanFaults(ALL), []);
  });

  it('names predecessors that are missing, or come later', () => {
    assert.deepEqual(findPlanFaults([B, A, level('x', 'y')]), [
      'b runs after a, which is not listed before it.',
      'x runs after y, which is not listed before it.',
    ]);
  });

  it('names levels with the same name', () => {
    assert.deepEqual(findPlanFaults([A, A]), ['Two levels have the name a.']);
  });
});

const without = (names: readonly string[], name: string): string[] =>
  names.filter((one) => one !== name);

describe('the levels', () => {
  it('have unique names, and predecessors that are listed before them', () => {
    assert.deepEqual(findPlanFaults(LEVELS), []);
  });

  it('never run two in VS Code, or one beside the packaging that writes what they install', () => {
    const inVsCode = LEVELS.filter(({ needs }) => needs.includes('Chromium'));
    const ended = new Set<string>();
    while (ended.size < LEVELS.length) {
      const starts = chooseStarts(LEVELS, { ended, running: new Set() }, LEVELS.length);
      const exclusive = starts.filter((one) => inVsCode.includes(one) || one.name === 'package');
      assert.ok(exclusive.length <= 1, exclusive.map(({ name }) => name).join(', '));
      starts.forEach(({ name }) => ended.add(name));
    }
  });

  it('start the longest as soon as its tools are there, and beside the last only checks and unit tests', () => {
    const namesOf = (ended: string[], running: string[]) =>
      chooseStarts(LEVELS, { ended: new Set(ended), running: new Set(running) }, AT_ONCE).map(
        ({ name }) => name,
      );
    assert.deepEqual(namesOf([], []), ['tools', 'package']);
    assert.deepEqual(namesOf(['tools'], ['package']), ['process tests']);
    assert.deepEqual(namesOf(['tools', 'package'], ['process tests']), ['package tests']);
    const checks = ['format', 'lint', 'lint with types', 'types', 'unit tests'];
    const long = LEVELS.map(({ name }) => name).filter(
      (name) => name !== 'ui' && !checks.includes(name),
    );
    assert.deepEqual(namesOf(long, ['format']), ['ui']);
    const others = LEVELS.map(({ name }) => name).filter((name) => name !== 'ui');
    assert.deepEqual(namesOf(others, []), ['ui']);
    for (const last of ['process tests', 'integration on the floor']) {
      assert.deepEqual(namesOf(without(others, last), [last]), []);
    }
  });
});
