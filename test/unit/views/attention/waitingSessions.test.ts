import assert from 'node:assert/strict';
import {
  listActivities,
  listWaiting,
  questionKey,
} from '../../../../src/views/attention/waitingSessions';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import {
  activity,
  FakeStatus,
  likelyQuestion,
  needsInput,
  UNRECOGNISED,
} from '../../../support/status/fakeStatus';
import { taskIn } from '../../../support/views/treeSources';

function world(...ids: readonly string[]) {
  const sessions = new FakeSessions();
  ids.forEach((id) => sessions.put(sessionInfo({ id })));
  const status = new FakeStatus();
  const task = taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1']);
  return { sessions, status, tasks: { list: () => [task] } };
}

describe('listActivities', () => {
  it('lists running sessions by their labels in tasks, and a session without a task by its own label', () => {
    const made = world('ada-main-t1', 'ada-chat-c9');
    made.sessions.put(sessionInfo({ id: 'ada-chat-c1', state: 'terminated' }));
    assert.deepEqual(
      listActivities(made).map(({ label, task, activity: { state } }) => [
        label,
        task?.name,
        state.kind,
      ]),
      [
        ['Talk ada-main-t1', 'Task t1', 'unknown'],
        ['Ada', undefined, 'unknown'],
      ],
    );
  });
});

describe('listWaiting', () => {
  it('lists the sessions that need the person, the one that waits longest first, and those that may need them last', () => {
    const made = world('ada-main-t1', 'ada-chat-c1', 'ada-chat-c2', 'ada-chat-c3', 'ada-chat-c4');
    made.status.put('ada-chat-c4', likelyQuestion('C?'), { ...UNRECOGNISED, since: 1 });
    made.status.put('ada-main-t1', needsInput('B?'), { since: 20 });
    made.status.put('ada-chat-c1', needsInput('A?', 'question'), { since: 10 });
    made.status.put('ada-chat-c2', { kind: 'failed' }, { since: 1 });
    made.status.put('ada-chat-c3', { kind: 'limited', resets: undefined }, { since: 1 });
    assert.deepEqual(
      listWaiting(made).map(({ state }) => state.question),
      ['A?', 'B?', 'C?'],
    );
  });

  it('leaves out a session that has ended', () => {
    const made = world();
    made.sessions.put(sessionInfo({ id: 'ada-main-t1', state: 'terminated' }));
    made.status.put('ada-main-t1', needsInput('B?'));
    assert.deepEqual(listWaiting(made), []);
  });
});

describe('questionKey', () => {
  const key = (id: string, ...of: Parameters<typeof activity>) => questionKey(id, activity(...of));

  it('differs for two sessions, two times, two needs and two texts', () => {
    const keys = [
      key('a', needsInput('X?'), { since: 1 }),
      key('b', needsInput('X?'), { since: 1 }),
      key('a', needsInput('X?'), { since: 2 }),
      key('a', needsInput('X?', 'trust'), { since: 1 }),
      key('a', needsInput('Y?'), { since: 1 }),
    ];
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(key('a', needsInput('X?'), { since: 1, reason: 'another' }), keys[0]);
  });

  it('is undefined if nothing is asked', () => assert.equal(key('a', { kind: 'done' }), undefined));
});
