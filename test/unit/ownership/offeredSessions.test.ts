import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { REFUSED_MS } from '../../../src/ownership/sessionReconnector';
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

  /** A window, and another process that offers a session to it. */
  async function offered(attention: 'watched' | 'abandoned') {
    const world = new ReconnectorWorld();
    await world.reconnector.start();
    world.elsewhere.set('ada-main-a', attention);
    world.all.put(session('ada-main-a'));
    const leases = [{ ptyId: 'ada-main-a', conversation: 'u' }];
    const contents = { leases, requests: [], answers: {}, isOffered: true };
    const read = (): void => world.windows.fire(new Map([['other.json', contents]]));
    return { world, read };
  }

  it('requests an offered session once at a time, and again some time after a refusal', async () => {
    const { world, read } = await offered('watched');
    read();
    read();
    await setImmediate();
    assert.deepEqual(world.requested, ['ada-main-a']);
    world.clock.advance(REFUSED_MS - 1);
    read();
    await setImmediate();
    assert.equal(world.requested.length, 1);
    world.clock.advance(1);
    world.elsewhere.set('ada-main-a', 'abandoned');
    read();
    await setImmediate();
    assert.deepEqual([world.requested.length, world.holds], [2, ['ada-main-a']]);
  });

  it('requests nothing after the window has closed', async () => {
    const { world, read } = await offered('abandoned');
    world.whileDeciding = () => world.reconnector.dispose();
    read();
    await setImmediate();
    assert.deepEqual(world.requested, []);
  });
});
