import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { RETURN_MS } from '../../../src/ownership/sessionWaits';
import { ReconnectorWorld, session } from '../../support/agents/reconnectorWorld';

const ID = 'ada-main-a';

describe('SessionReconnector, with a session of a command without a window', () => {
  let world: ReconnectorWorld;

  beforeEach(async () => {
    world = new ReconnectorWorld();
    world.all.put(session(ID));
    world.elsewhere.set(ID, 'watched');
    world.ofCommands.add(ID);
    await world.reconnector.start();
    await setImmediate();
    assert.deepEqual([world.holds, world.requested], [[], [ID]]);
  });

  afterEach(() => {
    world.reconnector.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  const end = async (): Promise<void> => {
    world.elsewhere.clear();
    world.ofCommands.clear();
    world.leases.fire();
    await setImmediate();
  };

  it('takes it over as soon as the command has ended, without a further request', async () => {
    world.leases.fire();
    await setImmediate();
    assert.deepEqual(world.holds, []);
    await end();
    assert.deepEqual([world.holds, world.requested], [[ID], [ID]]);
  });

  it('takes it over later if nobody watches the window then', async () => {
    world.isWatched = false;
    await end();
    assert.deepEqual(world.holds, []);
    world.isWatched = true;
    world.clock.advance(RETURN_MS);
    await setImmediate();
    assert.deepEqual(world.holds, [ID]);
  });

  describe('that was started after the first list', () => {
    const LATE = 'ada-main-late';

    /** A command starts a session, which it uses, or keeps without a use. */
    const start = async (use: 'watched' | 'abandoned'): Promise<void> => {
      world.elsewhere.set(LATE, use);
      world.ofCommands.add(LATE);
      world.all.put(session(LATE));
      world.leases.fire();
      await setImmediate();
    };

    it('requests and takes it if the command does not use it', async () => {
      await start('abandoned');
      assert.deepEqual([world.holds, world.requested], [[LATE], [ID, LATE]]);
    });

    it('requests it once if the command uses it, and again after a release', async () => {
      await start('watched');
      world.leases.fire();
      await setImmediate();
      assert.deepEqual([world.holds, world.requested], [[], [ID, LATE]]);
      world.ofCommands.delete(LATE);
      world.leases.fire();
      await setImmediate();
      await start('abandoned');
      assert.deepEqual([world.holds, world.requested], [[LATE], [ID, LATE, LATE]]);
    });

    it('requests it later if nobody watches the window then', async () => {
      world.isWatched = false;
      await start('abandoned');
      assert.deepEqual(world.requested, [ID]);
      world.isWatched = true;
      world.clock.advance(RETURN_MS);
      await setImmediate();
      assert.deepEqual([world.holds, world.requested], [[LATE], [ID, LATE]]);
    });

    it('leaves one of another folder', async () => {
      world.folders = [];
      await start('abandoned');
      assert.deepEqual([world.holds, world.requested], [[], [ID]]);
    });
  });

  it('expects it, but not one of another window', async () => {
    assert.equal(world.reconnector.isArriving(ID), true);
    world.ofCommands.clear();
    assert.equal(world.reconnector.isArriving(ID), false);
    world.elsewhere.clear();
    assert.equal(world.reconnector.isArriving(ID), true);
    await end();
    assert.equal(world.reconnector.isArriving(ID), false);
  });
});
