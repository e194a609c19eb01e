import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MadeWorktree } from '../../../../src/worktrees/create/createWorktree';
import type { WorktreeRequest } from '../../../../src/worktrees/create/newWorktree';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { useGitPlayground, worktreeRequest } from '../../../support/agents/gitPlayground';

describe('A worktree whose base is fetched', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let repository = '';
  let old = '';

  beforeEach(() => {
    at.repository('origin');
    at.run(at.root, 'clone', '--quiet', 'origin', 'repo');
    repository = at.path('repo');
    old = at.run(repository, 'rev-parse', 'HEAD');
  });

  const create = (requests: Partial<WorktreeRequest> = {}): Promise<MadeWorktree> =>
    at.worktrees.create(worktreeRequest(repository, { fetch: true, ...requests }));

  it('begins at the newest commit of the branch that the base follows', async () => {
    const newest = at.commit(at.path('origin'), { file: 'two\n' });
    assert.equal(await at.worktrees.findRemoteBase(repository), 'origin/main');
    const { worktree, notices } = await create();
    assert.deepEqual([worktree.base, worktree.baseBranch], [newest, 'refs/heads/main']);
    assert.deepEqual(notices, []);
    assert.equal(at.run(repository, 'rev-parse', 'main'), old);
    assert.equal((await create({ base: 'origin/main' })).worktree.base, newest);
  });

  it('is what is here without a fetch, and for a base that no remote has', async () => {
    const newest = at.commit(at.path('origin'), { file: 'two\n' });
    assert.equal((await create({ fetch: false })).worktree.base, old);
    at.run(repository, 'branch', '--quiet', '--no-track', 'mine');
    for (const base of ['mine', old]) {
      assert.equal(await at.worktrees.findRemoteBase(repository, base), undefined);
      assert.equal((await create({ base })).worktree.base, old);
    }
    assert.notEqual(newest, at.run(repository, 'rev-parse', 'origin/main'));
  });

  it('begins at the branch here if that has commits of its own, with a notice if the other has, too', async () => {
    const own = at.commit(repository, { own: '1' });
    const first = await create();
    assert.deepEqual([first.worktree.base, first.notices], [own, []]);
    at.commit(at.path('origin'), { file: 'two\n' });
    const { worktree, notices } = await create();
    assert.equal(worktree.base, own);
    assert.match(
      notices.join(),
      /^main and origin\/main have both gone on: the worktree begins at main/,
    );
  });

  const failing = async (made: Promise<MadeWorktree>, reason: RegExp): Promise<void> => {
    const { worktree, notices } = await made;
    assert.equal(worktree.base, old);
    assert.match(
      notices.join(),
      /^origin\/main could not be fetched \(.*\): the worktree begins at main as/,
    );
    assert.match(notices.join(), reason);
  };

  it('begins at what is here if the remote is gone', async () => {
    renameSync(at.path('origin'), at.path('gone'));
    await failing(create(), /does not appear to be a git repository/);
  });

  it('begins at what is here if the remote does not answer within the limit', async () => {
    at.run(repository, 'config', 'remote.origin.uploadpack', 'exec sleep 600;');
    const worktrees = at.worktreesWith({
      runCommand: (request) => {
        const isFetch = request.args[0] === 'fetch';
        assert.ok(!isFetch || request.timeoutMs === 60_000);
        return runCommand(isFetch ? { ...request, timeoutMs: 1000 } : request);
      },
    });
    await failing(
      worktrees.create(worktreeRequest(repository, { fetch: true })),
      /did not end within 1000 ms/,
    );
  });

  it('begins at what is here if the remote asks for a password', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      at.run(repository, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/repo`);
      await failing(create(), /could not read Username .*terminal prompts disabled/);
    } finally {
      server.close();
    }
  });

  it('begins at what is here if ssh asks on the terminal, which there is not', async () => {
    at.run(repository, 'remote', 'set-url', 'origin', 'ssh://nobody@localhost/repo');
    const env = { ...at.env, GIT_SSH_COMMAND: 'read -r password </dev/tty; echo none >&2; false' };
    const worktrees = at.worktreesWith({ env });
    await failing(
      worktrees.create(worktreeRequest(repository, { fetch: true })),
      /Could not read from remote repository/,
    );
  });
});
