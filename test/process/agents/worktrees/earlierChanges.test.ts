import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { leaveOutEarlier, noteDirty } from '../../../../src/agents/worktrees/earlierChanges';
import type { Changes } from '../../../../src/worktrees/changes/changes';
import { formatChange, useGitPlayground } from '../../../support/agents/gitPlayground';
import { changedFile, changesWith } from '../../../support/views/changes';

describe('leaveOutEarlier', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  const LINES = '1\n2\n3\n4\n';

  it('leaves out what was changed before the task began, also deleted, renamed or committed since', async () => {
    const names = ['edited', 'deleted', 'further', 'restored', 'clean', 'moved'];
    const root = at.repository(
      'repo',
      Object.fromEntries(names.map((name) => [name, LINES + name])),
    );
    const commit = at.run(root, 'rev-parse', 'HEAD');
    const read = (): Promise<Changes> => at.worktrees.changes({ folder: root, since: { commit } });
    ['edited', 'further', 'untracked', 'restored'].forEach((name) =>
      at.write(join(root, name), 'before\n'),
    );
    rmSync(join(root, 'deleted'));
    renameSync(join(root, 'moved'), join(root, 'renamed'));
    const dirty = await noteDirty(await read());
    assert.ok(dirty);
    const { files, total } = await leaveOutEarlier(await read(), dirty);
    assert.deepEqual([files, total], [[], { files: 0, added: 0, removed: 0 }]);

    at.run(root, 'add', 'edited');
    at.run(root, 'commit', '--quiet', '--message', 'The work of the person');
    at.write(join(root, 'further'), 'before\nafter\n');
    at.write(join(root, 'restored'), `${LINES}restored`);
    at.write(join(root, 'clean'), 'after\n');
    at.write(join(root, 'new'), 'after\n');
    const changes = await leaveOutEarlier(await read(), dirty);
    assert.deepEqual(changes.files.map(formatChange), [
      'modified clean +1 -5',
      'modified further +2 -5',
      'untracked new +1 -0',
    ]);
    assert.deepEqual(changes.total, { files: 3, added: 4, removed: 10 });
    assert.deepEqual(changes.notices, [
      '4 files that were changed before the task began are left out.',
      'Already changed when the task began: further.',
    ]);
  });

  it('shows a file that is renamed since', async () => {
    const root = at.repository('repo', { old: LINES });
    at.write(join(root, 'copy'), LINES);
    const read = () => at.worktrees.changes({ folder: root, since: 'head' });
    const dirty = await noteDirty(await read());
    assert.ok(dirty);
    rmSync(join(root, 'old'));
    const { files } = await leaveOutEarlier(await read(), dirty);
    assert.deepEqual(files.map(formatChange), ['renamed old -> copy +0 -0']);
  });

  it('stores no more than 500 files, and none without a fingerprint', async () => {
    const files = Array.from({ length: 501 }, (_, index) => changedFile(`${index}`));
    assert.equal(await noteDirty(changesWith(files)), undefined);
    const module = changedFile('module', { mode: 'submodule' });
    const invalid = changedFile('invalid', { isNameInvalid: true });
    assert.deepEqual(await noteDirty(changesWith([module, invalid])), {});
  });
});
