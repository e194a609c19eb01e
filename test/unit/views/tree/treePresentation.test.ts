import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import type { ConversationFacts } from '../../../../src/views/tree/conversationFacts';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../src/views/tree/treePresentation';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import {
  NO_FACTS,
  conversation,
  folderRef,
  resumable,
  taskIn,
} from '../../../support/views/treeSources';

const NAMES: Readonly<Record<string, string>> = { ada: 'Ada', bob: 'Bob Code' };
const icon = 'robot';
const displayOf = (id: string) => ({
  name: NAMES[id] ?? 'Shell',
  icon,
  resumes: id === 'ada',
  changesModel: id === 'bob',
});
const APP = folderRef('app');
const SECOND = sessionInfo({ id: 'cat-main-t1', state: 'terminated', exitCode: 0 });

function presentAll(
  sessions: readonly SessionInfo[],
  task = taskIn('app', 't1'),
  known: Partial<ConversationFacts> = {},
) {
  const facts = { ...NO_FACTS, ...known };
  // One more, so that the task has a row of its own.
  const isStored = sessions.length === 0 && task.conversations.length > 0;
  const conversations = [...task.conversations, ...(isStored ? [conversation('cat-chat-c9')] : [])];
  const [root] = buildTree({
    folders: [APP],
    tasks: [{ ...task, conversations }],
    sessions: [...sessions, ...(sessions.length > 0 ? [SECOND] : [])],
    facts,
  });
  assert.ok(root);
  return [root, ...root.children].map((entry) => presentNode(entry, displayOf));
}

