import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { SessionView, StartedSessionView } from '../../../src/operations/views/sessionView';
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

  /** A hook that writes a file and never ends. */
  const hang = (): (() => boolean) => {
    const begun = join(api.fixture.home, 'begun');
    const hook = join(api.fixture.folder, '.git', 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch '${begun}'\nexec sleep 600\n`, { mode: 0o755 });
    return () => existsSync(begun);
  };
  const leavesNothing = (): boolean =>
    names().length === 0 &&
    api.core.worktrees.creations.list().length === 0 &&
    git('branch', '--list', 'agent/*') === '' &&
    countWorktrees() === 0;

  /** Sends a start whose caller can leave. */
  const send = () => {
    const options = { ...api.at('/api/sessions'), method: 'POST' };
    const sent = request({
      ...options,
      headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
    });
    sent.on('error', () => {});
    const body = { cwd: api.fixture.folder, provider: 'fake', worktree: true, task: 'Own' };
    sent.end(JSON.stringify(body));
    return sent;
  };

  it('leave nothing if their caller leaves while the worktree is created', async () => {
    const hasBegun = hang();
    const sent = send();
    await waitFor(hasBegun, { limitMs: 10_000, what: 'the hook' });
    sent.destroy();
    await waitFor(leavesNothing, { limitMs: 10_000, what: 'the end of the creation' });
  });

  it('leave nothing if their caller leaves while the worktree is set up', async () => {
    const begun = join(api.fixture.home, 'begun');
    api.fixture.set({ 'worktree.setup': [`touch '${begun}'; sleep 600`] });
    const sent = send();
    await waitFor(() => existsSync(begun), { limitMs: 20_000, what: 'the setup' });
    sent.destroy();
    await waitFor(leavesNothing, { limitMs: 20_000, what: 'the end of the setup' });
    assert.deepEqual(api.core.sessions.list(), []);
  });

  it('are listed while the worktree is created, and end where they are cancelled', async () => {
    const { folder } = api.fixture;
    const hasBegun = hang();
    const body = { cwd: folder, provider: 'fake', worktree: true, task: 'Own' };
    const starting = api.call('POST', '/api/sessions', { body });
    await waitFor(hasBegun, { limitMs: 10_000, what: 'the hook' });
    const { creations } = api.core.worktrees;
    const [creation] = creations.list();
    assert.deepEqual([creation?.name, creation?.step], ['Own', 'Checking out agent/own']);
    creations.cancel(creation?.id ?? '');
    const { code, text } = await starting;
    assert.equal(code, 'ILLEGAL_STATE');
    assert.match(text, /The person has cancelled the creation of the worktree for \\"Own\\"/);
    assert.ok(leavesNothing());
  });

  it('end with the window, and leave nothing', async () => {
    const hasBegun = hang();
    send();
    await waitFor(hasBegun, { limitMs: 10_000, what: 'the hook' });
    await api.core.shutdown(5000);
    assert.ok(leavesNothing());
  });

  it('of agents are in a worktree where the setting is "always", unless they name another place', async () => {
    const { fixture } = api;
    fixture.set({ 'worktree.mode': 'always' });
    const agent = (options: object = {}) => api.create({ provider: 'fake', ...options });
    const first = await agent();
    assert.notEqual(first.workDir, fixture.folder);
    assert.equal((await agent({ worktree: false })).workDir, fixture.folder);
    assert.equal((await agent({ task: first.task?.id })).workDir, first.workDir);
    assert.equal((await agent({ cwd: first.workDir })).workDir, first.workDir);
    assert.equal((await api.sh('sleep 60')).workDir, fixture.folder);
    assert.equal(countWorktrees(), 1);
    fixture.set({ 'worktree.mode': 'ask' });
    assert.equal((await agent()).workDir, fixture.folder);
  });

  it('tell why an agent is in none where the setting is "always"', async () => {
    const { fixture } = api;
    fixture.set({ agentsMayDrive: true, afterExit: 'shell' });
    const { id } = await api.create({ provider: 'fake' });
    const token = await api.driveToken(id);
    fixture.set({ agentsMayDrive: true, 'worktree.mode': 'always', 'worktree.setup': ['true'] });
    const noticesOf = async (options: object): Promise<string> => {
      const body = { cwd: fixture.folder, provider: 'fake', ...options };
      const { json } = await api.call('POST', '/api/sessions', { token, body });
      return (json as StartedSessionView).notices.join();
    };
    const why = /^New tasks in .* work there without a worktree: .* which only the person may run/;
    assert.match(await noticesOf({}), why);
    assert.match(await noticesOf({ task: 'Own' }), why);
    assert.equal(await noticesOf({ task: 'Own' }), '');
    assert.equal(countWorktrees(), 0);
  });

  it('are in the directory of the worktree that corresponds to theirs, if there is one', async () => {
    const { fixture } = api;
    const place = join(fixture.home, 'place');
    fixture.set({ 'worktree.mode': 'always', 'worktree.setup': [`pwd >'${place}'`] });
    const cwd = join(fixture.folder, 'packages', 'api');
    const other = join(fixture.folder, 'packages', 'other');
    [cwd, other].forEach((path) => mkdirSync(path, { recursive: true }));
    writeFileSync(join(cwd, 'tracked'), '');
    git('add', '.');
    git('commit', '-q', '-m', 'Packages');
    const agent = (options: object) => api.create({ provider: 'fake', ...options });
    const first = await agent({ cwd, task: 'Own' });
    assert.match(first.workDir, /own\/packages\/api$/);
    assert.equal(join(readFileSync(place, 'utf8').trim(), 'packages', 'api'), first.workDir);
    assert.equal((await agent({ cwd, task: 'Own' })).workDir, first.workDir);
    const body = { provider: 'fake', cwd: other, task: 'Own' };
    assert.equal((await api.call('POST', '/api/sessions', { body })).code, 'BAD_REQUEST');
    const root = await agent({ cwd: other, task: 'Untracked' });
    assert.match(root.workDir, /untracked$/);
    assert.equal((await agent({ cwd, task: 'Untracked' })).workDir, root.workDir);
  });

  it('fetch their base only where the setting is "always", since they cannot be asked', async () => {
    const { fixture } = api;
    const origin = join(fixture.home, 'origin');
    git('clone', '-q', fixture.folder, origin);
    git('remote', 'add', 'origin', origin);
    git('fetch', '-q', 'origin');
    git('branch', '-q', '--set-upstream-to=origin/main');
    git('-C', origin, 'commit', '-q', '--allow-empty', '-m', 'Newer');
    const subjectIn = (cwd: string) =>
      execFileSync('git', ['log', '-1', '--format=%s'], { cwd, encoding: 'utf8' }).trim();
    assert.equal(subjectIn((await start()).workDir), 'first');
    fixture.set({ 'worktree.fetch': 'always' });
    assert.equal(subjectIn((await start()).workDir), 'Newer');
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
