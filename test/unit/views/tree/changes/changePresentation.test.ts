import assert from 'node:assert/strict';
import type { Task } from '../../../../../src/tasks/task';
import type { ConversationFacts } from '../../../../../src/views/tree/conversationFacts';
import { buildTree } from '../../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../../src/views/tree/treePresentation';
import type { TaskChanges } from '../../../../../src/agents/worktrees/worktreeStates';
import type { ChangedFile } from '../../../../../src/worktrees/changes/changes';
import {
  CHANGE_KINDS,
  describeChanges,
  explainChanges,
  presentChange,
} from '../../../../../src/views/tree/changes/changePresentation';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import {
  changedFile,
  changesWith,
  readChanges,
  uncounted,
} from '../../../../support/views/changes';
import { folderRef, NO_FACTS, taskIn } from '../../../../support/views/treeSources';

const presentFile = (file: ChangedFile, others: readonly Task[] = []) =>
  presentChange({ kind: 'file', file, others, isReviewed: false });

const describeAll = (found: TaskChanges | undefined, ...reviewed: readonly string[]) =>
  describeChanges(found, new Set(reviewed));

describe('the part of a task’s row', () => {
  it('counts files and lines, with a minus sign', () => {
    assert.deepEqual(describeAll(readChanges('a', 'b')), ['2 files +6 −2']);
    assert.deepEqual(describeAll(readChanges('a')), ['1 file +3 −1']);
    const changes = changesWith([uncounted('logo.png', { isBinary: true })]);
    assert.deepEqual(describeAll({ kind: 'read', changes }), ['1 file']);
  });

  it('counts the reviewed files', () => {
    assert.deepEqual(describeAll(readChanges('a', 'b'), 'b'), ['2 files +6 −2', '1 reviewed']);
    assert.deepEqual(describeAll(readChanges(), 'b'), []);
  });

  it('is empty without changed files, and names a failure in the tooltip only', () => {
    const failed = { kind: 'unreadable', reason: 'No git.' } as const;
    assert.deepEqual(
      [undefined, readChanges(), failed].flatMap((found) => describeAll(found)),
      [],
    );
    assert.deepEqual([undefined, readChanges()].flatMap(explainChanges), []);
    assert.deepEqual(explainChanges(failed), ['Its changes cannot be read: No git.']);
  });
});

describe('the row of a task that has changed files', () => {
  const present = (task: Task, known: Partial<ConversationFacts> = {}) => {
    const changesOf = () => readChanges('a.js', 'b.js');
    const facts = { ...NO_FACTS, changesOf, ...known };
    const [entry] = buildTree({ folders: [folderRef('app')], tasks: [task], sessions: [], facts });
    assert.ok(entry);
    return presentNode(entry, () => assert.fail('It has no sessions.'));
  };
  const CASES: readonly (readonly [
    name: string,
    task: Task,
    known: Partial<ConversationFacts>,
    expected: readonly string[],
  ])[] = [
    [
      'with a worktree, before its branch',
      worktreeTask('t1'),
      {},
      [
        'no sessions · 2 files +6 −2 · agent/t1',
        'Task Task t1, no sessions, 2 files +6 −2, agent/t1',
        'task.empty.worktree.changed',
        'collapsed',
      ],
    ],
    [
      'in the folder',
      taskIn('app', 't1'),
      {},
      [
        'no sessions · 2 files +6 −2',
        'Task Task t1, no sessions, 2 files +6 −2',
        'task.empty.changed',
        'collapsed',
      ],
    ],
    [
      'unless its worktree is missing',
      worktreeTask('t1'),
      { worktreeOf: () => ({ kind: 'missing' }) },
      [
        'no sessions · worktree is missing · agent/t1',
        'Task Task t1, no sessions, worktree is missing, agent/t1',
        'lostTask',
        'none',
      ],
    ],
  ];
  for (const [name, task, known, expected] of CASES) {
    it(`shows the sum of one ${name}`, () => {
      const row = present(task, known);
      const { description, accessibilityLabel, contextValue, collapsible } = row;
      assert.deepEqual([description, accessibilityLabel, contextValue, collapsible], expected);
    });
  }

  it('has in its tooltip why they cannot be read', () => {
    const failed = { kind: 'unreadable', reason: 'No git.' } as const;
    const row = present(worktreeTask('t1'), { changesOf: () => failed });
    assert.equal(row.description, 'no sessions · agent/t1');
    assert.match(row.tooltip, /Its changes cannot be read: No git\./);
  });
});

