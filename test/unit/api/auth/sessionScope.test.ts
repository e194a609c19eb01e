import assert from 'node:assert/strict';
import { SessionScope } from '../../../../src/api/auth/sessionScope';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeStatus } from '../../../support/agents/fakeStatus';

describe('SessionScope', () => {
  it('describes a session as suspended if its process does not respond', () => {
    const sessions = new FakeSessions();
    const ids = ['claude-chat-a', 'claude-chat-b'];
    ids.forEach((id) => sessions.put(sessionInfo({ id })));
    const scope = new SessionScope({
      ...{ sessions, status: new FakeStatus(), tasks: { list: () => [] }, folders: () => [] },
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
