import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';

describe('forks in worktrees over the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create, shows } = api;

  const runGit = useRepository(() => api.fixture);

  const fork = (id: string, body: object) => call('POST', `/api/sessions/${id}/fork`, { body });

  const start = async (): Promise<SessionView> => {
    const session = await create({ provider: 'fake', task: 'Till' });
    await shows(session.id, 'agent in');
    return session;
  };

  it('run no program of the repository in a workspace without trust', async () => {
    const { id } = await start();
    const ran = join(api.fixture.home, 'ran');
    const monitor = join(api.fixture.home, 'monitor');
    writeFileSync(monitor, `#!/bin/sh\ntouch "${ran}"\n`, { mode: 0o755 });
    runGit('config', 'core.fsmonitor', monitor);
    api.fixture.trusted = false;
    for (const body of [{ worktree: true }, {}]) {
      const { status, code } = await fork(id, body);
      assert.deepEqual([status, code], [403, 'UNTRUSTED']);
    }
    assert.ok(!existsSync(ran));
    api.fixture.trusted = true;
    assert.equal((await fork(id, { worktree: true })).status, 201);
    assert.ok(existsSync(ran), 'the program runs in a trusted workspace');
  });

  it('begin with the uncommitted changes, each in a separate task and directory', async () => {
    const { id } = await start();
    const { status, json } = await fork(id, { count: 2, worktree: true });
    assert.equal(status, 201, JSON.stringify(json));
    const { sessions } = json as { sessions: SessionView[] };
    assert.deepEqual(
      sessions.map(({ task, parent }) => [task?.name, parent]),
      [
        ['Till fork', id],
        ['Till fork 2', id],
      ],
    );
    for (const { workDir } of sessions) {
      assert.notEqual(workDir, api.fixture.folder);
      assert.equal(readFileSync(join(workDir, 'a file'), 'utf8'), 'two\n');
    }
    const { json: seen } = await call('GET', '/api/sessions', { token: api.folderToken });
    assert.equal(
      (seen as { sessions: unknown[] }).sessions.length,
      3,
      'the sessions belong to the folder',
    );
  });

  it('are set up before their agents start', async () => {
    api.fixture.set({ 'worktree.setup': ['sleep 0.2', 'echo ready > set-up'] });
    const { id } = await start();
    const { json } = await fork(id, { worktree: true });
    const [made] = (json as { sessions: SessionView[] }).sessions;
    assert.ok(existsSync(join(made?.workDir ?? '', 'set-up')));
    assert.equal(api.core.tasks.find(made?.task?.id ?? '')?.pendingSetup, undefined);
  });

  it('are not made for an agent where setup commands would run what it wrote [S7]', async () => {
    api.fixture.set({ agentsMayDrive: true, 'worktree.setup': ['echo ready > set-up'] });
    const { id } = await start();
    const token = await api.driveToken(id);
    const ask = (body: object) => call('POST', `/api/sessions/${id}/fork`, { token, body });
    const { status, code, text } = await ask({ worktree: true });
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH']);
    assert.match(text, /worktree\.setup/);
    assert.equal(api.core.tasks.list().length, 1, 'no task was created');
    assert.equal((await ask({})).status, 201, 'a fork in its own task');
    api.fixture.set({ 'worktree.setup': [] });
    assert.equal((await ask({ worktree: true })).status, 201, 'a worktree without setup');
  });

  it('run the hooks of the repository for the person, and none for an agent [S7]', async () => {
    const ran = join(api.fixture.home, 'ran');
    const hooks = join(api.fixture.folder, 'hooks');
    mkdirSync(hooks);
    for (const name of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      const hook = `#!/bin/sh\necho ${name} >> "${ran}"\n`;
      writeFileSync(join(hooks, name), hook, { mode: 0o755 });
    }
    runGit('config', 'core.hooksPath', 'hooks');
    runGit('add', '.');
    runGit('commit', '-m', 'hooks');
    rmSync(ran);
    writeFileSync(join(api.fixture.folder, 'a file'), 'three\n');
    api.fixture.set({ agentsMayDrive: true });
    const { id } = await start();
    const path = `/api/sessions/${id}/fork`;
    const forkAs = async (token: string): Promise<void> => {
      const { status, text } = await call('POST', path, { token, body: { worktree: true } });
      assert.equal(status, 201, text);
    };
    const token = await api.driveToken(id);
    await forkAs(token);
    assert.ok(!existsSync(ran), existsSync(ran) ? readFileSync(ran, 'utf8') : '');
    // A start that fails removes its worktree and branch again.
    const failing = { cwd: api.fixture.folder, provider: 'nope', task: 'Fails', worktree: true };
    const failed = await call('POST', '/api/sessions', { token, body: failing });
    assert.deepEqual([failed.status, failed.code], [400, 'PROVIDER_NOT_FOUND']);
    assert.ok(!existsSync(ran), existsSync(ran) ? readFileSync(ran, 'utf8') : '');
    await forkAs(api.token);
    assert.match(readFileSync(ran, 'utf8'), /^post-checkout$/m);
  });

  it('do not start if the setup fails, and no other agent starts there', async () => {
    api.fixture.set({ 'worktree.setup': ['exit 3'] });
    const { id } = await start();
    const { status, code } = await fork(id, { worktree: true });
    assert.deepEqual([status, code], [409, 'ILLEGAL_STATE']);
    const body = { cwd: api.fixture.folder, provider: 'fake', task: 'Till fork' };
    assert.equal((await call('POST', '/api/sessions', { body })).code, 'ILLEGAL_STATE');
  });
});
