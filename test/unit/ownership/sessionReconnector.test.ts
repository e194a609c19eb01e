import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import { RETURN_MS } from '../../../src/ownership/freedSessions';
import { FIND_LIMIT_MS } from '../../../src/ownership/sessionReconnector';
import { SessionError } from '../../../src/base/errors';
import { ReconnectorWorld, session, SHOP } from '../../support/agents/reconnectorWorld';

describe('SessionReconnector', () => {
  let world: ReconnectorWorld;

  beforeEach(() => (world = new ReconnectorWorld()));

  afterEach(() => {
    world.reconnector.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('takes over what outlived its window, the oldest first, with its hooks', async () => {
    world.all.put(session('ada-main-b', { createdAt: '1961-01-01T00:00:00.000Z' }));
    world.all.put(session('ada-main-a'));
    await world.reconnector.start();
    assert.deepEqual(world.claimed, ['ada-main-a', 'ada-main-b']);
    assert.deepEqual(world.reopened, world.claimed);
    assert.deepEqual([...world.holds].sort(), ['ada-main-a', 'ada-main-b']);
    assert.deepEqual(world.reconnector.isRunningElsewhere('ada-main-a'), false);
  });

  it('leaves what is of other folders, or of a window that somebody looks at', async () => {
    world.all.put(session('ada-main-far', { folder: 'file:///other' }));
    world.all.put(session('ada-main-held'));
    world.elsewhere.set('ada-main-held', 'watched');
    await world.reconnector.start();
    assert.deepEqual(world.holds, []);
    assert.equal(world.reconnector.isRunningElsewhere('ada-main-held'), true);
  });

  it('takes over what a window holds that nobody looks at', async () => {
    world.all.put(session('ada-main-a'));
    world.elsewhere.set('ada-main-a', 'abandoned');
    await world.reconnector.start();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  describe('where another window shows a session that lives in tmux', () => {
    const ID = 'ada-main-tmux';

    it('leaves it there, and does not see it before a look into tmux', async () => {
      world.inTmux.set(ID, true);
      world.elsewhere.set(ID, 'watched');
      await world.reconnector.start();
      assert.deepEqual([world.holds, world.all.list()], [[], []]);
      assert.equal(world.reconnector.isRunningElsewhere(ID), false);
      assert.equal(await world.reconnector.isFoundElsewhere(ID), true);
      assert.deepEqual(world.kept, [ID], 'its hooks are kept');
    });

    it('has it come over once that window has let go of it', async () => {
      await world.reconnector.start();
      world.inTmux.set(ID, true);
      world.elsewhere.set(ID, 'watched');
      await assert.rejects(world.reconnector.takeOver(ID, 'ifAbandoned'), OwnedElsewhereError);
      assert.deepEqual(world.all.list(), []);
      assert.equal((await world.reconnector.takeOver(ID, 'always'))?.id, ID);
      assert.deepEqual([world.holds, world.claimed, world.reopened], [[ID], [ID], [ID]]);
    });

    it('takes it over where nobody looks at that window', async () => {
      world.inTmux.set(ID, true).set('ada-main-far', false).set('ada-main-hand', true);
      world.elsewhere.set(ID, 'abandoned').set('ada-main-far', 'abandoned');
      await world.reconnector.start();
      assert.deepEqual(world.holds, [ID]);
    });
  });

  it('finds the folder of one that was begun without by where it works', async () => {
    world.all.put(session('ada-main-in', { folder: null, workDir: '/shop/src' }));
    world.all.put(session('ada-main-out', { folder: null, workDir: '/shopping' }));
    await world.reconnector.start();
    assert.deepEqual(world.holds, ['ada-main-in']);
  });

  it('waits for who does not answer only so long, and takes over what it tells later', async () => {
    let answer = (): void => {};
    world.found = new Promise((resolve) => (answer = resolve));
    const started = world.reconnector.start();
    world.clock.advance(FIND_LIMIT_MS);
    await started;
    world.all.put(session('ada-main-a'));
    await setImmediate();
    assert.deepEqual(world.holds, []);
    answer();
    await world.reconnector.whenReconnected();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  it('keeps the hook files of what lives, and of nothing else', async () => {
    world.all.put(session('ada-main-a', { folder: 'file:///other' }));
    await world.reconnector.start();
    assert.deepEqual(world.kept, ['ada-main-a']);
  });

  describe('where it cannot be asked what outlived its window', () => {
    const fail = () => Promise.reject(new SessionError('BAD_REQUEST', 'The host refuses it.'));

    it('clears no hook files, and says once that nothing is known', async () => {
      world.found = fail();
      await world.reconnector.start();
      assert.equal(world.reconnector.hasListedAll, false);
      assert.equal(world.kept, undefined);
      world.found = fail();
      await world.reconnector.reconnectFree();
      assert.equal(world.notices.length, 1);
      assert.match(world.notices.join(), /none is resumed by itself: The host refuses it\.$/);
    });

    it('clears no hook files where tmux has come to be silent meanwhile', async () => {
      world.isTmuxWhole = false;
      await world.reconnector.start();
      assert.equal(world.kept, undefined);
    });

    it('takes over what comes to be known all the same', async () => {
      world.found = fail();
      await world.reconnector.start();
      world.found = Promise.resolve();
      world.all.put(session('ada-main-a'));
      await world.reconnector.reconnectFree();
      assert.equal(world.reconnector.hasListedAll, true);
      assert.deepEqual(world.holds, ['ada-main-a']);
    });
  });

  it('knows all once it was told, and not before', async () => {
    const started = world.reconnector.start();
    assert.equal(world.reconnector.hasListedAll, false);
    await started;
    assert.equal(world.reconnector.hasListedAll, true);
    assert.deepEqual(world.notices, []);
  });

  it('keeps the files of what it has just taken over', async () => {
    world.all.put(session('ada-main-a'));
    await world.reconnector.start();
    assert.deepEqual(world.kept, ['ada-main-a']);
  });

  describe('has the task tell of it', () => {
    it('by the label that it has there, and as one that is open', async () => {
      world.remember({}, { ptyId: 'ada-main-t', label: 'Renamed', isOpen: false });
      world.all.put(session('ada-main-t'));
      await world.reconnector.start();
      const [conversation] = world.tasks[0]?.conversations ?? [];
      assert.deepEqual([conversation?.label, conversation?.isOpen], ['Renamed', true]);
      assert.deepEqual(world.all.calls, ['relabel ada-main-t Renamed']);
    });

    it('where only its id names the task', async () => {
      world.remember({});
      world.all.put(session('ada-main-t'));
      await world.reconnector.start();
      assert.deepEqual(
        world.tasks.map(({ conversations }) => conversations.map(({ ptyId }) => ptyId)),
        [['ada-main-t']],
      );
    });

    it('by a new one of its label where nobody remembers it', async () => {
      world.all.put(session('ada-chat-x', { label: 'Lost\nwork' }));
      await world.reconnector.start();
      const [task] = world.tasks;
      assert.deepEqual(
        [task?.name, task?.folder, task?.cwd, task?.conversations.map(({ ptyId }) => ptyId)],
        ['Lost work', SHOP.uri, '/shop', ['ada-chat-x']],
      );
    });

    it('as closed where its agent has ended and its shell goes on', async () => {
      world.remember({}, { isOpen: true });
      world.all.put(session('ada-main-t', { agentExitCode: 1 }));
      await world.reconnector.start();
      assert.equal(world.tasks[0]?.conversations[0]?.isOpen, false);
    });

    for (const [isLost, isOpen] of [
      [false, false],
      [true, true],
    ] as const) {
      it(`as ${isOpen ? 'open' : 'closed'} where it has ended${isLost ? ', lost with its host' : ''}`, async () => {
        world.remember({}, { isOpen: true });
        world.all.put(session('ada-main-t', { state: 'terminated', isLost }));
        await world.reconnector.start();
        assert.equal(world.tasks[0]?.conversations[0]?.isOpen, isOpen);
        assert.deepEqual([world.holds, world.claimed], [['ada-main-t'], []]);
      });
    }
  });

  it('lets go again of one that ends as it is taken over', async () => {
    world.all.put(session('ada-main-a'));
    world.whileClaiming = () => world.all.remove('ada-main-a');
    await world.reconnector.start();
    assert.deepEqual([world.holds, world.released], [[], ['ada-main-a']]);
  });

  describe('later', () => {
    beforeEach(() => world.reconnector.start());

    it('leaves what a window lets go of to that window while it may be reloading', async () => {
      world.elsewhere.set('ada-main-a', 'watched');
      world.all.put(session('ada-main-a'));
      await setImmediate();
      world.elsewhere.clear();
      world.leases.fire();
      await setImmediate();
      world.clock.advance(RETURN_MS - 1);
      await setImmediate();
      assert.deepEqual(world.holds, []);
      world.clock.advance(1);
      await setImmediate();
      assert.deepEqual(world.holds, ['ada-main-a']);
    });

    it('leaves to others what is free while nobody has this window open', async () => {
      world.isWatched = false;
      world.all.put(session('ada-main-a'));
      await setImmediate();
      world.leases.fire();
      world.clock.advance(RETURN_MS);
      await setImmediate();
      assert.deepEqual([world.holds, world.claimed], [[], []]);
      world.isWatched = true;
      world.clock.advance(RETURN_MS - 1);
      await setImmediate();
      assert.deepEqual(world.holds, []);
      world.clock.advance(1);
      await setImmediate();
      assert.deepEqual(world.holds, ['ada-main-a']);
    });

    it('looks at each that is free in its time, also while others were postponed', async () => {
      world.isWatched = false;
      world.elsewhere.set('ada-main-b', 'watched');
      world.all.put(session('ada-main-a'));
      world.all.put(session('ada-main-b'));
      await setImmediate();
      world.clock.advance(RETURN_MS - 5_000);
      world.elsewhere.clear();
      world.leases.fire();
      await setImmediate();
      world.clock.advance(5_000);
      await setImmediate();
      world.isWatched = true;
      world.clock.advance(RETURN_MS - 5_000);
      await setImmediate();
      assert.deepEqual(world.holds, ['ada-main-b']);
      world.clock.advance(5_000);
      await setImmediate();
      assert.deepEqual([...world.holds].sort(), ['ada-main-a', 'ada-main-b']);
    });

    for (const state of ['idle', 'terminated'] as const) {
      for (const [what, act] of [
        ['another window has taken meanwhile', () => world.elsewhere.set('ada-main-a', 'watched')],
        ['is found as this window goes', () => world.reconnector.dispose()],
      ] as const) {
        it(`leaves one, ${state}, that ${what}`, async () => {
          world.whileAskedForWatch = act;
          world.all.put(session('ada-main-a', { state }));
          await setImmediate();
          world.leases.fire();
          world.clock.advance(RETURN_MS);
          await setImmediate();
          assert.deepEqual([world.holds, world.claimed], [[], []]);
        });
      }
    }

    it('leaves what another window has just begun', async () => {
      const createdAt = new Date(world.clock.now()).toISOString();
      world.all.put(session('ada-main-a', { createdAt }));
      await setImmediate();
      assert.deepEqual(world.holds, []);
      world.elsewhere.set('ada-main-a', 'watched');
      world.leases.fire();
      world.clock.advance(2 * RETURN_MS);
      await setImmediate();
      assert.deepEqual(world.holds, []);
    });

    it('takes over at once what comes with a folder', async () => {
      world.folders = [];
      world.all.put(session('ada-main-a'));
      world.folders = [SHOP];
      await world.reconnector.reconnectFree();
      assert.deepEqual(world.holds, ['ada-main-a']);
      world.all.put(session('ada-main-b'));
      await setImmediate();
      assert.deepEqual(world.holds, ['ada-main-a', 'ada-main-b']);
    });

    it('takes from a window that somebody looks at only where the person says so', async () => {
      world.elsewhere.set('ada-main-a', 'watched');
      world.all.put(session('ada-main-a'));
      await assert.rejects(
        world.reconnector.takeOver('ada-main-a', 'ifAbandoned'),
        OwnedElsewhereError,
      );
      assert.equal((await world.reconnector.takeOver('ada-main-a', 'always'))?.id, 'ada-main-a');
      assert.equal(await world.reconnector.takeOver('ada-main-none', 'always'), undefined);
      assert.deepEqual(world.holds, ['ada-main-a']);
    });
  });
});
