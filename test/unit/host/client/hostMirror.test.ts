import assert from 'node:assert/strict';
import { HostMirror } from '../../../../src/host/client/hostMirror';
import { initialSessionInfo } from '../../../../src/pty/session/initialSessionInfo';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { specOf } from '../../../support/pty/useSessionManager';

describe('HostMirror', () => {
  let events: string[];
  let vanished: string[];
  let folders: string[];
  let mirror: HostMirror;
  const sessionOf = (id: string, change: Partial<SessionInfo> = {}): SessionInfo => ({
    ...initialSessionInfo(specOf(id, { folder: 'file:///ours' }), 1, ''),
    state: 'active',
    pid: 1,
    ...change,
  });

  beforeEach(() => {
    events = [];
    vanished = [];
    folders = ['file:///ours'];
    mirror = new HostMirror({
      isOurs: ({ folder }) => folder !== null && folders.includes(folder),
      handleVanished: ({ id }) => vanished.push(id),
      handleListenerError: (error) => assert.fail(String(error)),
    });
    mirror.onDidChange(({ type, session }) =>
      events.push(`${session.id} ${type}${session.isLost ? ' lost' : ''}`),
    );
  });

  it('emits events only for the sessions of its folders, and stores the others', () => {
    mirror.reset([sessionOf('a'), sessionOf('b', { folder: 'file:///theirs' })]);
    mirror.handle({ type: 'changed', session: sessionOf('b', { folder: 'file:///theirs' }) });
    assert.deepEqual(events, ['a created']);
    assert.deepEqual([mirror.get('b'), mirror.find('b')?.id], [undefined, 'b']);
  });

  it('emits sessions as created or removed when the folders change, without an exit', () => {
    mirror.reset([sessionOf('a'), sessionOf('b', { folder: 'file:///theirs' })]);
    folders = ['file:///theirs'];
    mirror.refresh();
    mirror.refresh();
    assert.deepEqual(events, ['a created', 'a removed', 'b created']);
    assert.deepEqual(
      mirror.list().map(({ id, state }) => `${id} ${state}`),
      ['b active'],
    );
  });

  it('emits a session once that arrives by an event and in a list', () => {
    mirror.handle({ type: 'created', session: sessionOf('a') });
    mirror.reset([sessionOf('a')]);
    mirror.handle({ type: 'created', session: sessionOf('a') });
    assert.deepEqual(events, ['a created']);
  });

  it('emits the changes between two lists', () => {
    mirror.reset(['kept', 'agent', 'ended', 'gone', 'next'].map((id) => sessionOf(id)));
    events.length = 0;
    mirror.reset([
      sessionOf('kept', { label: 'Other' }),
      sessionOf('agent', { agentExitCode: 1 }),
      sessionOf('ended', { agentExitCode: 0, state: 'terminated', exitCode: 0 }),
      sessionOf('next', { generation: 2 }),
    ]);
    assert.deepEqual(events, [
      ...['gone exit', 'gone removed', 'next exit', 'next removed'],
      ...['kept changed', 'agent agentExit', 'ended agentExit', 'ended exit', 'next created'],
    ]);
    assert.deepEqual(vanished, ['gone', 'next']);
  });

  it('marks running sessions as lost, and removes ended ones, when the host is gone', () => {
    mirror.reset([sessionOf('a'), sessionOf('b', { state: 'terminated', exitCode: 3 })]);
    events.length = 0;
    mirror.loseAll();
    assert.deepEqual(events, ['a exit lost', 'a removed lost', 'b removed']);
    assert.deepEqual([vanished, mirror.findAll()], [['a', 'b'], []]);
  });

  it('applies touched values without an event, and only to the same generation of a session', () => {
    mirror.reset([sessionOf('a')]);
    const touched = {
      id: 'a',
      generation: 1,
      lastOutputAt: 5,
      lastInputAt: 6,
      bracketedPaste: true,
    };
    mirror.touch([touched, { ...touched, generation: 2, lastOutputAt: 7 }]);
    assert.equal(mirror.get('a')?.lastOutputAt, 5);
    assert.deepEqual(events, ['a created']);
  });
});
