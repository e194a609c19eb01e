import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { copyApiConnection } from '../../../../src/commands/status/windowCommands';
import { fakeWindowActions } from '../../../support/views/fakeWorktrees';
import { CommandWorld } from '../../../support/views/commandWorld';

describe('copyApiConnection', () => {
  it('copies lines for a shell, and shows no token', async () => {
    let copied = '';
    const world = new CommandWorld({
      windowActions: fakeWindowActions((event) => (copied = event.replace(/^copy /, ''))),
    });
    await copyApiConnection(world.deps);
    assert.equal(
      copied,
      'export AGENT_TERMINALS_SOCKET=\nexport AGENT_TERMINALS_URL=http://127.0.0.1:1234\nexport AGENT_TERMINALS_TOKEN=secret\n',
    );
    assert.ok(!world.events.join().includes('secret'), world.events.join());
  });

  it('rejects if the API is off', async () => {
    const world = new CommandWorld({
      api: { openTcp: () => Promise.reject(new SessionError('ILLEGAL_STATE', 'off')) },
    });
    await assert.rejects(copyApiConnection(world.deps), { code: 'ILLEGAL_STATE' });
    assert.deepEqual(world.events, []);
  });
});
