import assert from 'node:assert/strict';
import { TaskLandings } from '../../../../src/agents/landing/taskLandings';
import type { Task } from '../../../../src/tasks/task';
import type { Landing } from '../../../../src/worktrees/landing/landing';
import type { LandingFate } from '../../../../src/worktrees/landing/undoLanding';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { ManualClock } from '../../../support/manualClock';

const DEAD = 1;
const ALIVE = 2;
const LANDING: Landing = {
  branch: 'refs/heads/main',
  from: 'a',
  to: 'b',
  head: 'c',
  at: '2026-01-01T00:00:00.000Z',
};

/** A task whose landing a process has begun. */
function world(fate: LandingFate | Error, begunBy: number | undefined) {
  let task: Task = { ...worktreeTask('t1'), landing: { ...LANDING, begunBy } };
  const subject = new TaskLandings({
    worktreesOf: () =>
      ({
        findLandingFate: () =>
          fate instanceof Error ? Promise.reject(fate) : Promise.resolve(fate),
      }) as never,
    tasks: {
      find: () => task,
      list: () => [task],
      update: (_id, fields) => ((task = { ...task, ...fields }), Promise.resolve()),
    },
    clock: new ManualClock(),
    logger: { warn: () => {} } as never,
    pid: ALIVE,
    isAlive: (pid) => pid === ALIVE,
  });
  return { landing: () => task.landing, settle: () => subject.settle([task.folder]) };
}

describe('a landing whose window closed meanwhile', () => {
  it('is one that can be undone if the branch has moved, which is said', async () => {
    const { landing, settle } = world('landed', DEAD);
    const [sentence, ...others] = await settle();
    assert.match(sentence ?? '', /was landed in main while its window closed/);
    assert.deepEqual(others, []);
    assert.deepEqual(landing(), { ...LANDING, begunBy: undefined });
    assert.deepEqual(await settle(), [], 'said once');
  });

  it('is forgotten if the branch has not moved, which is said', async () => {
    const { landing, settle } = world('notLanded', DEAD);
    assert.match((await settle()).join(), /main has not moved/);
    assert.equal(landing(), undefined);
  });

  it('stays while its process lives, and if git cannot tell', async () => {
    for (const [fate, begunBy] of [
      ['notLanded', ALIVE],
      [new Error('no git'), DEAD],
    ] as const) {
      const { landing, settle } = world(fate, begunBy);
      assert.deepEqual(await settle(), []);
      assert.deepEqual(landing(), { ...LANDING, begunBy });
    }
  });
});
