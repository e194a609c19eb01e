import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { formatChange, useGitPlayground } from '../../../support/agents/gitPlayground';

describe('Worktrees.changes of an unusual repository', function () {
  this.timeout(60_000);
  const at = useGitPlayground();

  const ROWS: readonly (readonly [
    name: string,
    arrange: (repository: string) => void,
    expected: readonly string[] | RegExp,
  ])[] = [
    [
      'without any object',
      (repository) => {
        rmSync(join(repository, '.git'), { recursive: true });
        at.run(repository, 'init', '--quiet');
      },
      ['untracked file +1 -0'],
    ],
    [
      'during a bisect',
      (repository) => {
        ['two\n', 'three\n', 'four\n'].forEach((file) => at.commit(repository, { file }));
        at.run(repository, 'bisect', 'start', 'HEAD', 'HEAD~3');
        at.write(join(repository, 'new'), '1\n');
      },
      ['untracked new +1 -0'],
    ],
    [
      'during a cherry-pick with a conflict',
      (repository) => {
        const picked = at.commit(repository, { file: 'theirs\n', other: '1\n' });
        at.run(repository, 'reset', '--quiet', '--hard', 'HEAD~1');
        at.commit(repository, { file: 'ours\n' });
        assert.throws(() => at.run(repository, 'cherry-pick', picked));
      },
      ['conflicted file +4 -0', 'added other +1 -0'],
    ],
    [
      'with a damaged index',
      (repository) => at.write(join(repository, '.git', 'index'), 'x'),
      /^"git ls-files" failed in \S+\/repo: .*index file smaller than expected\. Run it there/,
    ],
  ];
  for (const [name, arrange, expected] of ROWS) {
    it(`${expected instanceof RegExp ? 'are refused' : 'are read'} ${name}`, async () => {
      const folder = at.repository();
      arrange(folder);
      const changes = at.worktrees.changes({ folder, since: 'head' });
      if (expected instanceof RegExp) {
        await assert.rejects(changes, { code: 'ILLEGAL_STATE', message: expected });
      } else {
        assert.deepEqual((await changes).files.map(formatChange), expected);
      }
    });
  }

  for (const verb of ['rev-parse', 'config', 'merge-base', 'ls-files', 'update-index', 'diff']) {
    it(`name a worktree that its agent deletes before ${verb}`, async () => {
      at.repository();
      const worktree = await at.worktree(at.path('repo'));
      at.write(join(worktree.path, 'new'), '1\n');
      const worktrees = at.worktreesWith({
        runCommand: (command) => {
          if (command.args.includes(verb)) {
            rmSync(worktree.path, { recursive: true, force: true });
          }
          return runCommand(command);
        },
      });
      await assert.rejects(worktrees.changes({ worktree, since: 'base' }), {
        code: 'CWD_NOT_FOUND',
        message: `The directory ${worktree.path} does not exist: restore it or choose another.`,
      });
    });
  }
});
