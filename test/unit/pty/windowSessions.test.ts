import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import type { SessionEvent, SessionInfo } from '../../../src/pty/sessionService';
import type { WindowSessions } from '../../../src/pty/windowSessions';
import { FakeBackend } from '../../support/pty/fakeBackend';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { specOf } from '../../support/pty/useSessionManager';
import { windowSessionsOf } from '../../support/pty/windowSessionsOf';

const OTHER = sessionInfo({ id: 'ada-main-other', persistence: 'host' });

describe('WindowSessions', () => {
  let backend: FakeBackend;
  let sessions: WindowSessions;
  let events: string[];
  let others: string[];
  let released: string[];

  beforeEach(() => {
    backend = new FakeBackend();
    sessions = windowSessionsOf(backend);
    events = [];
    others = [];
    released = [];
    const note = (list: string[]) => (event: SessionEvent) =>
      list.push(`${event.type} ${event.session.id}`);
    sessions.onDidChange(note(events));
    sessions.onDidChangeOthers(note(others));
    sessions.onDidRelease(({ id }: SessionInfo) => released.push(id));
  });

  it('lists its own sessions and those of others separately', async () => {
    backend.put(OTHER);
    const own = await sessions.create(specOf('ada-main-own'));
    assert.deepEqual(sessions.list(), [own]);
    assert.equal(sessions.get(OTHER.id), undefined);
    assert.equal(sessions.has(OTHER.id), false);
    assert.deepEqual(sessions.listOthers(), [OTHER]);
    assert.deepEqual([events, others], [['created ada-main-own'], ['created ada-main-other']]);
  });

  it('no longer owns a removed session, even if another one with its id starts elsewhere', () => {
    backend.put(OTHER);
    sessions.acquire(OTHER.id);
    backend.remove(OTHER.id);
    backend.put(OTHER);
    assert.equal(sessions.owns(OTHER.id), false);
    assert.deepEqual([sessions.list(), sessions.listOthers()], [[], [OTHER]]);
  });

  it('finds no session of others', () => {
    backend.put(OTHER);
    assert.equal(sessions.find(OTHER.id), undefined);
  });

  it('emits an acquired session as created and a released one as removed', () => {
    backend.put(OTHER);
    assert.equal(sessions.acquire(OTHER.id), OTHER);
    assert.equal(sessions.acquire(OTHER.id), undefined, 'it is owned already');
    backend.put({ ...OTHER, label: 'Later' });
    assert.equal(sessions.get(OTHER.id)?.label, 'Later');
    sessions.release(OTHER.id);
    sessions.release(OTHER.id);
    backend.put(OTHER);
    assert.deepEqual(events, [
      'created ada-main-other',
      'changed ada-main-other',
      'removed ada-main-other',
    ]);
    assert.deepEqual(
      [others, released],
      [['created ada-main-other', 'changed ada-main-other'], ['ada-main-other']],
    );
    assert.deepEqual(backend.calls, [], 'no session has ended');
  });

  it('rejects a second session with an id that runs elsewhere, and replaces one that has ended there', async () => {
    backend.put(OTHER);
    await assert.rejects(sessions.create(specOf(OTHER.id)), (error) =>
      SessionError.is(error, 'SESSION_EXISTS'),
    );
    assert.equal(sessions.has(OTHER.id), false);
    backend.put({ ...OTHER, state: 'terminated' });
    await sessions.create(specOf(OTHER.id));
    assert.equal(sessions.has(OTHER.id), true);
    assert.deepEqual(backend.calls, [`kill ${OTHER.id}`]);
  });

  it('does not own a session that failed to start', async () => {
    backend.failsToCreate = true;
    await assert.rejects(sessions.create(specOf('ada-main-own')));
    backend.put(sessionInfo({ id: 'ada-main-own' }));
    assert.deepEqual(sessions.list(), []);
  });

  it('emits no removal of a session that outlives the window after shutdown', async () => {
    backend.put(OTHER);
    sessions.acquire(OTHER.id);
    await sessions.create(specOf('ada-main-own'));
    await sessions.shutdown(1);
    backend.remove(OTHER.id);
    backend.remove('ada-main-own');
    assert.deepEqual(events.slice(2), ['removed ada-main-own']);
    backend.put(OTHER);
    assert.equal(sessions.acquire(OTHER.id), undefined, 'no session is acquired after shutdown');
  });

  describe('with two backends', () => {
    let host: FakeBackend;
    beforeEach(() => {
      sessions.dispose();
      backend = new FakeBackend();
      host = new FakeBackend();
      sessions = windowSessionsOf(backend, { backends: { window: backend, host } });
      sessions.onDidChange(({ type, session }) => events.push(`${type} ${session.id}`));
      sessions.onDidChangeOthers(({ type, session }) => others.push(`${type} ${session.id}`));
    });

    it('does not confuse its own session with one of the same id in the other backend', async () => {
      await sessions.create(specOf('ada-main-own'));
      backend.put(sessionInfo({ id: 'ada-main-own', state: 'terminated' }));
      host.put(sessionInfo({ id: 'ada-main-own', label: 'Another' }));
      host.signal('ada-main-own', 'title');
      assert.equal(sessions.get('ada-main-own')?.state, 'terminated');
      assert.deepEqual(
        [events, others],
        [['created ada-main-own', 'changed ada-main-own'], ['created ada-main-own']],
      );
      sessions.find('ada-main-own')?.write('x');
      assert.deepEqual([backend.calls, host.calls], [['write ada-main-own'], []]);
    });

    it('acquires a session in the backend that runs it', async () => {
      const signals: string[] = [];
      sessions.onDidSignal(({ id, data }) => signals.push(`${id} ${data}`));
      host.put(OTHER);
      host.signal(OTHER.id, 'before');
      sessions.acquire(OTHER.id);
      host.signal(OTHER.id, 'after');
      sessions.find(OTHER.id)?.relabel('Mine');
      await sessions.find(OTHER.id)?.kill();
      assert.deepEqual(signals, [`${OTHER.id} after`]);
      assert.deepEqual(host.calls, [`relabel ${OTHER.id} Mine`, `kill ${OTHER.id}`]);
      assert.equal(sessions.owns(OTHER.id), false);
    });

    it('opens a session without owning it', async () => {
      await sessions.open(specOf('ada-main-own', { persistence: 'tmux' }));
      assert.deepEqual([sessions.list(), sessions.listOthers().length], [[], 1]);
      await sessions.killOther('ada-main-own');
      assert.deepEqual(others, ['created ada-main-own', 'removed ada-main-own']);
      assert.deepEqual(events, []);
    });
  });
});
