import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Deferred } from '../../../src/base/deferred';
import { REFUSED_MS } from '../../../src/ownership/sessionWaits';
import { ReconnectorWorld, session } from '../../support/agents/reconnectorWorld';

const ID = 'ada-main-a';

describe('SessionReconnector', () => {
  let world: ReconnectorWorld;

  beforeEach(async () => {
    world = new ReconnectorWorld();
    await world.reconnector.start();
  });

  afterEach(() => {
    world.reconnector.dispose();
    assert.equal(world.clock.pendingTimers, 0);
  });

  /** The files of the other windows are read, and differ. */
  const read = async (): Promise<void> => {
    world.leases.fire();
    await setImmediate();
  };

  const pass = async (ms: number): Promise<void> => {
    world.clock.advance(ms);
    await setImmediate();
  };

  /** Another process owns a session, and offers it to this window. */
  function offer(attention: 'watched' | 'abandoned', id = ID): void {
    world.elsewhere.set(id, attention);
    world.offered.add(id);
  }

  it('requests at once what a process without a window offers, in open folders and while it is watched', async () => {
    ['ada-main-a', 'ada-main-b'].forEach((id) => world.elsewhere.set(id, 'abandoned'));
    world.all.put(session('ada-main-a'));
    world.all.put(session('ada-main-b', { folder: 'file:///other', workDir: '/other' }));
    await read();
    world.mayTakeFree = false;
    offer('abandoned', 'ada-main-a');
    offer('abandoned', 'ada-main-b');
    await read();
    assert.deepEqual([world.holds, world.requested], [[], []]);
    world.mayTakeFree = true;
    await pass(REFUSED_MS);
    assert.deepEqual([world.holds, [...world.elsewhere.keys()]], [['ada-main-a'], ['ada-main-b']]);
  });

  it('requests at once what it lists after the offer was read', async () => {
    offer('abandoned');
    await read();
    world.all.put(session(ID));
    await setImmediate();
    assert.deepEqual(world.holds, [ID]);
  });

  it('requests at once what is offered in tmux', async () => {
    world.inTmux.set(ID, true);
    offer('abandoned');
    await read();
    assert.deepEqual(world.holds, [ID]);
  });

  it('requests an offered session once at a time, and again some time after a refusal', async () => {
    world.all.put(session(ID));
    offer('watched');
    world.leases.fire();
    await read();
    assert.deepEqual(world.requested, [ID]);
    world.clock.advance(REFUSED_MS - 1);
    await read();
    assert.equal(world.requested.length, 1);
    world.elsewhere.set(ID, 'abandoned');
    await pass(1);
    assert.deepEqual([world.requested.length, world.holds], [2, [ID]]);
  });

  it('requests an offered session again some time after a refusal that came late', async () => {
    const answer = new Deferred<void>();
    world.answer = answer.promise;
    world.all.put(session(ID));
    offer('watched');
    await read();
    await pass(REFUSED_MS);
    assert.deepEqual(world.requested, [ID], 'the first request is not answered yet');
    world.elsewhere.set(ID, 'watched');
    answer.resolve();
    await setImmediate();
    await pass(REFUSED_MS - 1);
    assert.equal(world.requested.length, 1);
    await pass(1);
    assert.equal(world.requested.length, 2);
  });

  it('requests no offered session that is already arriving', async () => {
    const answer = new Deferred<void>();
    world.answer = answer.promise;
    world.elsewhere.set(ID, 'watched');
    world.all.put(session(ID));
    await setImmediate();
    const taken = world.reconnector.takeOver(ID, 'always');
    await setImmediate();
    assert.equal(world.reconnector.isArriving(ID), true);
    offer('watched');
    await read();
    await pass(REFUSED_MS);
    assert.deepEqual(world.requested, [ID]);
    answer.resolve();
    await taken;
    assert.deepEqual([world.holds, world.requested.length], [[ID], 1]);
  });

  it('requests nothing after the window has closed', async () => {
    world.all.put(session(ID));
    offer('abandoned');
    world.whileDeciding = () => world.reconnector.dispose();
    await read();
    assert.deepEqual(world.requested, []);
  });
});
