import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import { FIND_LIMIT_MS } from '../../../src/ownership/sessionReconnector';
import { RETURN_MS } from '../../../src/ownership/sessionWaits';
import { SessionError } from '../../../src/base/errors';
import { ReconnectorWorld, session, SHOP } from '../../support/agents/reconnectorWorld';

describe('SessionReconnector', () => {
  let world: ReconnectorWorld;

  beforeEach(() => (world = new ReconnectorWorld()));

  afterEach(() => {
    world.reconnector.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  it('takes over sessions whose window has closed, the oldest first, with their hooks', async () => {
    world.all.put(session('ada-main-b', { createdAt: '1961-01-01T00:00:00.000Z' }));
    world.all.put(session('ada-main-a'));
    await world.reconnector.start();
    assert.deepEqual(world.claimed, ['ada-main-a', 'ada-main-b']);
    assert.deepEqual(world.reopened, world.claimed);
    assert.deepEqual([...world.holds].sort(), ['ada-main-a', 'ada-main-b']);
    assert.deepEqual(world.reconnector.isRunningElsewhere('ada-main-a'), false);
  });

  it('ignores sessions of other folders, and those of a watched window', async () => {
    world.all.put(session('ada-main-far', { folder: 'file:///other' }));
    world.all.put(session('ada-main-held'));
    world.elsewhere.set('ada-main-held', 'watched');
    await world.reconnector.start();
    assert.deepEqual(world.holds, []);
    assert.equal(world.reconnector.isRunningElsewhere('ada-main-held'), true);
  });

  it('takes over sessions of an abandoned window', async () => {
    world.all.put(session('ada-main-a'));
    world.elsewhere.set('ada-main-a', 'abandoned');
    await world.reconnector.start();
    assert.deepEqual(world.holds, ['ada-main-a']);
  });

  describe('if another window shows a session in tmux', () => {
    const ID = 'ada-main-tmux';

    it('leaves it there, and finds it only by a query of tmux', async () => {
      world.inTmux.set(ID, true);
      world.elsewhere.set(ID, 'watched');
      await world.reconnector.start();
      assert.deepEqual([world.holds, world.all.list()], [[], []]);
      assert.equal(world.reconnector.isRunningElsewhere(ID), false);
      assert.equal(await world.reconnector.isFoundElsewhere(ID), true);
      assert.deepEqual(world.kept, [ID], 'its hooks are kept');
    });

    it('takes it over from a watched window only with the terms always', async () => {
      await world.reconnector.start();
      world.inTmux.set(ID, true);
      world.elsewhere.set(ID, 'watched');
      await assert.rejects(world.reconnector.takeOver(ID, 'ifAbandoned'), OwnedElsewhereError);
      assert.deepEqual(world.all.list(), []);
      assert.equal((await world.reconnector.takeOver(ID, 'always'))?.id, ID);
      assert.deepEqual([world.holds, world.claimed, world.reopened], [[ID], [ID], [ID]]);
    });

    it('takes it over if that window is abandoned', async () => {
      world.inTmux.set(ID, true).set('ada-main-far', false).set('ada-main-hand', true);
      world.elsewhere.set(ID, 'abandoned').set('ada-main-far', 'abandoned');
      await world.reconnector.start();
      assert.deepEqual(world.holds, [ID]);
    });
  });

  it('finds the folder of a session without one by its working directory', async () => {
    world.all.put(session('ada-main-in', { folder: null, workDir: '/shop/src' }));
    world.all.put(session('ada-main-out', { folder: null, workDir: '/shopping' }));
    await world.reconnector.start();
    assert.deepEqual(world.holds, ['ada-main-in']);
  });

  it('waits for the list of sessions up to a limit, and takes over those that are listed later', async () => {
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

  it('keeps the hook files of running sessions, also of other folders', async () => {
    world.all.put(session('ada-main-a', { folder: 'file:///other' }));
    await world.reconnector.start();
    assert.deepEqual(world.kept, ['ada-main-a']);
  });

  describe('if the running sessions cannot be listed', () => {
    const fail = () => Promise.reject(new SessionError('BAD_REQUEST', 'The host refuses it.'));

    it('clears no hook files, and shows one notice', async () => {
      world.found = fail();
      await world.reconnector.start();
      assert.equal(world.reconnector.hasListedAll, false);
      assert.equal(world.kept, undefined);
      world.found = fail();
      await world.reconnector.reconnectAll();
      assert.equal(world.notices.length, 1);
      assert.match(world.notices.join(), /none is resumed automatically: The host refuses it\.$/);
    });

    it('clears no hook files if a tmux server does not respond', async () => {
      world.isTmuxWhole = false;
      await world.reconnector.start();
      assert.equal(world.kept, undefined);
    });

    it('takes over sessions that a later attempt lists', async () => {
      world.found = fail();
      await world.reconnector.start();
      world.found = Promise.resolve();
      world.all.put(session('ada-main-a'));
      await world.reconnector.reconnectAll();
      assert.equal(world.reconnector.hasListedAll, true);
      assert.deepEqual(world.holds, ['ada-main-a']);
    });
  });

  it('has listed all sessions after the start, and not before', async () => {
    const started = world.reconnector.start();
    assert.equal(world.reconnector.hasListedAll, false);
    await started;
    assert.equal(world.reconnector.hasListedAll, true);
    assert.deepEqual(world.notices, []);
  });

  it('keeps the hook files of a session that another window owns and no source lists', async () => {
    world.elsewhere.set('ada-main-gone', 'watched');
    await world.reconnector.start();
    assert.deepEqual(world.kept, ['ada-main-gone']);
  });

  describe('records a session', () => {
    it('with the label in its task, and as open', async () => {
      world.remember({}, { ptyId: 'ada-main-t', label: 'Renamed', isOpen: false });
      world.all.put(session('ada-main-t'));
      await world.reconnector.start();
      const [conversation] = world.tasks[0]?.conversations ?? [];
      assert.deepEqual([conversation?.label, conversation?.isOpen], ['Renamed', true]);
      assert.deepEqual(world.all.calls, ['relabel ada-main-t Renamed']);
    });

    it('in the task that only its id names', async () => {
      world.remember({});
      world.all.put(session('ada-main-t'));
      await world.reconnector.start();
      assert.deepEqual(
        world.tasks.map(({ conversations }) => conversations.map(({ ptyId }) => ptyId)),
        [['ada-main-t']],
      );
    });

    it('in a new task with its label if no task stores it', async () => {
      world.all.put(session('ada-chat-x', { label: 'Lost\nwork' }));
      await world.reconnector.start();
      const [task] = world.tasks;
      assert.deepEqual(
        [task?.name, task?.folder, task?.cwd, task?.conversations.map(({ ptyId }) => ptyId)],
        ['Lost work', SHOP.uri, '/shop', ['ada-chat-x']],
      );
    });

    it('as closed if its agent has ended and its shell continues', async () => {
      world.remember({}, { isOpen: true });
      world.all.put(session('ada-main-t', { agentExitCode: 1 }));
      await world.reconnector.start();
      assert.equal(world.tasks[0]?.conversations[0]?.isOpen, false);
    });

    for (const [isLost, isOpen] of [
      [false, false],
      [true, true],
    ] as const) {
      it(`as ${isOpen ? 'open' : 'closed'} if it has ended${isLost ? ', lost with its host' : ''}`, async () => {
        world.remember({}, { isOpen: true });
        world.all.put(session('ada-main-t', { state: 'terminated', isLost }));
        await world.reconnector.start();
        assert.equal(world.tasks[0]?.conversations[0]?.isOpen, isOpen);
        assert.deepEqual([world.holds, world.claimed], [['ada-main-t'], []]);
      });
    }
  });

  it('releases a session that ends while it is taken over', async () => {
    world.all.put(session('ada-main-a'));
    world.whileClaiming = () => world.all.remove('ada-main-a');
    await world.reconnector.start();
    assert.deepEqual([world.holds, world.released], [[], ['ada-main-a']]);
  });

  describe('after the start', () => {
    beforeEach(() => world.reconnector.start());

    it('takes over a released session only after its window has had time to reload', async () => {
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

    it('takes over free sessions only while this window is watched', async () => {
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

    it('takes over each free session after its own delay, also if others are postponed', async () => {
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
        [
          'another window has taken over meanwhile',
          () => world.elsewhere.set('ada-main-a', 'watched'),
        ],
        ['is found while this window closes', () => world.reconnector.dispose()],
      ] as const) {
        it(`ignores a session (${state}) that ${what}`, async () => {
          world.whileDeciding = act;
          world.all.put(session('ada-main-a', { state }));
          await setImmediate();
          world.leases.fire();
          world.clock.advance(RETURN_MS);
          await setImmediate();
          assert.deepEqual([world.holds, world.claimed, world.requested], [[], [], []]);
        });
      }
    }

    it('ignores a session that another window has just started', async () => {
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

    it('takes over at once the sessions of an added folder', async () => {
      world.folders = [];
      world.all.put(session('ada-main-a'));
      world.folders = [SHOP];
      await world.reconnector.reconnectAll();
      assert.deepEqual(world.holds, ['ada-main-a']);
      world.all.put(session('ada-main-b'));
      await setImmediate();
      assert.deepEqual(world.holds, ['ada-main-a', 'ada-main-b']);
    });

    it('takes over from a watched window only with the terms always', async () => {
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
