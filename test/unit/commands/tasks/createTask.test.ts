import assert from 'node:assert/strict';
import {
  planWorktreeChoice,
  type WorktreeChoice,
  type WorktreeChoiceRequest,
} from '../../../../src/commands/tasks/createTask';

const OBSTACLE = 'It is in no repository.';

const CASES: readonly (readonly [
  WorktreeChoiceRequest['requested'],
  WorktreeChoiceRequest['mode'],
  WorktreeChoiceRequest['obstacle'],
  WorktreeChoice,
])[] = [
  [undefined, 'never', undefined, 'without'],
  [undefined, 'always', undefined, 'with'],
  [undefined, 'ask', undefined, 'ask'],
  [undefined, 'always', OBSTACLE, 'withoutForObstacle'],
  [undefined, 'ask', OBSTACLE, 'withoutForObstacle'],
  [true, 'never', undefined, 'with'],
  [true, 'never', OBSTACLE, 'with'],
  [false, 'always', undefined, 'without'],
];

describe('planWorktreeChoice', () => {
  for (const [requested, mode, obstacle, expected] of CASES) {
    it(`${requested ?? 'nothing'} requested, ${mode}${obstacle ? ', impossible' : ''}: ${expected}`, () =>
      assert.equal(planWorktreeChoice({ requested, mode, obstacle }), expected));
  }
});
