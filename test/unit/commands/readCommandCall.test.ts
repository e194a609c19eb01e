import assert from 'node:assert/strict';
import { readCommandCall } from '../../../src/commands/readCommandCall';
import type { TreeNode } from '../../../src/views/tree/treeModel';

describe('readCommandCall', () => {
  const ROW: TreeNode = { kind: 'session', id: 'session:x', session: 'x', folder: undefined };
  const CASES: readonly (readonly [
    name: string,
    passed: readonly unknown[],
    argument: unknown,
    source: string,
  ])[] = [
    ['the palette', [], undefined, 'person'],
    ['a row of the tree', [ROW, [ROW]], ROW, 'person'],
    ['a row that is gone', [undefined], undefined, 'goneRow'],
    ['a key of the tree', [{ selected: true }], ROW, 'selection'],
    ['a program', [{ session: 'x' }], { session: 'x' }, 'program'],
    ['a program that says what a row says', [{ kind: 'session' }], { kind: 'session' }, 'program'],
    ['a program that is wrong', ['x'], 'x', 'program'],
  ];
  for (const [name, passed, argument, source] of CASES) {
    it(`knows a call from ${name}`, () =>
      assert.deepEqual(
        readCommandCall(passed, () => ROW),
        { argument, source },
      ));
  }
});
