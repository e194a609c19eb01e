import assert from 'node:assert/strict';
import type { TaskChanges } from '../../../../../src/agents/worktrees/worktreeStates';
import type { ConversationFacts } from '../../../../../src/views/tree/conversationFacts';
import { drawTree, diffTrees } from '../../../../../src/views/tree/treeDiff';
import { presentChange } from '../../../../../src/views/tree/changes/changePresentation';
import {
  MAX_FILE_ROWS,
  type ChangeContent,
} from '../../../../../src/views/tree/changes/changeRows';
import { buildTree } from '../../../../../src/views/tree/treeModel';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import { sessionInfo } from '../../../../support/pty/fakeSessions';
import { changedFile, changesWith, readChanges } from '../../../../support/views/changes';
import { folderRef, NO_FACTS } from '../../../../support/views/treeSources';

const TASK = worktreeTask('t1', ['ada-main-t1', 'ada-chat-c1']);
const SESSIONS = ['session:ada-main-t1', 'session:ada-chat-c1'];

function build(changes: TaskChanges | undefined, known: Partial<ConversationFacts> = {}) {
  return buildTree({
    folders: [folderRef('app')],
    tasks: [TASK],
    sessions: [sessionInfo({ id: 'ada-main-t1' })],
    facts: { ...NO_FACTS, changesOf: () => changes, ...known },
  });
}

const childIds = (changes: TaskChanges | undefined) =>
  build(changes)[0]?.children.map(({ node }) => node.id);

describe('the rows of what a task has changed', () => {
  it('stand below its sessions, one for each file', () => {
    const found = readChanges('src/greet.js', 'a.js');
    assert.deepEqual(childIds(found), [...SESSIONS, 'changes:t1']);
    const row = build(found)[0]?.children[2];
    assert.deepEqual(
      row?.children.map(({ node, parentId }) => [node, parentId]),
      ['src/greet.js', 'a.js'].map((path) => [
        { kind: 'file', id: `file:t1:${path}`, folder: TASK.folder, task: 't1', path },
        'changes:t1',
      ]),
    );
  });

  it('have a box, checked once their file is marked as reviewed', () => {
    const reviewOf = () => ({ ...NO_FACTS.reviewOf('t1'), reviewed: new Set(['b.js']) });
    const rows = build(readChanges('a.js', 'b.js'), { reviewOf })[0]?.children[2]?.children ?? [];
    const shown = rows.map(({ content }) => presentChange(content as ChangeContent));
    assert.deepEqual(
      shown.map(({ isReviewed, accessibilityLabel }) => [isReviewed, accessibilityLabel]),
      [
        [false, 'a.js, modified, +3 −1'],
        [true, 'b.js, modified, +3 −1, reviewed'],
      ],
    );
  });

  it('name the other tasks that have changed the file', () => {
    const other = worktreeTask('t2');
    const overlapsOf = () => ({ files: new Map([['b.js', [other]]]), tasks: [other] });
    const rows = build(readChanges('a.js', 'b.js'), { overlapsOf })[0]?.children[2]?.children ?? [];
    const named = rows.map(({ content }) => content.kind === 'file' && content.others);
    assert.deepEqual(named, [[], [other]]);
  });

  it('are those of what is not committed while that is shown, below the sum of all', () => {
    const [task] = build(readChanges('a.js', 'b.js'), {
      uncommittedOf: () => readChanges('b.js'),
    });
    assert.ok(task?.content.kind === 'task');
    assert.deepEqual(task.content.changes, readChanges('a.js', 'b.js'));
    const row = task.children[2];
    assert.deepEqual(
      row?.children.map(({ node }) => node.id),
      ['file:t1:b.js'],
    );
    assert.ok(row?.content.kind === 'changes' && row.content.areUncommitted);
    const [clean] = build(readChanges('a.js'), { uncommittedOf: () => readChanges() });
    assert.equal(clean?.children.length, 2);
  });

  for (const [name, changes] of [
    ['is not read yet', undefined],
    ['cannot be read', { kind: 'unreadable', reason: 'No git.' }],
    ['is nothing', readChanges()],
  ] as const) {
    it(`do not exist if it ${name}`, () => assert.deepEqual(childIds(changes), SESSIONS));
  }

  it('are limited, with a last row for all others, also those that were left out before', () => {
    const paths = Array.from({ length: MAX_FILE_ROWS + 2 }, (_, index) => `${index}.js`);
    const files = paths.map((path) => changedFile(path));
    const rowsOf = (total: number) =>
      build({
        kind: 'read',
        changes: changesWith(files, { total: { files: total, added: 0, removed: 0 } }),
      })[0]?.children[2]?.children ?? [];
    const rows = rowsOf(12_000);
    assert.equal(rows.length, MAX_FILE_ROWS + 1);
    assert.deepEqual(rows.at(-1)?.content, { kind: 'moreFiles', count: 12_000 - MAX_FILE_ROWS });
    assert.equal(rows.at(-1)?.node.kind, 'moreFiles');
    assert.equal(rows.at(-2)?.node.kind, 'file');
  });

  it('have ids of their own, even for names that look the same', () => {
    const file = changedFile('caf\ufffd', { isNameInvalid: true });
    const changes = changesWith([file, file, file]);
    const ids = build({ kind: 'read', changes })[0]?.children[2]?.children.map(
      ({ node }) => node.id,
    );
    assert.equal(new Set(ids).size, 3);
  });

  const draw = (changes: TaskChanges) =>
    drawTree(build(changes), () => ({
      name: 'Ada',
      icon: 'robot',
      resumes: true,
      changesModel: false,
    }));

  it('are built and drawn once for the same changes', () => {
    const found = readChanges('a.js');
    const row = draw(found).get('file:t1:a.js');
    assert.ok(row);
    assert.equal(draw(found).get('file:t1:a.js'), row);
  });

  it('are redrawn alone if only they have changed', () => {
    const drawn = (added: number) =>
      draw({
        kind: 'read',
        changes: changesWith([changedFile('a.js', { added }), changedFile('b.js')], {
          total: { files: 2, added: 6, removed: 2 },
        }),
      });
    assert.deepEqual(diffTrees(drawn(3), drawn(3)), []);
    assert.deepEqual(diffTrees(drawn(3), drawn(4)), ['file:t1:a.js']);
  });
});