describe('the row Changes', () => {
  const present = (overrides = {}, task = worktreeTask('t1'), areUncommitted = false) =>
    presentChange({
      kind: 'changes',
      task,
      areUncommitted,
      changes: changesWith([changedFile('a.js')], {
        notices: ['Two files are left out.'],
        ...overrides,
      }),
    });

  it('shows the sum, and in its tooltip what it is compared with and the notices', () => {
    const row = present();
    assert.deepEqual(
      [row.label, row.description, row.collapsible, row.opens, row.accessibilityLabel],
      ['Changes', '1 file +3 −1', 'collapsed', false, 'Changes of Task t1, 1 file +3 −1'],
    );
    assert.deepEqual(row.tooltip.split('\n'), [
      'Changes of Task t1: 1 file +3 −1',
      'Compared with commit 01234567, at which it left main, also what is not committed.',
      'Two files are left out.',
    ]);
  });

  it('names what is not committed', () => {
    const { label, accessibilityLabel, tooltip } = present({}, worktreeTask('t1'), true);
    assert.deepEqual(
      [label, accessibilityLabel],
      ['Uncommitted', 'Uncommitted changes of Task t1, 1 file +3 −1'],
    );
    assert.match(tooltip, /\nCompared with commit 01234567, which is checked out\.\n/);
  });

  it('states if there is no base branch, or no commit yet', () => {
    assert.match(present({}, taskIn('app', 't1')).tooltip, /commit 01234567, also/);
    assert.match(present({ head: undefined }).tooltip, /no commit yet/);
  });
});

describe('the row of a changed file', () => {
  const ROWS: readonly (readonly [
    name: string,
    file: ChangedFile,
    label: string,
    description: string,
    spoken: string,
  ])[] = [
    [
      'in a folder',
      changedFile('src/till/greet.js'),
      'greet.js',
      'src/till · +3 −1',
      'greet.js, src/till, modified, +3 −1',
    ],
    ['at the root', changedFile('a.js', { kind: 'added' }), 'a.js', '+3 −1', 'a.js, added, +3 −1'],
    [
      'that is binary',
      uncounted('logo.png', { kind: 'untracked', isBinary: true }),
      'logo.png',
      'binary',
      'logo.png, untracked, binary',
    ],
    [
      'that is renamed in its folder',
      changedFile('src/b.js', { kind: 'renamed', previousPath: 'src/a.js', added: 0, removed: 0 }),
      'b.js',
      'src · renamed from a.js',
      'b.js, src, renamed, renamed from a.js',
    ],
    [
      'that is moved from another folder',
      changedFile('b.js', { kind: 'renamed', previousPath: 'src/a.js' }),
      'b.js',
      '+3 −1 · renamed from src/a.js',
      'b.js, renamed, +3 −1, renamed from src/a.js',
    ],
    [
      'that is a link',
      changedFile('now', { mode: 'link', kind: 'typeChanged', isBinary: true }),
      'now',
      '+3 −1 · link',
      'now, type changed, +3 −1, link',
    ],
    [
      'that is a submodule',
      uncounted('vendor/lib', { mode: 'submodule', kind: 'submodule' }),
      'lib',
      'vendor · submodule',
      'lib, vendor, submodule',
    ],
    [
      'with a conflict',
      changedFile('a.js', { kind: 'conflicted' }),
      'a.js',
      '+3 −1 · conflicted',
      'a.js, conflicted, +3 −1',
    ],
    [
      'whose name misleads',
      changedFile('a\u202ejs', { kind: 'deleted' }),
      'a\\u202ejs',
      '+3 −1',
      'a\\u202ejs, deleted, +3 −1',
    ],
  ];
  for (const [name, file, label, description, spoken] of ROWS) {
    it(`shows one ${name}`, () => {
      const row = presentFile(file);
      assert.deepEqual(
        [row.label, row.description, row.accessibilityLabel, row.opens],
        [label, description, spoken, true],
      );
      assert.equal(row.resource?.kind, file.kind);
    });
  }

  it('does not open one whose name is not valid, and states why', () => {
    const row = presentFile(changedFile('caf\ufffd', { isNameInvalid: true }));
    assert.deepEqual([row.opens, row.description], [false, '+3 −1 · invalid name']);
    assert.match(row.tooltip, /cannot be opened/);
  });

  it('has a box, unless its content is not shown', () => {
    const boxes = [
      changedFile('a.js'),
      changedFile('vendor/lib', { mode: 'submodule' }),
      changedFile('caf\ufffd', { isNameInvalid: true }),
    ].map((file) => presentFile(file).isReviewed);
    assert.deepEqual(boxes, [false, undefined, undefined]);
  });

  it('names the kind in the tooltip, beside the whole path', () =>
    assert.equal(presentFile(changedFile('src/a.js')).tooltip, 'src/a.js\nmodified, +3 −1'));

  it('has a badge of its own for each kind', () => {
    const badges = Object.values(CHANGE_KINDS).map(({ badge }) => badge);
    assert.equal(new Set(badges).size, badges.length);
  });
});

describe('the last row', () => {
  it('opens the review', () => {
    const row = presentChange({ kind: 'moreFiles', count: 7 });
    assert.deepEqual([row.label, row.opens], ['and 7 more: Review Task', true]);
  });
});
