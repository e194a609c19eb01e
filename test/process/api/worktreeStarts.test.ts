import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionView, StartedSessionView } from '../../../src/api/sessions/sessionView';
import { HostileFolder } from '../../support/agents/hostileFolder';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';
import { waitFor } from '../../support/waitFor';

describe('starts in worktrees by the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const git = useRepository(() => api.fixture);

  const start = (options: object = {}): Promise<SessionView> =>
    api.create({ provider: 'fake', worktree: true, ...options });
  /** Beside the repository's own. */
  const countWorktrees = () => git('worktree', 'list').trim().split('\n').length - 1;
  const hasWorktree = () => {
    try {
      return countWorktrees() === 1;
    } catch {
      // Git fails while another git adds one.
      return false;
    }
  };
  const names = () => api.core.tasks.list().map(({ name }) => name);
  const places = (sessions: readonly SessionView[]) =>
    sessions.map(({ task, workDir }) => [task?.id, workDir]);

  it('at once share the new task that they name', async () => {
    const starts = [start({ task: 'Own' }), start({ task: 'Own' })];
    await waitFor(hasWorktree, { limitMs: 10_000, what: 'the worktree' });
    starts.push(start({ task: ' Own ', worktree: false }));
    const [first, ...others] = await Promise.all(starts);
    assert.ok(first);
    assert.deepEqual(names(), ['Own']);
    assert.notEqual(first.workDir, api.fixture.folder);
    assert.deepEqual(places(others), places([first, first]));
    assert.equal(countWorktrees(), 1);
  });

  it('at once get tasks of different names if they name none', async () => {
    const sessions = await Promise.all([start(), start()]);
    assert.deepEqual(names().toSorted(), ['fake', 'fake 2']);
    assert.equal(new Set(sessions.map(({ workDir }) => workDir)).size, 2);
  });

  it('begin at the given base, for a new task only', async () => {
    const base = git('rev-parse', 'HEAD').trim();
    git('commit', '-q', '--allow-empty', '-m', 'Second');
    const { workDir } = await start({ task: 'Own', base, worktree: undefined });
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workDir, encoding: 'utf8' });
    assert.equal(head.trim(), base);
    const body = { cwd: api.fixture.folder, provider: 'fake', base };
    for (const more of [{ task: 'Own' }, { task: 'New', worktree: false }]) {
      const { code } = await api.call('POST', '/api/sessions', { body: { ...body, ...more } });
      assert.deepEqual([more, code], [more, 'BAD_REQUEST']);
    }
    assert.deepEqual([names(), countWorktrees()], [['Own'], 1]);
  });

  it('leave no task and no worktree if its setup cannot begin', async () => {
    const { fixture } = api;
    fixture.set({ 'worktree.setup': ['echo ready'] });
    const checkedOut = join(fixture.home, 'checked-out');
    const gate = join(fixture.home, 'gate');
    execFileSync('mkfifo', [gate]);
    const hook = join(fixture.folder, '.git', 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch '${checkedOut}'\nread -r line < '${gate}'\n`, {
      mode: 0o755,
    });
    const body = { cwd: fixture.folder, provider: 'fake', worktree: true, task: 'Own' };
    const starting = api.call('POST', '/api/sessions', { body });
    await waitFor(() => existsSync(checkedOut), { limitMs: 10_000, what: 'the hook' });
    // Another session has taken the last place meanwhile.
    fixture.maxSessions = 0;
    await writeFile(gate, 'go\n');
    assert.equal((await starting).code, 'MAX_SESSIONS');
    assert.deepEqual([names(), countWorktrees()], [[], 0]);
    assert.equal(git('branch', '--list', 'agent/*'), '');
  });

  it('and forks return what their worktrees lack', async () => {
    const { folder } = api.fixture;
    symlinkSync('/etc', join(folder, 'link'));
    ['.gitignore', '.worktreeinclude'].forEach((name) => writeFileSync(join(folder, name), 'link'));
    const lacks = 'Not copied (links that lead out of the folder): link.';
    const { id, notices } = (await start({ task: 'Own' })) as StartedSessionView;
    assert.deepEqual(notices, [lacks]);
    const body = { worktree: true };
    const { json } = await api.call('POST', `/api/sessions/${id}/fork`, { body });
    const [fork] = (json as { sessions: readonly StartedSessionView[] }).sessions;
    assert.equal(fork?.notices[0], lacks);
  });

  it('are refused in a directory that is not open, before git runs there [A55]', async () => {
    const { home } = api.fixture;
    const cwd = join(home, 'elsewhere');
    mkdirSync(cwd);
    const hostile = new HostileFolder(home, cwd);
    hostile.init();
    hostile.arm();
    const body = { cwd, provider: 'fake', worktree: true };
    assert.equal((await api.call('POST', '/api/sessions', { body })).code, 'UNTRUSTED');
    assert.deepEqual([names(), hostile.listRun()], [[], []]);
  });

  it('do not join a task whose own start fails', async () => {
    const cwd = api.fixture.folder;
    const body = { cwd, provider: 'nobody', worktree: true, task: 'Own' };
    const [failed, started] = await Promise.all([
      api.call('POST', '/api/sessions', { body }),
      start({ task: 'Own' }),
    ]);
    assert.equal(failed.code, 'PROVIDER_NOT_FOUND');
    assert.deepEqual(names(), ['Own']);
    assert.ok(existsSync(started.workDir));
    assert.equal(countWorktrees(), 1);
  });
});
