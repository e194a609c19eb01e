import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { EMPTY_REVIEW } from '../../../../src/review/taskReview';
import { ReviewProgresses } from '../../../../src/views/review/reviewProgresses';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { changedFile, changesWith } from '../../../support/views/changes';

describe('ReviewProgresses', () => {
  const CASES: readonly (readonly [
    name: string,
    reviewed: readonly string[],
    total: number,
    isDue: boolean,
  ])[] = [
    ['is due with a file that is not marked', ['a.js'], 2, true],
    ['is not due if all files are marked', ['a.js', 'b.js'], 2, false],
    ['is due with files that are not listed', ['a.js', 'b.js'], 3, true],
  ];
  for (const [name, marked, count, isDue] of CASES) {
    it(`tells that a review ${name}`, async () => {
      const didRead = new Emitter<void>();
      const files = [changedFile('a.js'), changedFile('b.js')];
      const changes = changesWith(files, { total: { files: count, added: 0, removed: 0 } });
      const reviewed = new Set(marked);
      const progresses = new ReviewProgresses({
        logError: (error) => assert.fail(String(error)),
        marks: { check: () => Promise.resolve({ reviewed, isDue: true }) },
        reviews: { get: () => EMPTY_REVIEW, onDidChange: new Emitter<void>().event },
        tasks: { list: () => [worktreeTask('t1')] },
        worktreeStates: {
          changesOf: () => ({ kind: 'read', changes }),
          onDidChange: didRead.event,
        },
      });
      const checked = new Promise<void>((resolve) => progresses.onDidChange(() => resolve()));
      didRead.fire();
      await checked;
      assert.deepEqual(progresses.of('t1'), { reviewed, isDue });
      progresses.dispose();
    });
  }
});
