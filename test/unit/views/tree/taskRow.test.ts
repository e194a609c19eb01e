import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { ConversationFacts } from '../../../../src/views/tree/conversationFacts';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../src/views/tree/treePresentation';
import { statusOf, worktreeTask } from '../../../support/agents/worktreeTask';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { pullRequest } from '../../../support/review/fakePullRequests';
import { needsInput, activity } from '../../../support/status/fakeStatus';
import { readChanges } from '../../../support/views/changes';
import { folderRef, NO_FACTS } from '../../../support/views/treeSources';

const DISPLAY = { name: 'Ada', icon: 'robot', resumes: true, changesModel: true };

const SECOND = sessionInfo({ id: 'ada-chat-c1', state: 'terminated', exitCode: 0 });

describe('the row of a task with none or several sessions', () => {
  const present = (sessions: readonly SessionInfo[], known: Partial<ConversationFacts> = {}) => {
    const tasks = [
      worktreeTask(
        't1',
        sessions.map(({ id }) => id),
      ),
    ];
    const facts = { ...NO_FACTS, ...known };
    const [entry] = buildTree({ folders: [folderRef('app')], tasks, sessions, facts });
    assert.ok(entry);
    return presentNode(entry, () => DISPLAY);
  };

  it('shows the state of the worktree of a task, also in the accessibility label', () => {
    const status = statusOf({ ahead: 2, untrackedFiles: 3 });
    const worktreeOf = () => ({ kind: 'there', status }) as const;
    const row = present([sessionInfo(), SECOND], { worktreeOf });
    assert.deepEqual(
      [row.description, row.accessibilityLabel, row.icon, row.contextValue],
      [
        '1 running · agent/t1 · 2 ahead · 3 uncommitted',
        'Task Task t1, 1 running, agent/t1, 2 ahead, 3 uncommitted',
        'tasklist',
        'task.running.worktree',
      ],
    );
    assert.ok(row.tooltip.includes('2 ahead of main, 0 behind'), row.tooltip);
    const empty = present([]);
    assert.equal(empty.contextValue, 'task.empty.worktree');
  });

  it('states right after the sum of the changes that they are to review', () => {
    const review = { ...NO_FACTS.reviewOf('t1'), reviewed: new Set(['a.js']), isDue: true };
    const known = { changesOf: () => readChanges('a.js', 'b.js'), reviewOf: () => review };
    assert.equal(
      present([], known).description,
      'no sessions · 2 files +6 −2 · to review · 1 reviewed · agent/t1',
    );
  });

  it('has the number and state of a pull request, and its title and URL below', () => {
    const row = present([], { pullRequestOf: () => pullRequest({ title: 'Fix\u202e it' }) });
    assert.deepEqual(
      [row.description, row.accessibilityLabel],
      ['no sessions · #12 open · agent/t1', 'Task Task t1, no sessions, #12 open, agent/t1'],
    );
    const lines = row.tooltip.split('\n');
    assert.ok(lines.includes('Pull request #12 (open): Fix\\u202e it'), row.tooltip);
    assert.ok(lines.includes('https://github.com/ada/app/pull/12'), row.tooltip);
  });

  it('warns about a missing worktree', () => {
    const worktreeOf = () => ({ kind: 'missing' }) as const;
    const row = present([], { worktreeOf });
    assert.deepEqual(
      [row.description, row.icon, row.contextValue],
      ['no sessions · worktree is missing · agent/t1', 'warning', 'lostTask'],
    );
  });
});

describe('the row of a task with one session', () => {
  const present = (known: Partial<ConversationFacts>, sessions = [sessionInfo()]) => {
    const facts = { ...NO_FACTS, ...known };
    const tasks = [worktreeTask('t1', ['ada-main-t1'])];
    const [entry] = buildTree({ folders: [folderRef('app')], tasks, sessions, facts });
    assert.ok(entry);
    return presentNode(entry, () => DISPLAY);
  };

  it('has the name of the task, the state of the session, and what the task has changed', () => {
    const row = present({
      activityOf: () => activity(needsInput('Run it?')),
      changesOf: () => readChanges('a.js'),
    });
    const { tooltip, ...shown } = row;
    const words = ['needs you: permission - Run it?', 'Talk ada-main-t1', 'Ada'];
    const all = [...words, '1 file +3 −1', 'agent/t1'];
    assert.deepEqual(shown, {
      label: 'Task t1',
      description: all.join(' · '),
      icon: 'bell-dot',
      color: 'list.warningForeground',
      contextValue: 'session.idle.model.task.running.worktree.changed',
      accessibilityLabel: ['Task Task t1', ...all].join(', '),
      collapsible: 'collapsed',
      opens: true,
    });
    assert.match(tooltip, /^Task t1\nTalk ada-main-t1\nAda: needs you[^]*\nBranch agent\/t1\n/);
  });

  it('has no arrow without changed files, and the menu of an inactive conversation', () => {
    const { collapsible, contextValue, description } = present({}, []);
    assert.deepEqual(
      [collapsible, contextValue, description],
      [
        'none',
        'session.resumable.task.empty.worktree',
        'not running · Talk ada-main-t1 · Ada · agent/t1',
      ],
    );
  });

  it('warns first about a missing worktree', () => {
    const row = present({ worktreeOf: () => ({ kind: 'missing' }) });
    assert.deepEqual(
      [row.description, row.icon, row.contextValue],
      [
        'worktree is missing · agent/t1 · idle · Talk ada-main-t1 · Ada',
        'warning',
        'session.idle.model.lostTask',
      ],
    );
  });
});
