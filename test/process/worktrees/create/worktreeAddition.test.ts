import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { useGitPlayground, worktreeRequest } from '../../../support/agents/gitPlayground';
import { waitFor } from '../../../support/waitFor';

describe('A worktree that is not completed', function () {
  this.timeout(30_000);
  const at = useGitPlayground();

  const leavesNothing = (repository: string): void => {
    assert.equal(existsSync(at.path('repo.worktrees')), false);
    assert.equal(at.run(repository, 'branch', '--list', 'agent/*'), '');
    assert.equal(at.run(repository, 'worktree', 'list').split('\n').length, 1);
  };

  for (const step of ['Looking at the repository', 'Checking out', 'Looking for', 'Copying']) {
    it(`leaves nothing if it is cancelled at "${step}"`, async () => {
      const repository = at.repository('repo', { '.worktreeinclude': '.env\n' });
      at.write(join(repository, '.env'), 'x');
      const cancel = new AbortController();
      const onProgress = (sentence: string): void => {
        if (sentence.startsWith(step)) {
          cancel.abort(new Error('enough'));
        }
      };
      const { signal } = cancel;
      await assert.rejects(
        at.worktrees.create(worktreeRequest(repository), { signal, onProgress }),
        /enough/,
      );
      leavesNothing(repository);
    });
  }

  it('leaves nothing if it is cancelled while git works', async () => {
    const repository = at.repository();
    const reached = at.path('reached');
    at.hook(repository, 'post-checkout', `echo > '${reached}'; exec sleep 30`);
    const cancel = new AbortController();
    const { signal } = cancel;
    const creation = at.worktrees.create(worktreeRequest(repository), { signal });
    await Promise.race([
      waitFor(() => existsSync(reached), { limitMs: 10_000, what: 'the hook' }),
      creation,
    ]);
    cancel.abort(new Error('enough'));
    await assert.rejects(creation, /enough/);
    leavesNothing(repository);
  });

  it('leaves nothing if it is cancelled at the last command of git', async () => {
    const repository = at.repository();
    const cancel = new AbortController();
    const worktrees = at.worktreesWith({
      runCommand: async (request) => {
        const result = await runCommand(request);
        // Reads the submodules, after which nothing is left to do.
        if (request.args.includes('--stage')) {
          cancel.abort(new Error('enough'));
        }
        return result;
      },
    });
    const { signal } = cancel;
    await assert.rejects(worktrees.create(worktreeRequest(repository), { signal }), /enough/);
    leavesNothing(repository);
  });

  it('keeps its branch if a hook that fails has committed to it', async () => {
    const repository = at.repository();
    const commit = 'git commit --quiet --allow-empty --message kept';
    at.hook(repository, 'post-checkout', `${commit}; exit 1`);
    await assert.rejects(at.worktrees.create(worktreeRequest(repository)), {
      code: 'ILLEGAL_STATE',
    });
    assert.equal(at.run(repository, 'log', '-1', '--format=%s', 'agent/fix-login'), 'kept');
    assert.equal(existsSync(at.path('repo.worktrees')), false);
  });

  it('leaves nothing if a hook fails', async () => {
    const repository = at.repository();
    at.hook(repository, 'post-checkout', 'echo no way >&2; exit 1');
    await assert.rejects(at.worktrees.create(worktreeRequest(repository)), {
      code: 'ILLEGAL_STATE',
      message: /"git worktree add" failed in .*no way/,
    });
    leavesNothing(repository);
  });

  it('leaves nothing if its branch cannot be created', async () => {
    const repository = at.repository();
    const lock = join(repository, '.git', 'refs', 'heads', 'agent', 'fix-login.lock');
    at.write(lock, '');
    await assert.rejects(at.worktrees.create(worktreeRequest(repository)), {
      code: 'ILLEGAL_STATE',
      message: /"git update-ref" failed in .*fix-login.lock/,
    });
    leavesNothing(repository);
  });

  it('keeps the other worktrees in the directory', async () => {
    const repository = at.repository();
    const { worktree } = await at.worktrees.create(worktreeRequest(repository));
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(at.worktrees.create(worktreeRequest(repository), { signal }), /enough/);
    assert.ok(existsSync(worktree.path));
  });
});
