import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ReconnectorWorld, session } from '../../support/agents/reconnectorWorld';

describe('SessionReconnector', () => {
  it('requests at once what a process without a window offers, in open folders and while it is watched', async () => {
    const world = new ReconnectorWorld();
    await world.reconnector.start();
    const leases = ['ada-main-a', 'ada-main-b'].map((ptyId) => ({ ptyId, conversation: 'u' }));
    leases.forEach(({ ptyId }) => world.elsewhere.set(ptyId, 'abandoned'));
    world.all.put(session('ada-main-a'));
    world.all.put(session('ada-main-b', { folder: 'file:///other', workDir: '/other' }));
    const read = async (isOffered: boolean): Promise<void> => {
      const contents = { leases, requests: [], answers: {}, isOffered };
      world.windows.fire(new Map([['other.json', contents]]));
      await setImmediate();
    };
    await read(false);
    world.mayKeepSessions = false;
    await read(true);
    assert.deepEqual(world.holds, []);
    world.mayKeepSessions = true;
    await read(true);
    assert.deepEqual([world.holds, [...world.elsewhere.keys()]], [['ada-main-a'], ['ada-main-b']]);
  });
});
