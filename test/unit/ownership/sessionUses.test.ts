import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { OwnedElsewhereError } from '../../../src/ownership/sessionHandover';
import { SessionUses } from '../../../src/ownership/sessionUses';
import { sessionInfo } from '../../support/pty/fakeSessions';

const ID = 'ada-main-a';

describe('SessionUses', () => {
  let events: string[];
  let own: Set<string>;
  let ownerElsewhere: 'command' | 'window' | undefined;
  let refusal: Error | undefined;
  /** The failure of a claim. */
  let collision: Error | undefined;

  beforeEach(() => {
    events = [];
    own = new Set();
    ownerElsewhere = undefined;
    refusal = undefined;
    collision = undefined;
  });

  const open = (hasWindow = false): SessionUses =>
    new SessionUses({
      hasWindow,
      sessions: { get: (id) => sessionInfo({ id }) },
      leases: {
        owns: (id) => own.has(id),
        isOwnedElsewhere: () => ownerElsewhere !== undefined,
        isOwnedByCommand: () => ownerElsewhere === 'command',
      },
      handover: {
        keep: (id) => {
          events.push(`keep ${id}`);
          return () => Promise.resolve(void events.push(`end ${id}`));
        },
        request: (id, terms) => {
          events.push(`request ${id} ${terms}`);
          return refusal ? Promise.reject(refusal) : Promise.resolve();
        },
      },
      continueSession: ({ id }) =>
        collision ? Promise.reject(collision) : Promise.resolve(void own.add(id)),
    });

  const run = (name: string) => () => Promise.resolve(void events.push(name));

  it('own a session from its first use on, and keep it during each', async () => {
    const uses = open();
    await Promise.all([uses.while(ID, run('one')), uses.while(ID, run('two'))]);
    await uses.while(ID, run('three'));
    const requests = events.filter((event) => event.startsWith('request'));
    assert.deepEqual(requests, [`request ${ID} ifAbandoned`]);
    assert.deepEqual(events.slice(-3), [`keep ${ID}`, 'three', `end ${ID}`]);
  });

  it('keep a session until its answer is read', async () => {
    own.add(ID);
    const answering = open().whileRead(ID, async function* () {
      yield await Promise.resolve('part');
      return 'all';
    });
    assert.deepEqual(events, []);
    assert.deepEqual(await answering.next(), { value: 'part', done: false });
    assert.deepEqual(events, [`keep ${ID}`]);
    assert.deepEqual(await answering.next(), { value: 'all', done: true });
    assert.deepEqual(events, [`keep ${ID}`, `end ${ID}`]);
  });

  it('fail if another process uses it, and end', async () => {
    refusal = new OwnedElsewhereError('Ada');
    ownerElsewhere = 'command';
    await assert.rejects(open().while(ID, assert.fail), { code: 'SESSION_BUSY' });
    ownerElsewhere = 'window';
    await assert.rejects(open().while(ID, assert.fail), { code: 'MOVED' });
    refusal = new SessionError('ILLEGAL_STATE', 'It did not respond.');
    ownerElsewhere = 'command';
    await assert.rejects(open().while(ID, assert.fail), { message: 'It did not respond.' });
    assert.equal(events.at(-1), `end ${ID}`);
  });

  it('fail if another process has claimed it since the request', async () => {
    collision = new SessionError('ILLEGAL_STATE', 'It runs in another window.');
    for (const [owner, code] of [
      ['command', 'SESSION_BUSY'],
      ['window', 'MOVED'],
      [undefined, 'ILLEGAL_STATE'],
    ] as const) {
      ownerElsewhere = owner;
      await assert.rejects(open().while(ID, assert.fail), { code });
    }
    ownerElsewhere = 'command';
    collision = new SessionError('SPAWN_FAILED', 'It has no hooks.');
    await assert.rejects(open().while(ID, assert.fail), { code: 'SPAWN_FAILED' });
  });

  it('wait without a request, and leave what another one has requested to it for once', async () => {
    const uses = open();
    assert.equal(await uses.ownIfFree(ID), true);
    assert.equal(await uses.ownIfFree(ID), true);
    own.clear();
    assert.equal(await uses.ownIfFree(ID), false);
    ownerElsewhere = 'command';
    assert.equal(await uses.ownIfFree(ID), false);
    assert.equal(events.filter((event) => event.startsWith('request')).length, 1);
    ownerElsewhere = undefined;
    assert.equal(await uses.ownIfFree(ID), true);
  });

  it('keep and request nothing in a window, which owns its sessions', async () => {
    const uses = open(true);
    await uses.while(ID, run('one'));
    await uses.whileStarting(run('two'));
    assert.equal(await uses.ownIfFree(ID), true);
    assert.deepEqual(events, ['one', 'two']);
  });
});
