import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Deferred } from '../../../src/base/deferred';
import { ReconnectorWorld, session, SHOP } from '../../support/agents/reconnectorWorld';

describe('SessionReconnector after the start', () => {
  let world: ReconnectorWorld;

  beforeEach(async () => {
    world = new ReconnectorWorld();
    await world.reconnector.start();
  });

  afterEach(() => {
    world.reconnector.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('takes over from an abandoned window the sessions of an added folder, and requests each once', async () => {
    world.folders = [];
    world.elsewhere.set('ada-main-a', 'abandoned').set('ada-main-b', 'watched');
    ['ada-main-a', 'ada-main-b'].forEach((id) => world.all.put(session(id)));
    world.folders = [SHOP];
    await Promise.all([world.reconnector.reconnectAll(), world.reconnector.reconnectAll()]);
    assert.deepEqual(
      [world.holds, world.requested],
      [['ada-main-a'], ['ada-main-a', 'ada-main-b']],
    );
  });

  for (const [what, isReleased, held] of [
    [
      'takes over at once a session that is found while the sessions are listed',
      false,
      ['ada-main-a'],
    ],
    ['reserves one that is found then and that another window releases only then', true, []],
  ] as const) {
    it(what, async () => {
      const listing = new Deferred<void>();
      world.listed = listing.promise;
      world.leases.fire();
      await setImmediate();
      if (isReleased) {
        world.elsewhere.set('ada-main-a', 'watched');
      }
      world.all.put(session('ada-main-a'));
      world.elsewhere.clear();
      listing.resolve();
      await setImmediate();
      assert.deepEqual(world.holds, held);
    });
  }
});
