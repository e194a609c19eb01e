import assert from 'node:assert/strict';
import { sortTasks } from '../../../../src/commands/tasks/sortTasks';
import { choosing } from '../../../support/views/choosing';
import { CommandWorld } from '../../../support/views/commandWorld';

describe('sortTasks', () => {
  it('sets the order that the person chooses, and nothing if they cancel', async () => {
    for (const [word, events] of [
      ['Need', ['set taskOrder "need"']],
      [undefined, []],
    ] as const) {
      const made = new CommandWorld({ choices: choosing(word) });
      await sortTasks(made.deps, {});
      assert.deepEqual(made.events, events);
    }
  });

  it('asks nothing if the caller names the order', async () => {
    const choices = choosing(undefined);
    const made = new CommandWorld({ choices });
    await sortTasks(made.deps, { order: 'name' });
    assert.deepEqual([made.events, choices.seen], [['set taskOrder "name"'], []]);
  });
});
