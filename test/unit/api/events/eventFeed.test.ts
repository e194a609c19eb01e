import assert from 'node:assert/strict';
import type { FolderRef } from '../../../../src/agents/folderRef';
import type { Access } from '../../../../src/operations/access/access';
import { EventFeed, type ApiEvent } from '../../../../src/api/events/eventFeed';
import type { LineFeed, OutputLine } from '../../../../src/api/events/lineFeed';
import { SessionScope } from '../../../../src/operations/access/sessionScope';
import { Emitter } from '../../../../src/base/event';
import type { Disposable } from '../../../../src/base/lifecycle';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeStatus } from '../../../support/status/fakeStatus';

const OWN: FolderRef = { uri: 'file:///own', path: '/own', name: 'own' };
const OTHER: FolderRef = { uri: 'file:///other', path: '/other', name: 'other' };
const MINE = sessionInfo({ id: 'ada-main-mine', workDir: '/own' });
const THEIRS = sessionInfo({ id: 'ada-main-theirs', workDir: '/other/inside' });

describe('EventFeed', () => {
  let sessions: FakeSessions;
  let status: FakeStatus;
  let lines: Emitter<OutputLine>;
  let feed: EventFeed;

  beforeEach(() => {
    sessions = new FakeSessions();
    status = new FakeStatus();
    lines = new Emitter<OutputLine>();
    const [tasks, folders] = [{ list: () => [] }, () => [OWN, OTHER]];
    const scope = new SessionScope({
      sessions,
      status,
      tasks,
      hasWindow: true,
      isArriving: () => false,
      isElsewhere: () => false,
      isSuspended: () => false,
      folders,
    });
    // EventFeed uses only this member.
    const fed = { onDidRead: lines.event } as unknown as LineFeed;
    feed = new EventFeed({ sessions, status, scope, lines: fed });
    sessions.put(MINE);
    sessions.put(THEIRS);
  });

  /** The events that a caller receives, by type and session. */
  function listen(folder: Access['folder']): { readonly received: string[] } & Disposable {
    const received: string[] = [];
    const note = (event: ApiEvent): unknown =>
      received.push(`${event.type} ${'session' in event ? event.session.id : event.sessionId}`);
    const subscription = feed.subscribe({ folder, by: 'person' }, note);
    return { received, dispose: () => subscription.dispose() };
  }

  /** Causes one event of each type for a session. */
  function happen(session: typeof MINE): void {
    status.put(session.id, { kind: 'working' });
    lines.fire({ session, data: 'a line' });
    sessions.put({ ...session, state: 'active' });
    void sessions.find(session.id)?.kill();
  }

  const storyOf = ({ id }: typeof MINE): readonly string[] => [
    `activity ${id}`,
    // Its agent works, so the state of the idle session changes.
    `session ${id}`,
    `output ${id}`,
    `session ${id}`,
    `removed ${id}`,
  ];

  it('emits events of all sessions to a caller with full access', () => {
    const { received } = listen('all');
    [MINE, THEIRS].forEach(happen);
    const first = [`session ${MINE.id}`, `session ${THEIRS.id}`];
    assert.deepEqual(received, [...first, ...storyOf(MINE), ...storyOf(THEIRS)]);
  });

  it('emits no event of another folder’s sessions to a folder’s caller [A39]', () => {
    const { received } = listen(OWN);
    [THEIRS, MINE].forEach(happen);
    assert.deepEqual(received, [`session ${MINE.id}`, ...storyOf(MINE)]);
  });

  it('emits nothing once it is disposed', () => {
    const listener = listen('all');
    listener.dispose();
    listener.received.length = 0;
    [MINE, THEIRS].forEach(happen);
    assert.deepEqual([listener.received, lines.hasListeners], [[], false]);
  });
});
