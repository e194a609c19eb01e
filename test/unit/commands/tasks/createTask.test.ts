import assert from 'node:assert/strict';
import {
  planWorktreeChoice,
  type WorktreeChoice,
  type WorktreeChoiceRequest,
} from '../../../../src/commands/tasks/createTask';

const OBSTACLE = 'It is in no repository.';

const CASES: readonly (readonly [
  WorktreeChoiceRequest['wanted'],
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
  for (const [wanted, mode, obstacle, expected] of CASES) {
    it(`${wanted ?? 'nothing'} wanted, ${mode}${obstacle ? ', impossible' : ''}: ${expected}`, () =>
      assert.equal(planWorktreeChoice({ wanted, mode, obstacle }), expected));
  }
});
