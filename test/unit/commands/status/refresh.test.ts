import assert from 'node:assert/strict';
import { refresh } from '../../../../src/commands/status/windowCommands';
import { CommandWorld } from '../../../support/views/commandWorld';

describe('refresh', () => {
  it('redraws every row, and reads worktrees and pull requests again', async () => {
    const made = new CommandWorld();
    await refresh(made.deps);
    assert.deepEqual(made.events, ['redraw', 'refresh', 'look at all']);
  });
});