describe('presentNode', () => {
  const SESSIONS: readonly (readonly [
    name: string,
    overrides: Partial<SessionInfo>,
    description: string,
    icon: string,
    contextValue: string,
  ])[] = [
    [
      'creating',
      { state: 'creating', attachedCount: 0 },
      'starting',
      'loading~spin',
      'session.creating',
    ],
    ['active', { state: 'active' }, 'active', 'circle-filled', 'session.active'],
    ['idle', { state: 'idle' }, 'idle', 'circle-outline', 'session.idle'],
    ['unseen', { attachedCount: 0 }, 'idle, in background', 'circle-outline', 'session.idle'],
    [
      'left by its agent',
      { state: 'active', agentExitCode: 0 },
      'agent exited, shell active',
      'terminal',
      'session.active',
    ],
    [
      'left by a failed agent',
      { agentExitCode: 3 },
      'agent exited with code 3, shell idle',
      'terminal',
      'session.idle',
    ],
    ['exited', { state: 'terminated', exitCode: 0 }, 'exited', 'pass', 'session.exited'],
    [
      'failed',
      { state: 'terminated', exitCode: 2, attachedCount: 0 },
      'exited with code 2',
      'error',
      'session.exited',
    ],
    [
      'ended by a signal',
      { state: 'terminated', exitSignal: 'SIGKILL' },
      'ended by SIGKILL',
      'error',
      'session.exited',
    ],
  ];
  for (const [name, overrides, description, icon, contextValue] of SESSIONS) {
    it(`shows a session that is ${name}`, () => {
      const [, row] = presentAll([sessionInfo({ label: 'Ada', ...overrides })]);
      assert.deepEqual(
        [row?.label, row?.description, row?.icon, row?.contextValue, row?.accessibilityLabel],
        ['Ada', description, icon, contextValue, `Ada, ${description}`],
      );
    });
  }

  it('distinguishes any two states without colour', () => {
    const looks = SESSIONS.map(([, , description, icon]) => `${icon} ${description}`);
    assert.equal(new Set(looks).size, looks.length);
  });

  it('names the provider if the label does not', () => {
    const [, row] = presentAll([sessionInfo({ id: 'bob-main-t1', label: 'Fix it' })]);
    assert.equal(row?.description, 'Bob Code · idle');
    assert.equal(row.accessibilityLabel, 'Fix it, Bob Code, idle');
  });

  it('shows command, directory and process of a session in the tooltip', () => {
    const [, row] = presentAll([sessionInfo({ exec: 'ada --fast' })]);
    for (const part of ['ada --fast', '/home/ada/app', 'Process 1000']) {
      assert.ok(row?.tooltip.includes(part), row?.tooltip);
    }
  });

  const ENDED: readonly (readonly [id: string, again: string])[] = [
    ['ada-main-t1', 'continue its conversation, or start a new one if it has none'],
    ['bob-main-t1', 'start a new conversation'],
    ['shell-chat-c1', 'start the shell again'],
  ];
  for (const [id, again] of ENDED) {
    it(`offers for an ended session to ${again}`, () => {
      const task = taskIn('app', 't1', [id]);
      const [, ended] = presentAll([sessionInfo({ id, state: 'terminated', exitCode: 0 })], task);
      const offer = `Open it to read its last screen, restart it to ${again}.`;
      assert.ok(ended?.tooltip.includes(offer), ended?.tooltip);
      const [, running] = presentAll([sessionInfo({ id })], task);
      assert.doesNotMatch(running?.tooltip ?? '', /Open it/);
    });
  }

  it('shows that the first start of a session ended at once', () => {
    const [, row] = presentAll([sessionInfo({ fellBack: true })]);
    assert.equal(row?.description, 'idle · new conversation');
    assert.equal(row.accessibilityLabel, 'Ada, idle, new conversation');
    assert.match(row.tooltip, /Its first start ended at once/);
  });

  const NOW = Date.parse('2026-01-02T00:00:00Z');
  const LONG = 'fix the till so that it counts what is in it, down to the last penny';
  const REMEMBERED: readonly (readonly [
    name: string,
    id: string,
    known: Partial<ConversationFacts>,
    description: string,
    tooltip: readonly string[],
    icon: string,
    contextValue: string,
  ])[] = [
    [
      'that is the latest of its directory, of an agent without ids',
      'ada-main-t1',
      { previewOf: () => ({ kind: 'latest' }) },
      'Ada · resumable',
      ['continue the latest conversation of its directory, or to start a new one'],
      'history',
      'session.resumable',
    ],
    [
      'with a transcript',
      'ada-main-t1',
      {
        previewOf: () =>
          resumable({ firstPrompt: LONG, model: 'big-1', modifiedAt: NOW - 5 * 60_000 }),
      },
      'Ada · resumable · 5 min ago · fix the till so that it counts what is…',
      [
        'Open it to continue its conversation.',
        `First prompt: ${LONG}`,
        'Model: big-1',
        'Last written 5 min ago',
      ],
      'history',
      'session.resumable',
    ],
    [
      'with a transcript that has no prompt',
      'ada-main-t1',
      { previewOf: () => resumable({ firstPrompt: undefined, modifiedAt: NOW + 1 }) },
      'Ada · resumable · just now',
      ['Last written just now'],
      'history',
      'session.resumable',
    ],
    [
      'without a preview',
      'ada-main-t1',
      {},
      'Ada · not running',
      ['or to start a new one if there is none'],
      'history',
      'session.resumable',
    ],
    [
      'whose transcript cannot be read',
      'ada-main-t1',
      { previewOf: () => ({ kind: 'unverified' }) },
      'Ada · perhaps resumable',
      ['or to start a new one if its agent cannot'],
      'history',
      'session.resumable',
    ],
    [
      'that was forked and not prompted since',
      'ada-main-t1',
      { previewOf: () => ({ kind: 'fork' }) },
      'Ada · not running, forks again',
      ['Open it to start again with the history that it was forked with'],
      'history',
      'session.resumable',
    ],
    [
      'that was never prompted',
      'ada-main-t1',
      { previewOf: () => ({ kind: 'new' }) },
      'Ada · not running, starts a new conversation',
      ['no earlier one is certainly its own'],
      'circle-slash',
      'session.exited',
    ],
    [
      'that its agent cannot resume',
      'bob-main-t1',
      {},
      'Bob Code · not running, starts a new conversation',
      ['Open it to start a new conversation: Bob Code cannot resume an earlier one.'],
      'circle-slash',
      'session.exited',
    ],
    [
      'that another window owns',
      'ada-main-t1',
      { isElsewhere: () => true, previewOf: () => resumable() },
      'Ada · in another window',
      ['It runs in another window. Open it to end it there and continue here.'],
      'multiple-windows',
      'session.elsewhere',
    ],
  ];
  for (const [name, id, known, description, tooltip, icon, contextValue] of REMEMBERED) {
    it(`shows a conversation ${name}`, () => {
      const facts = { now: () => NOW, ...known };
      const [task, row] = presentAll([], taskIn('app', 't1', [id]), facts);
      assert.deepEqual(
        [row?.label, row?.description, row?.icon, row?.contextValue, row?.opens],
        [`Talk ${id}`, description, icon, contextValue, true],
      );
      assert.equal(row?.accessibilityLabel, [`Talk ${id}`, ...description.split(' · ')].join(', '));
      for (const line of tooltip) {
        assert.ok(row.tooltip.includes(line), row.tooltip);
      }
      const left = {
        ...taskIn('app', 't1'),
        conversations: [{ ...conversation(id), isOpen: true }],
      };
      assert.equal(presentAll([], left, facts)[0]?.collapsible, 'expanded');
      const isElsewhere = contextValue === 'session.elsewhere';
      assert.deepEqual(
        [task?.description, task?.contextValue, task?.collapsible],
        isElsewhere
          ? ['in another window', 'task.empty', 'expanded']
          : ['not running', 'task.empty', 'collapsed'],
      );
    });
  }

  it('counts the running sessions of a task', () => {
    const [task] = presentAll(
      [sessionInfo(), sessionInfo({ id: 'ada-chat-c', state: 'terminated' })],
      taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c']),
    );
    assert.deepEqual(
      [task?.description, task?.contextValue, task?.collapsible],
      ['1 running', 'task.running', 'expanded'],
    );
  });

  it('expands a task whose session has exited and can still be read', () => {
    const [task] = presentAll([sessionInfo({ state: 'terminated', exitCode: 4 })]);
    assert.deepEqual(
      [task?.description, task?.contextValue, task?.collapsible],
      ['not running', 'task.empty', 'expanded'],
    );
  });

  it('shows that a task has no sessions, and the directory in which it works', () => {
    const [task] = presentAll([], { ...taskIn('app', 't1'), cwd: '/trees/app-t1' });
    assert.deepEqual([task?.description, task?.collapsible], ['no sessions · app-t1', 'none']);
  });
});
