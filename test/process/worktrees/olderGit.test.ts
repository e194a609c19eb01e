import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRequest, CommandResult } from '../../../src/pty/process/command';
import { runCommand } from '../../../src/pty/process/runCommand';
import {
  formatChange,
  useGitPlayground,
  worktreeRequest,
} from '../../support/agents/gitPlayground';

/** Options that are newer than git 2.30, by their commands. */
const NEWER: readonly (readonly [string, string])[] = [
  ['worktree', '-z'],
  ['add', '--sparse'],
  ['ls-files', '--format'],
  ['ls-tree', '--format'],
  ['cat-file', '-z'],
  ['config', 'get'],
];

/** Refuses options that git 2.30 does not support, as git does. */
async function runAsOlder(request: CommandRequest): Promise<CommandResult> {
  const { args } = request;
  const isNewer = NEWER.some(([verb, option]) => args.includes(verb) && args.includes(option));
  return isNewer
    ? { kind: 'done', code: 129, stdout: '', stderr: 'error: unknown switch\nusage: git ...\n' }
    : runCommand(request);
}

describe('Worktrees with an older git', function () {
  this.timeout(30_000);
  const at = useGitPlayground(runAsOlder);

  it('are created with changes, found after a move, and removed', async () => {
    const repository = at.repository('with space');
    at.write(join(repository, 'new'), '1');
    const changes = await at.worktrees.takeChanges(repository);
    const made = await at.worktrees.create(worktreeRequest(repository, { changes }));
    assert.ok(existsSync(join(made.worktree.path, 'new')));
    const path = at.path('moved here');
    at.run(repository, 'worktree', 'move', made.worktree.path, path);
    assert.deepEqual(await at.worktrees.locate(made.worktree), { kind: 'moved', path });
    const worktree = await at.worktrees.repair(made.worktree);
    await at.worktrees.remove(worktree, { branch: 'delete', force: true });
    assert.equal(existsSync(path), false);
  });

  it('have changes, whose originals are read', async () => {
    const repository = at.repository();
    at.write(join(repository, 'file'), 'two\n');
    at.write(join(repository, 'new'), '1\n');
    const { files, since } = await at.worktrees.changes({ folder: repository, since: 'head' });
    assert.deepEqual(files.map(formatChange), ['modified file +1 -1', 'untracked new +1 -0']);
    const original = await at.worktrees.original(repository, since, 'file');
    assert.deepEqual(original, { kind: 'text', text: 'one\n' });
  });
});
