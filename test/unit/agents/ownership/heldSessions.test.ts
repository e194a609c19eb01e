import assert from 'node:assert/strict';
import { HeldSessions } from '../../../../src/agents/ownership/heldSessions';
import { SessionError } from '../../../../src/base/errors';
import type { SessionEvent, SessionInfo } from '../../../../src/pty/sessionService';
import { FakeReachableSessions } from '../../../support/pty/fakeReachableSessions';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { specOf } from '../../../support/pty/useSessionManager';

const OTHER = sessionInfo({ id: 'ada-main-other', persistence: 'host' });

describe('HeldSessions', () => {
  let all: FakeReachableSessions;
  let held: HeldSessions;
  let events: string[];
  let others: string[];
  let letGo: string[];

  beforeEach(() => {
    all = new FakeReachableSessions();
    held = new HeldSessions(all);
    events = [];
    others = [];
    letGo = [];
    const note = (list: string[]) => (event: SessionEvent) =>
      list.push(`${event.type} ${event.session.id}`);
    held.onDidChange(note(events));
    held.onDidChangeOthers(note(others));
    held.onDidLetGo(({ id }: SessionInfo) => letGo.push(id));
  });

  it('has what it created, and nothing that others have', async () => {
    all.put(OTHER);
    const own = await held.create(specOf('ada-main-own'));
    assert.deepEqual(held.list(), [own]);
    assert.equal(held.get(OTHER.id), undefined);
    assert.equal(held.has(OTHER.id), false);
    assert.deepEqual(held.listOthers(), [OTHER]);
    assert.deepEqual([events, others], [['created ada-main-own'], ['created ada-main-other']]);
  });

  it('has none that has left the list, though another one of its id begins elsewhere', () => {
    all.put(OTHER);
    held.take(OTHER.id);
    all.remove(OTHER.id);
    all.put(OTHER);
    assert.equal(held.holds(OTHER.id), false);
    assert.deepEqual([held.list(), held.listOthers()], [[], [OTHER]]);
  });

  it('does nothing to what others have', async () => {
    all.put(OTHER);
    held.write(OTHER.id, 'x');
    held.resize(OTHER.id, { cols: 1, rows: 1 });
    held.relabel(OTHER.id, 'x');
    held.signal(OTHER.id, 'SIGKILL');
    await held.kill(OTHER.id);
    assert.deepEqual(all.calls, []);
    for (const look of [
      held.attach(OTHER.id, { onData() {}, onExit() {} }),
      held.screen(OTHER.id),
    ]) {
      await assert.rejects(look, (error) => SessionError.is(error, 'SESSION_NOT_FOUND'));
    }
  });

  it('tells of one that it takes as of one that begins, and of one that it lets go as of one that leaves', () => {
    all.put(OTHER);
    assert.equal(held.take(OTHER.id), OTHER);
    assert.equal(held.take(OTHER.id), undefined, 'it is held already');
    all.put({ ...OTHER, label: 'Later' });
    assert.equal(held.get(OTHER.id)?.label, 'Later');
    held.letGo(OTHER.id);
    held.letGo(OTHER.id);
    all.put(OTHER);
    assert.deepEqual(events, [
      'created ada-main-other',
      'changed ada-main-other',
      'removed ada-main-other',
    ]);
    assert.deepEqual(
      [others, letGo],
      [['created ada-main-other', 'changed ada-main-other'], ['ada-main-other']],
    );
    assert.deepEqual(all.calls, [], 'nothing has ended');
  });

  it('begins no second session beside one that lives, and one in the place of one that has ended', async () => {
    all.put(OTHER);
    await assert.rejects(held.create(specOf(OTHER.id)), (error) =>
      SessionError.is(error, 'SESSION_EXISTS'),
    );
    assert.equal(held.has(OTHER.id), false);
    all.put({ ...OTHER, state: 'terminated' });
    await held.create(specOf(OTHER.id));
    assert.equal(held.has(OTHER.id), true);
    assert.deepEqual(all.calls, [`kill ${OTHER.id}`]);
  });

  it('holds nothing that could not begin', async () => {
    all.failsToCreate = true;
    await assert.rejects(held.create(specOf('ada-main-own')));
    all.put(sessionInfo({ id: 'ada-main-own' }));
    assert.deepEqual(held.list(), []);
  });

  it('tells of no end of what outlives the window, once that closes', async () => {
    all.put(OTHER);
    held.take(OTHER.id);
    await held.create(specOf('ada-main-own'));
    await held.shutdown(1);
    all.remove(OTHER.id);
    all.remove('ada-main-own');
    assert.deepEqual(events.slice(2), ['removed ada-main-own']);
    all.put(OTHER);
    assert.equal(held.take(OTHER.id), undefined, 'and takes nothing any more');
  });
});
