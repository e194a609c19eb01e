import assert from 'node:assert/strict';
import {
  explainNoDiff,
  formatDiffTitle,
  isOnlyFile,
  MAX_REVIEWED_FILES,
  opensInstead,
  planFile,
  planReview,
} from '../../../../src/views/review/planReview';
import type { ChangedFile } from '../../../../src/worktrees/changes/changes';
import { changedFile, changesWith } from '../../../support/views/changes';

const TASK = { name: 'Fix the till' };

describe('planFile', () => {
  const original = (path: string) => `original ${path}`;
  const SIDES: readonly (readonly [file: ChangedFile, left: string, right: string])[] = [
    [changedFile('a'), original('a'), 'file a'],
    [changedFile('a', { kind: 'conflicted' }), original('a'), 'file a'],
    [changedFile('a', { kind: 'added' }), 'none', 'file a'],
    [changedFile('a', { kind: 'untracked' }), 'none', 'file a'],
    [changedFile('b', { kind: 'untracked', previousPath: 'a' }), original('a'), 'file b'],
    [changedFile('a', { kind: 'deleted' }), original('a'), 'none'],
    [changedFile('a', { kind: 'deleted', mode: 'link' }), original('a'), 'none'],
    [changedFile('b', { kind: 'renamed', previousPath: 'a' }), original('a'), 'file b'],
    [changedFile('a', { kind: 'typeChanged', mode: 'link' }), original('a'), 'link a'],
    [changedFile('a', { kind: 'added', mode: 'link' }), 'none', 'link a'],
  ];
  for (const [file, left, right] of SIDES) {
    it(`compares ${left} with ${right} for a ${file.mode} that is ${file.kind}`, () => {
      const plan = planFile(file);
      assert.ok(plan.kind === 'diff');
      const sides = [plan.diff.left, plan.diff.right];
      assert.deepEqual(
        sides.map((side) => (side ? `${side.kind} ${side.path}` : 'none')),
        [left, right],
      );
    });
  }

  for (const [reason, file] of [
    ['binary', changedFile('a', { isBinary: true })],
    ['submodule', changedFile('a', { kind: 'typeChanged', mode: 'submodule' })],
    ['submodule', changedFile('a', { kind: 'submodule', isBinary: true })],
    ['invalidName', changedFile('a', { isNameInvalid: true, isBinary: true })],
  ] as const) {
    it(`has no diff of ${reason}`, () =>
      assert.deepEqual(planFile(file), { kind: 'none', reason }));
  }
});

describe('planReview', () => {
  it('takes all files, in their order', () => {
    const files = [changedFile('b.js'), changedFile('a.js', { kind: 'deleted' })];
    const { title, diffs, leftOut } = planReview(TASK, changesWith(files));
    assert.deepEqual(
      [title, diffs.map(({ path }) => path), leftOut],
      ['Fix the till', ['b.js', 'a.js'], undefined],
    );
    assert.equal(planReview(TASK, changesWith([changedFile('a')])).title, 'Fix the till');
  });

  it('leaves out what has no diff, and names it', () => {
    const { title, diffs, leftOut } = planReview(
      TASK,
      changesWith([
        changedFile('logo.png', { isBinary: true }),
        changedFile('a.js'),
        changedFile('lib', { kind: 'submodule' }),
      ]),
    );
    assert.deepEqual(
      [title, diffs.length, leftOut],
      [
        'Fix the till, of 3 files',
        1,
        'Left out of the review of Fix the till: logo.png (binary), lib (submodule).',
      ],
    );
  });

  it('has a limit, and counts what the changes themselves leave out', () => {
    const files = Array.from({ length: MAX_REVIEWED_FILES + 3 }, (_, index) =>
      changedFile(`${index}`, { isBinary: index === 0 }),
    );
    const total = { files: MAX_REVIEWED_FILES + 5, added: 0, removed: 0 };
    const { title, diffs, leftOut } = planReview(TASK, changesWith(files, { total }));
    assert.equal(diffs.length, MAX_REVIEWED_FILES);
    assert.equal(title, `Fix the till, of ${MAX_REVIEWED_FILES + 5} files`);
    assert.match(leftOut ?? '', /: 0 \(binary\); 4 files over the limit\.$/);
  });
});

describe('isOnlyFile', () => {
  it('is so for the one changed file', () => {
    const [a, b] = [changedFile('a'), changedFile('b')];
    assert.equal(isOnlyFile(changesWith([a]), 'a'), true);
    assert.equal(isOnlyFile(changesWith([a]), 'b'), false);
    assert.equal(isOnlyFile(changesWith([a, b]), 'a'), false);
    const total = { files: 2, added: 0, removed: 0 };
    assert.equal(isOnlyFile(changesWith([a], { total }), 'a'), false, 'another is not listed');
  });
});

describe('the words of a diff', () => {
  it('name the file and the task', () =>
    assert.equal(formatDiffTitle('src/greet.js', TASK), 'greet.js (Fix the till)'));

  it('state why there is none, and offer the file where VS Code may show it', () => {
    assert.match(explainNoDiff('img/logo.png', 'binary'), /^img\/logo\.png is binary.*\.$/);
    assert.deepEqual(
      (['binary', 'tooLarge', 'submodule', 'invalidName'] as const).map((reason) =>
        opensInstead(changedFile('a'), reason),
      ),
      [true, true, false, false],
    );
    assert.equal(opensInstead(changedFile('a', { kind: 'deleted' }), 'binary'), false);
  });
});
