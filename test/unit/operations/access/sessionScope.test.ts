import assert from 'node:assert/strict';
import type { ApiError } from '../../../../src/operations/apiError';
import { SessionScope } from '../../../../src/operations/access/sessionScope';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeStatus } from '../../../support/status/fakeStatus';

describe('SessionScope', () => {
  it('counts a command line on another machine as a shell for agents, and no stored agent [A48]', () => {
    const sessions = new FakeSessions();
    const folder = { uri: 'file:///w', path: '/w', name: 'w' };
    const conversation = { providerId: 'claude', label: 'Claude', createdAt: '' };
    const ssh = { target: 'far', sshArgs: [] };
    const task = {
      id: 't',
      name: 'T',
      folder: folder.uri,
      cwd: '/w',
      createdAt: '',
      conversations: [
        { ...conversation, ptyId: 'claude-chat-here' },
        { ...conversation, ptyId: 'claude-chat-far', ssh },
        { ...conversation, ptyId: 'claude-chat-line', ssh: { ...ssh, remoteInitCommand: 'x' } },
      ],
    };
    const scope = new SessionScope({
      ...{ sessions, status: new FakeStatus(), tasks: { list: () => [task] } },
      folders: () => [folder],
      hasWindow: true,
      isArriving: () => false,
      isElsewhere: () => false,
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

  it('sends callers of a session that a window has taken over to that window', () => {
    const folder = { uri: 'file:///w', path: '/w', name: 'w' };
    const task = { ...{ id: 't', name: 'T', folder: folder.uri, cwd: '/w', createdAt: '' } };
    const ptyId = 'claude-main-t';
    const conversation = {
      ...{ ptyId, providerId: 'claude', sessionId: 'x', label: 'Claude', createdAt: '' },
    };
    interface Facts {
      readonly uri: string;
      readonly isArriving?: boolean;
    }
    const errorOf = (id: string, facts: Facts): ApiError => {
      const scope = new SessionScope({
        sessions: new FakeSessions(),
        status: new FakeStatus(),
        tasks: { list: () => [{ ...task, conversations: [conversation] }] },
        folders: () => [{ ...folder, uri: facts.uri }],
        hasWindow: true,
        isArriving: (one) => one === ptyId && facts.isArriving === true,
        isElsewhere: (one) => one === ptyId,
        isSuspended: () => false,
      });
      try {
        scope.require('read', { folder: 'all', by: 'person' }, id);
      } catch (error) {
        return error as ApiError;
      }
      return assert.fail('the session is found');
    };
    const codeOf = (id: string, facts: Facts): string => errorOf(id, facts).code;
    assert.deepEqual(
      [
        codeOf(ptyId, { uri: folder.uri }),
        codeOf(ptyId, { uri: folder.uri, isArriving: true }),
        codeOf(ptyId, { uri: 'file:///other', isArriving: true }),
        codeOf('claude-main-u', { uri: folder.uri, isArriving: true }),
      ],
      ['SESSION_NOT_FOUND', 'MOVED', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND'],
    );
    const here = { uri: folder.uri };
    assert.match(errorOf(ptyId, here).message, /runs in another window/);
    assert.match(errorOf('claude-main-u', here).message, /may have ended/);
    assert.match(errorOf(ptyId, { ...here, uri: 'file:///other' }).message, /may have ended/);
  });

  it('describes a session as suspended if its process does not respond', () => {
    const sessions = new FakeSessions();
    const ids = ['claude-chat-a', 'claude-chat-b'];
    ids.forEach((id) => sessions.put(sessionInfo({ id })));
    const scope = new SessionScope({
      ...{ sessions, status: new FakeStatus(), tasks: { list: () => [] }, folders: () => [] },
      hasWindow: true,
      isArriving: () => false,
      isElsewhere: () => false,
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
