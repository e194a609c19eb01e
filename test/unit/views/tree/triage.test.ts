import assert from 'node:assert/strict';
import type { TaskOrder } from '../../../../src/config/settings';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { Activity } from '../../../../src/status/activity';
import { buildTree, listGroups } from '../../../../src/views/tree/treeModel';
import { formatCounts, groupOf, sortTasks } from '../../../../src/views/tree/triage';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { activity, needsInput, UNKNOWN } from '../../../support/status/fakeStatus';
import { readChanges } from '../../../support/views/changes';
import { folderRef, NO_FACTS, taskIn } from '../../../support/views/treeSources';

const ASKING = activity(needsInput('Run it?'));
const WORKING = activity({ kind: 'working' });
const UNRECOGNISED = activity(
  { kind: 'needsInput', need: 'question', question: undefined, likely: true },
  { ruleId: 'notRecognised' },
);

describe('what is to be done about a task', () => {
  const of = (state: Activity, session: Partial<SessionInfo> = {}, isMuted = false) => ({
    session: sessionInfo(session),
    activity: state,
    isMuted,
  });
  for (const [name, sessions, isReviewDue, expected] of [
    ['a question before all', [of(WORKING), of(ASKING)], true, 'needsYou'],
    ['none that is muted', [of(ASKING, {}, true)], false, 'rest'],
    ['none of an agent that has ended', [of(ASKING, { agentExitCode: 0 })], false, 'rest'],
    ['none if only the screen is not recognised', [of(UNRECOGNISED)], false, 'rest'],
    ['a review, while no agent works', [of(UNKNOWN)], true, 'toReview'],
    ['a review after all agents have ended', [], true, 'toReview'],
    ['no review while an agent works', [of(UNKNOWN), of(WORKING)], true, 'working'],
  ] as const) {
    it(`is ${name}`, () => assert.equal(groupOf(sessions, isReviewDue), expected));
  }

  it('is counted without what is zero', () => {
    const groups = ['working', 'toReview', 'rest', 'needsYou', 'toReview', 'needsYou'] as const;
    assert.equal(formatCounts(groups), '2 need you · 2 to review · 1 working');
    assert.equal(formatCounts(['rest', 'toReview']), '1 to review');
    assert.equal(formatCounts(['rest']), '');
  });
});

describe('sortTasks', () => {
  const items = (
    [
      ['Task 10', 'rest'],
      ['task 2', 'working'],
      ['A', 'toReview'],
      ['B', 'working'],
      ['C', 'needsYou'],
    ] as const
  ).map(([name, group]) => ({ task: { ...taskIn('app', name), name }, group }));
  const ORDERS: readonly (readonly [TaskOrder, string])[] = [
    ['newest', 'Task 10, task 2, A, B, C'],
    ['name', 'A, B, C, task 2, Task 10'],
    ['need', 'C, A, task 2, B, Task 10'],
  ];
  for (const [order, expected] of ORDERS) {
    it(`sorts by ${order}, and keeps the order of equal ones`, () => {
      const sorted = sortTasks(items, order);
      assert.equal(sorted.map(({ task }) => task.name).join(', '), expected);
    });
  }
});

describe('the tree', () => {
  const APP = folderRef('app');
  const LIB = folderRef('lib');

  it('is sorted within its folders, and knows what is to be done about all', () => {
    const tasks = [
      taskIn('app', 't1', ['ada-main-t1']),
      taskIn('app', 't2'),
      taskIn('app', 't3'),
      taskIn('lib', 't4', ['ada-main-t4']),
    ];
    const sessions = ['ada-main-t1', 'ada-main-t4', 'ada-chat-loose'].map((id) =>
      sessionInfo({ id }),
    );
    const activities: Record<string, Activity> = {
      'ada-main-t1': WORKING,
      'ada-main-t4': ASKING,
      'ada-chat-loose': ASKING,
    };
    const entries = buildTree({
      folders: [APP, LIB],
      tasks,
      sessions,
      facts: {
        ...NO_FACTS,
        taskOrder: () => 'need',
        activityOf: (id) => activities[id] ?? UNKNOWN,
        changesOf: (id) => (id === 't2' ? readChanges('a.js') : readChanges()),
        reviewOf: () => ({ comments: [], rounds: [], reviewed: new Set(), isDue: true }),
      },
    });
    const [app] = entries;
    assert.deepEqual(
      app?.children.map(({ node }) => node.id),
      ['task:t2', 'session:ada-main-t1', 'task:t3', 'session:ada-chat-loose'],
    );
    assert.equal(formatCounts(listGroups(entries)), '2 need you · 1 to review · 1 working');
  });
});
