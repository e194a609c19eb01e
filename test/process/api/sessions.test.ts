import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';

describe('the API of sessions', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create, sh, shows } = api;

  it('starts a shell, lists it, types into it, reads its screen, and ends it', async () => {
    const session = await create({ label: 'My shell', cols: 100, rows: 30 });
    const { id } = session;
    assert.deepEqual(
      { ...session, createdAt: '', exec: '', activity: session.activity.kind, state: '' },
      {
        ...{
          id,
          state: '',
          workDir: api.fixture.folder,
          label: 'My shell',
          createdAt: '',
          exec: '',
        },
        ...{ activity: 'unknown', provider: null, running: true, suspended: false },
        task: { id: session.task?.id, name: 'My shell' },
        hasWindow: true,
        ...{ attachedCount: 0, exitCode: null, agentExitCode: null, parent: null, startedBy: null },
        notices: [],
      },
    );
    const listed = await call('GET', '/api/sessions');
    assert.deepEqual(
      (listed.json as { sessions: SessionView[] }).sessions.map((one) => one.id),
      [id],
    );
    const typed = await call('POST', `/api/sessions/${id}/input`, {
      body: { data: 'stty size\r' },
    });
    assert.equal(typed.status, 204);
    await shows(id, '30 100');
    const bytes = Buffer.from('echo by""tes\r').toString('base64');
    assert.equal(
      (await call('POST', `/api/sessions/${id}/input`, { body: { bytes } })).status,
      204,
    );
    await shows(id, 'bytes');
    const size = { cols: 70, rows: 20 };
    assert.equal((await call('POST', `/api/sessions/${id}/resize`, { body: size })).status, 204);
    await call('POST', `/api/sessions/${id}/input`, { body: { data: 'stty size\r' } });
    await shows(id, '20 70');
    const prompted = await call('POST', `/api/sessions/${id}/prompt`, {
      body: { prompt: 'echo pro""mpt' },
    });
    assert.equal(prompted.status, 202);
    await shows(id, 'prompt\n');
    assert.equal((await call('DELETE', `/api/sessions/${id}`)).status, 204);
    assert.equal((await call('GET', `/api/sessions/${id}`)).code, 'SESSION_NOT_FOUND');
  });

  it('runs a program, returns its exit code, and refuses calls that need a running one', async () => {
    const { id, label, exec } = await sh('read -r x; exit 7');
    assert.deepEqual({ label, exec }, { label: 'sh', exec: '/bin/sh -c read -r x; exit 7' });
    await call('POST', `/api/sessions/${id}/input`, { body: { data: '\r' } });
    const waited = await call('GET', `/api/sessions/${id}/wait?for=exit`);
    const { state, exitCode } = waited.json as SessionView;
    assert.deepEqual({ state, exitCode }, { state: 'terminated', exitCode: 7 });
    for (const [verb, body] of [
      ['input', { data: 'x' }],
      ['prompt', { prompt: 'x' }],
      ['resize', { cols: 80, rows: 24 }],
      ['signal', { signal: 'SIGINT' }],
      ['interrupt', {}],
      ['fork', {}],
      ['ask', { prompt: 'x' }],
    ] as const) {
      const { status, code } = await call('POST', `/api/sessions/${id}/${verb}`, { body });
      assert.deepEqual({ verb, status, code }, { verb, status: 410, code: 'SESSION_EXITED' });
    }
    assert.equal((await call('GET', `/api/sessions/${id}/screen`)).status, 200);
  });

  it('interrupts by the input, and ends at once by SIGKILL', async () => {
    const { id } = await sh("trap 'echo caught' INT; echo ready; while :; do read -r x; done");
    await shows(id, 'ready');
    await call('POST', `/api/sessions/${id}/signal`, { body: { signal: 'SIGINT' } });
    await shows(id, 'caught');
    await call('POST', `/api/sessions/${id}/signal`, { body: { signal: 'SIGKILL' } });
    const { json } = await call('GET', `/api/sessions/${id}/wait?for=exit`);
    assert.equal((json as SessionView).running, false);
  });

  it('starts an agent in a new task, another one as a chat in it, and one in a named task', async () => {
    const first = await create({ provider: 'fake', prompt: "it's $HOME", label: 'Ada' });
    await shows(first.id, "args: [it's $HOME]");
    const second = await create({ provider: 'fake', label: 'Ada' });
    const named = await create({ provider: 'fake', task: 'Named' });
    assert.deepEqual(
      [first, second, named].map(({ label, provider, task }) => [label, provider, task?.name]),
      [
        ['Ada', 'fake', 'Ada'],
        ['Ada', 'fake', 'Ada'],
        ['Fake', 'fake', 'Named'],
      ],
    );
    assert.equal(first.task?.id, second.task?.id);
    assert.match(first.id, /^fake-main-/);
    assert.match(second.id, /^fake-chat-/);
  });

  it('starts in a new task if the like-named one of the directory is that of a worktree', async () => {
    const { folder: cwd } = api.fixture;
    const branch = { branch: 'agent/ada', base: '0'.repeat(40), baseBranch: 'refs/heads/main' };
    const worktree = { path: cwd, cwd, repository: cwd, ...branch };
    const { uri } = api.fixture.folderRef();
    const other = await api.core.tasks.create({ name: 'Ada', folder: uri, cwd, worktree });
    const { task } = await create({ provider: 'fake', label: 'Ada' });
    assert.equal(task?.name, 'Ada 2');
    assert.notEqual(task.id, other.id);
  });

  it('starts in a new task if the like-named one is not set up yet, or is that of another directory', async () => {
    const { folder: cwd } = api.fixture;
    const { uri } = api.fixture.folderRef();
    const sub = join(cwd, 'sub');
    await mkdir(sub);
    await api.core.tasks.create({ name: 'Ada', folder: uri, cwd, pendingSetup: {} });
    await api.core.tasks.create({ name: 'Ada 2', folder: uri, cwd: sub });
    const { task } = await create({ provider: 'fake', label: 'Ada' });
    assert.equal(task?.name, 'Ada 3');
  });

  it('keeps no new task if the start fails', async () => {
    const body = { cwd: api.fixture.folder, provider: 'fake', task: 'T', env: {}, model: 'x' };
    assert.equal(
      (await call('POST', '/api/sessions', { body: { ...body, provider: 'no' } })).code,
      'PROVIDER_NOT_FOUND',
    );
    const gone = { cwd: api.fixture.folder, exec: 'no-such-program' };
    assert.equal((await call('POST', '/api/sessions', { body: gone })).code, 'CLI_NOT_FOUND');
    assert.deepEqual(api.core.tasks.list(), []);
  });

  it('forks, in the session’s own task', async () => {
    const { id, task } = await create({ provider: 'fake' });
    await shows(id, 'agent in');
    const { status, json } = await call('POST', `/api/sessions/${id}/fork`, { body: { count: 2 } });
    const { sessions } = json as { sessions: SessionView[] };
    assert.equal(status, 201);
    assert.deepEqual(
      sessions.map((fork) => [fork.parent, fork.task]),
      [
        [id, task],
        [id, task],
      ],
    );
    assert.equal(new Set([id, ...sessions.map((fork) => fork.id)]).size, 3);
  });

  it('waits up to the time limit, and detects an idle shell by its silence', async () => {
    const { id } = await sh('read -r x');
    const late = await call('GET', `/api/sessions/${id}/wait?for=needsInput&timeoutMs=50`);
    assert.deepEqual([late.status, late.code], [504, 'TIMEOUT']);
    const idle = await call('GET', `/api/sessions/${id}/wait?for=idle&timeoutMs=20000`);
    assert.equal((idle.json as SessionView).state, 'idle');
  });

  it('returns the screen with its colours and the cursor', async () => {
    const { id } = await sh("printf '\\033[31mred\\033[m\\nsecond'; read -r x");
    await shows(id, 'second');
    const { text, headers } = await call('GET', `/api/sessions/${id}/screen?format=ansi`);
    assert.match(text, /\x1b\[[0-9;]*31mred/);
    assert.ok(text.endsWith('\x1b[2;7H'), JSON.stringify(text));
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const { id: long } = await sh('seq 100; read -r x');
    await shows(long, '100');
    const all = await call('GET', `/api/sessions/${long}/screen?scrollback=1000`);
    assert.equal(all.text.split('\n').filter((line) => /^\d+$/.test(line)).length, 100);
  });

  it('lists providers, and returns why models cannot be listed', async () => {
    const { json } = await call('GET', '/api/providers');
    const { providers } = json as {
      providers: { id: string; installed: boolean; version: string }[];
    };
    const fake = providers.find(({ id }) => id === 'fake');
    assert.deepEqual([fake?.installed, fake?.version], [true, '1.2.3']);
    assert.equal((await call('GET', '/api/providers/fake/models')).status, 200);
  });

  it('refuses a third session if the limit is two', async () => {
    api.fixture.maxSessions = 2;
    await Promise.all([sh('read -r x'), sh('read -r x')]);
    const body = { cwd: api.fixture.folder };
    const { status, code } = await call('POST', '/api/sessions', { body });
    assert.deepEqual([status, code], [429, 'MAX_SESSIONS']);
  });

  it('starts nothing in a workspace that is not trusted', async () => {
    api.fixture.trusted = false;
    for (const more of [{}, { provider: 'fake' }, { exec: 'ls' }]) {
      const body = { cwd: api.fixture.folder, ...more };
      const { status, code } = await call('POST', '/api/sessions', { body });
      assert.deepEqual([status, code], [403, 'UNTRUSTED']);
    }
    for (const path of ['/api/providers', '/api/providers/fake/models']) {
      assert.equal((await call('GET', path)).code, 'UNTRUSTED');
    }
  });

  it('refuses to ask a shell', async () => {
    const { id } = await sh('read -r x');
    const { status, code } = await call('POST', `/api/sessions/${id}/ask`, {
      body: { prompt: 'x' },
    });
    assert.deepEqual([status, code], [409, 'ILLEGAL_STATE']);
  });
});
