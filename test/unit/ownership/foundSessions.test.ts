import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Deferred } from '../../../src/base/deferred';
import { SessionError } from '../../../src/base/errors';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import { RETURN_MS } from '../../../src/ownership/sessionWaits';
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

  it('requests a session that another window claimed while it was taken over as a free one', async () => {
    const opened = new Deferred<void>();
    world.opened = opened.promise;
    world.inTmux.set('ada-main-a', true);
    world.isTmuxShown = false;
    const free = world.reconnector.reconnectAll();
    await setImmediate();
    assert.equal(world.reconnector.isArriving('ada-main-a'), true);
    const asked = world.reconnector.takeOver('ada-main-a', 'ifAbandoned');
    await setImmediate();
    world.elsewhere.set('ada-main-a', 'watched');
    opened.resolve();
    await free;
    await assert.rejects(asked, OwnedElsewhereError);
  });

  it('takes over at once a session whose delay has passed during a slow attempt for another one', async () => {
    const opened = new Deferred<void>();
    world.opened = opened.promise;
    world.isTmuxShown = false;
    world.inTmux.set('ada-main-tmux', true);
    world.elsewhere.set('ada-main-b', 'watched');
    world.all.put(session('ada-main-b'));
    await setImmediate();
    world.clock.advance(RETURN_MS - 1);
    world.elsewhere.clear();
    world.leases.fire();
    await setImmediate();
    world.clock.advance(1);
    await setImmediate();
    world.clock.advance(RETURN_MS);
    world.inTmux.clear();
    opened.resolve();
    await setImmediate();
    assert.deepEqual(world.holds, []);
    world.clock.advance(0);
    await setImmediate();
    assert.deepEqual(world.holds, ['ada-main-b']);
  });

  it('tries again a session that could not be taken over', async () => {
    world.claimFailure = new SessionError('ILLEGAL_STATE', 'The disk is full.');
    world.all.put(session('ada-main-a'));
    await setImmediate();
    assert.deepEqual(world.holds, []);
    world.claimFailure = undefined;
    world.clock.advance(RETURN_MS);
    await setImmediate();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  it('lists again after an incomplete list, ever more seldom, and takes over what it lacked', async () => {
    world.isTmuxShown = false;
    world.isTmuxWhole = false;
    world.leases.fire();
    await setImmediate();
    world.clock.advance(RETURN_MS);
    await setImmediate();
    world.inTmux.set('ada-main-a', true);
    world.isTmuxWhole = true;
    world.clock.advance(2 * RETURN_MS - 1);
    await setImmediate();
    assert.equal(world.clock.pendingTimers, 1);
    world.clock.advance(1);
    await setImmediate();
    world.clock.advance(RETURN_MS - 1);
    await setImmediate();
    assert.deepEqual(world.holds, []);
    world.clock.advance(1);
    await setImmediate();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  it('tries again a session in tmux to which it is attached and which it could not claim', async () => {
    world.isTmuxShown = false;
    world.claimFailure = new SessionError('ILLEGAL_STATE', 'The disk is full.');
    world.inTmux.set('ada-main-a', true);
    await world.reconnector.reconnectAll();
    world.isTmuxShown = true;
    world.leases.fire();
    await setImmediate();
    for (const wait of [RETURN_MS, RETURN_MS, 2 * RETURN_MS]) {
      assert.deepEqual(world.holds, []);
      world.claimFailure = wait === RETURN_MS ? world.claimFailure : undefined;
      world.clock.advance(wait);
      await setImmediate();
    }
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  it('postpones also a session that is shown while this window is not watched', async () => {
    world.isTmuxShown = true;
    world.inTmux.set('ada-main-a', true);
    world.isWatched = false;
    world.leases.fire();
    await setImmediate();
    world.clock.advance(RETURN_MS);
    await setImmediate();
    world.isTmuxShown = false;
    world.isWatched = true;
    world.clock.advance(RETURN_MS);
    await setImmediate();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  it('ignores a session that another window claims while an older one is taken over', async () => {
    world.whileClaiming = () => world.elsewhere.set('ada-main-b', 'abandoned');
    world.all.put(session('ada-main-a'));
    const createdAt = '1961-01-01T00:00:00.000Z';
    world.all.put(session('ada-main-b', { createdAt, state: 'terminated' }));
    await setImmediate();
    assert.deepEqual([world.holds, world.requested], [['ada-main-a'], []]);
  });

  it('requests no session that has ended and that its window still owns', async () => {
    world.elsewhere.set('ada-main-a', 'abandoned');
    world.all.put(session('ada-main-a', { state: 'terminated' }));
    await world.reconnector.reconnectAll();
    assert.deepEqual([world.holds, world.requested], [[], []]);
  });

  describe('with a request under way', () => {
    let answer: Deferred<void>;
    let first: Promise<unknown>;

    beforeEach(async () => {
      answer = new Deferred();
      world.answer = answer.promise;
      world.elsewhere.set('ada-main-a', 'watched');
      world.all.put(session('ada-main-a'));
      first = world.reconnector.takeOver('ada-main-a', 'ifAbandoned');
      await setImmediate();
    });

    it('sends one with other terms after it', async () => {
      const second = world.reconnector.takeOver('ada-main-a', 'always');
      await setImmediate();
      assert.equal(world.requested.length, 1);
      answer.resolve();
      await assert.rejects(first, OwnedElsewhereError);
      assert.equal((await second)?.id, 'ada-main-a');
    });

    it('sends one for all that have the stronger terms', async () => {
      const others = [1, 2].map(() => world.reconnector.takeOver('ada-main-a', 'always'));
      await setImmediate();
      answer.resolve();
      await assert.rejects(first, OwnedElsewhereError);
      assert.deepEqual(
        (await Promise.all(others)).map((one) => one?.id),
        Array(2).fill('ada-main-a'),
      );
      assert.equal(world.requested.length, 2);
    });

    it('sends none with terms that a stronger one under way covers', async () => {
      answer.resolve();
      await assert.rejects(first, OwnedElsewhereError);
      const next = new Deferred<void>();
      world.answer = next.promise;
      const all = (['always', 'ifAbandoned', 'always'] as const).map((terms) =>
        world.reconnector.takeOver('ada-main-a', terms),
      );
      await setImmediate();
      next.reject(new SessionError('ILLEGAL_STATE', 'It does not respond.'));
      await Promise.all(all.map((one) => assert.rejects(one, /It does not respond/)));
      assert.equal(world.requested.length, 2);
    });

    it('makes no other attempt for a session that has become free', async () => {
      world.elsewhere.clear();
      const free = world.reconnector.reconnectAll();
      await setImmediate();
      answer.reject(new SessionError('ILLEGAL_STATE', 'It does not respond.'));
      await Promise.all([free, assert.rejects(first, /It does not respond/)]);
      assert.deepEqual([world.holds, world.requested], [[], ['ada-main-a']]);
    });

    it('sends none with the same terms', async () => {
      const second = world.reconnector.takeOver('ada-main-a', 'ifAbandoned');
      answer.resolve();
      await assert.rejects(first, OwnedElsewhereError);
      await assert.rejects(second, OwnedElsewhereError);
      assert.equal(world.requested.length, 1);
    });
  });
});
