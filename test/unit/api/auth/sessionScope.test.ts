import assert from 'node:assert/strict';
import { SessionScope } from '../../../../src/api/auth/sessionScope';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeStatus } from '../../../support/status/fakeStatus';

describe('SessionScope', () => {
  it('counts a command line on another machine as a shell for agents, and no stored agent [A48]', () => {
    const sessions = new FakeSessions();
    const folder = { uri: 'file:///w', path: '/w', name: 'w' };
    const conversation = { providerId: 'claude', label: 'Claude', createdAt: '' };
    const place = { target: 'far', sshArgs: [] };
    const task = {
      id: 't',
      name: 'T',
      folder: folder.uri,
      cwd: '/w',
      createdAt: '',
      conversations: [
        { ...conversation, ptyId: 'claude-chat-here' },
        { ...conversation, ptyId: 'claude-chat-far', ssh: place },
        { ...conversation, ptyId: 'claude-chat-line', ssh: { ...place, remoteInitCommand: 'x' } },
      ],
    };
    const scope = new SessionScope({
      ...{ sessions, status: new FakeStatus(), tasks: { list: () => [task] } },
      folders: () => [folder],
      hasWindow: true,
      isSuspended: () => false,
    });
    const mayPrompt = (id: string): boolean => {
      sessions.put(sessionInfo({ id, workDir: '/w' }));
      const access = { folder, by: 'agent', session: 'claude-chat-own' } as const;
      try {
        scope.require('prompt', access, id);
        return true;
      } catch {
        return false;
      }
    };
    assert.deepEqual(
      ['here', 'far', 'line', 'unknown'].map((name) => mayPrompt(`claude-chat-${name}`)),
      [true, true, false, false],
    );
  });

  it('describes a session as suspended if its process does not respond', () => {
    const sessions = new FakeSessions();
    const ids = ['claude-chat-a', 'claude-chat-b'];
    ids.forEach((id) => sessions.put(sessionInfo({ id })));
    const scope = new SessionScope({
      ...{ sessions, status: new FakeStatus(), tasks: { list: () => [] }, folders: () => [] },
      hasWindow: true,
      isSuspended: ({ id }) => id === 'claude-chat-b',
    });
    assert.deepEqual(
      scope.list({ folder: 'all', by: 'person' }).map(({ id, suspended }) => [id, suspended]),
      [
        ['claude-chat-a', false],
        ['claude-chat-b', true],
      ],
    );
  });
});
