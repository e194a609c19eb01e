import assert from 'node:assert/strict';
import { readCommandCall } from '../../../src/commands/commandCall';
import type { TreeNode } from '../../../src/views/tree/treeModel';

describe('readCommandCall', () => {
  const ROW: TreeNode = { kind: 'session', id: 'session:x', session: 'x', folder: undefined };
  const FILE: TreeNode = { kind: 'file', id: 'file:t:a', folder: 'x', task: 't', path: 'a' };
  const CASES: readonly (readonly [
    name: string,
    passed: readonly unknown[],
    argument: unknown,
    source: string,
  ])[] = [
    ['the palette', [], undefined, 'person'],
    ['a row of the tree', [ROW, [ROW]], ROW, 'person'],
    ['a row of a changed file', [FILE], FILE, 'person'],
    ['a row that no longer exists', [undefined], undefined, 'goneRow'],
    ['a key binding of the tree', [{ selected: true }], ROW, 'selection'],
    ['a program', [{ session: 'x' }], { session: 'x' }, 'program'],
    [
      'a program that passes the kind of a row',
      [{ kind: 'session' }],
      { kind: 'session' },
      'program',
    ],
    ['a program with a wrong argument', ['x'], 'x', 'program'],
  ];
  for (const [name, passed, argument, source] of CASES) {
    it(`detects a call from ${name}`, () =>
      assert.deepEqual(
        readCommandCall(passed, () => ROW),
        { argument, source },
      ));
  }
});
