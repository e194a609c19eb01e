import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCommand } from '../../../../src/pty/process/command';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { useGitPlayground, worktreeRequest } from '../../../support/agents/gitPlayground';
import { waitFor } from '../../../support/waitFor';
import { adoptSparseCheckout } from '../../../../src/worktrees/create/worktreeAddition';

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

  it('keeps its branch if a hook has committed to it before the creation fails', async () => {
    const repository = at.repository();
    const commit = 'git commit --quiet --allow-empty --message kept';
    at.hook(repository, 'post-checkout', commit);
    const cancel = new AbortController();
    const onProgress = (sentence: string): void => {
      if (sentence.startsWith('Looking for')) {
        cancel.abort(new Error('enough'));
      }
    };
    const { signal } = cancel;
    await assert.rejects(
      at.worktrees.create(worktreeRequest(repository), { signal, onProgress }),
      /enough/,
    );
    assert.equal(at.run(repository, 'log', '-1', '--format=%s', 'agent/fix-login'), 'kept');
    assert.equal(existsSync(at.path('repo.worktrees')), false);
  });

  it('leaves nothing if the checkout fails', async () => {
    const repository = at.repository('repo', { '.gitattributes': 'file filter=bad', file: '1' });
    at.run(repository, 'config', 'filter.bad.smudge', 'false');
    at.run(repository, 'config', 'filter.bad.required', 'true');
    await assert.rejects(at.worktrees.create(worktreeRequest(repository)), {
      code: 'ILLEGAL_STATE',
      message: /"git worktree add" failed in .*external filter 'false' failed/,
    });
    leavesNothing(repository);
  });

  describe('by its hook', () => {
    const fail = async (script: string, run?: RunCommand): Promise<string> => {
      const repository = at.repository('repo', { file: 'one\n', '.worktreeinclude': '.env' });
      at.write(join(repository, '.env'), 'x');
      at.hook(repository, 'post-checkout', script);
      const worktrees = run ? at.worktreesWith({ runCommand: run }) : at.worktrees;
      const { worktree, notices } = await worktrees.create(worktreeRequest(repository));
      assert.equal(at.run(worktree.path, 'branch', '--show-current'), 'agent/fix-login');
      assert.equal(at.run(worktree.path, 'status', '--porcelain'), '?? .env');
      assert.equal((await at.worktrees.locate(worktree)).kind, 'there');
      return notices.join();
    };

    it('is kept, with a notice that has its exit code and its last lines', async () => {
      const lines = 'for line in 1 2 3 4 5; do echo "line $line"; done; echo no way >&2';
      const notice = await fail(`${lines}; exit 3`);
      assert.match(notice, /^The hook post-checkout of \S+ failed with exit code 3\. /);
      assert.ok(notice.endsWith('line 2 / line 3 / line 4 / line 5 / no way'), notice);
    });

    it('is kept if the hook asks on the terminal, which there is not', async () => {
      assert.match(await fail('read -r answer </dev/tty || exit 4'), /exit code 4\..*\/dev\/tty/);
    });

    it('is kept if the hook prints a megabyte, of which the notice has the end', async () => {
      const notice = await fail(
        `head -c 1000000 /dev/zero | tr '\\0' x; printf '\\033[1mend'; exit 1`,
      );
      assert.ok(notice.length < 1000, String(notice.length));
      assert.match(notice, /exit code 1\./);
    });

    it('is kept if the hook never ends, after the time limit', async () => {
      const notice = await fail('exec sleep 600', (request) => {
        const isAddition = request.args.includes('add');
        return runCommand(isAddition ? { ...request, timeoutMs: 2000 } : request);
      });
      assert.match(notice, /did not end within 2000 ms and was ended\./);
    });
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

describe('adoptSparseCheckout', function () {
  this.timeout(30_000);
  const at = useGitPlayground();

  it('applies the sparse checkout of the source if git has not applied it', async () => {
    const repository = at.repository('repo', { 'a/file': '1', 'b/file': '2', root: '3' });
    const { path } = await at.worktree(repository);
    at.run(repository, 'sparse-checkout', 'set', '--cone', 'a');
    await adoptSparseCheckout(at.git, repository, path);
    assert.deepEqual(readdirSync(path).sort(), ['.git', 'a', 'root']);
    assert.equal(at.run(path, 'sparse-checkout', 'list'), 'a');
    assert.equal(at.run(path, 'status', '--porcelain'), '');
  });
});
