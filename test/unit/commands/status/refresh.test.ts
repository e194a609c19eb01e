import assert from 'node:assert/strict';
import { refresh } from '../../../../src/commands/status/refresh';
import { CommandWorld } from '../../../support/views/commandWorld';

describe('refresh', () => {
  it('draws every row anew, and asks after the worktrees', async () => {
    const made = new CommandWorld();
    await refresh(made.deps);
    assert.deepEqual(made.events, ['redraw', 'refresh']);
  });
});
