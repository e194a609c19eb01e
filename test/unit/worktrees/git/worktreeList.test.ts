import assert from 'node:assert/strict';
import { parseWorktreeList } from '../../../../src/worktrees/git/worktreeList';

const PLAIN = { head: 'abc', branch: 'refs/heads/main', isBare: false, lockReason: undefined };

describe('parseWorktreeList', () => {
  it('reads records ended by NUL, with newlines in names', () => {
    const text = [
      'worktree /a b/\n🚀',
      'HEAD abc',
      'branch refs/heads/main',
      '',
      'worktree /bare',
      'bare',
      '',
      'worktree /c',
      'HEAD abc',
      'detached',
      'locked two\nlines',
      'prunable gitdir file points to non-existent location',
      'something new',
      '',
      '',
    ].join('\0');
    assert.deepEqual(parseWorktreeList(text, '\0'), [
      { ...PLAIN, path: '/a b/\n🚀' },
      { path: '/bare', head: undefined, branch: undefined, isBare: true, lockReason: undefined },
      { ...PLAIN, path: '/c', branch: undefined, lockReason: 'two\nlines' },
    ]);
  });

  it('reads records ended by newlines, as older versions of git print them', () => {
    const text = 'worktree /a b\nHEAD abc\nbranch refs/heads/main\nlocked\n\n';
    assert.deepEqual(parseWorktreeList(text, '\n'), [{ ...PLAIN, path: '/a b', lockReason: '' }]);
  });

  it('ignores unknown records', () => {
    assert.deepEqual(parseWorktreeList('nonsense\n\n', '\n'), []);
  });
});
