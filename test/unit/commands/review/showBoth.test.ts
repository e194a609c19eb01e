import assert from 'node:assert/strict';
import { showBoth } from '../../../../src/commands/review/showBoth';
import { worktreeTask } from '../../../support/agents/worktreeTask';
import { readChanges } from '../../../support/views/changes';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';

describe('showBoth', () => {
  const [ONE, TWO, THREE] = [worktreeTask('t1'), worktreeTask('t2'), worktreeTask('t3')];

  /** The first task has changed `a.js` as the second has, and `b.js` as both others have. */
  function world(word?: string) {
    const choices = choosing(word);
    const made = new CommandWorld({ choices });
    made.tasks = [ONE, TWO, THREE, worktreeTask('t4')];
    for (const id of ['t1', 't2', 't3', 't4']) {
      made.changes.set(id, readChanges('a.js', 'b.js'));
    }
    const files = new Map([
      ['a.js', [TWO]],
      ['b.js', [TWO, THREE]],
    ]);
    made.overlaps.set('t1', { files, tasks: [TWO, THREE] });
    made.overlaps.set('t2', { files: new Map([['a.js', [ONE]]]), tasks: [ONE] });
    return { made, choices };
  }

  it('opens the diffs of both tasks, also of what is committed, and asks nothing that is clear', async () => {
    const { made, choices } = world();
    made.uncommitted.set('t1', readChanges());
    await showBoth(made.deps, { task: 't2' });
    await showBoth(made.deps, { task: 't1', path: 'a.js' });
    assert.deepEqual(made.events, [
      'diff t2 a.js',
      'diff t1 a.js beside',
      'diff t1 a.js',
      'diff t2 a.js beside',
    ]);
    assert.deepEqual(choices.seen, []);
  });

  it('asks for the task, the file and the other task', async () => {
    const { made, choices } = world('b.js');
    await showBoth(made.deps, { task: 't1' });
    assert.deepEqual(choices.seen, [
      ['a.js', 'b.js'],
      ['Task t2', 'Task t3'],
    ]);
    const any = world();
    await showBoth(any.made.deps, {});
    assert.deepEqual(any.choices.seen, [['Task t2', 'Task t1']]);
    assert.deepEqual([...made.events, ...any.made.events], []);
  });

  it('fails for a file that no other task has changed', async () => {
    const { made } = world();
    await assert.rejects(
      showBoth(made.deps, { task: 't1', path: 'c.js' }),
      /No other task has changed c\.js/,
    );
    await assert.rejects(showBoth(made.deps, { task: 't4' }), /No matching task/);
  });
});
