import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDisposable, type Disposable } from '../../../src/base/lifecycle';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';

interface Forks {
  readonly forks: readonly {
    readonly task: { readonly id: string; readonly name: string; readonly workDir: string };
    readonly sessions: readonly SessionView[];
  }[];
}

describe('tasks over the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create, shows } = api;

  const runGit = useRepository(() => api.fixture);

  const fork = (task: string, body: object, token = api.token) =>
    call('POST', `/api/tasks/${encodeURIComponent(task)}/fork`, { body, token });
  const running = (): readonly string[] => api.core.sessions.list().map(({ id }) => id);
  const taskNames = (): readonly string[] => api.core.tasks.list().map(({ name }) => name);

  /** An agent and a shell of task "Till", and an agent of it that has ended. */
  async function startThree(): Promise<readonly [SessionView, SessionView]> {
    const agent = await create({ provider: 'fake', task: 'Till' });
    const shell = await create({ task: 'Till' });
    const ended = await create({ provider: 'fake', task: 'Till', label: 'Ended' });
    await shows(agent.id, 'agent in');
    await shows(ended.id, 'agent in');
    await api.core.sessions.find(ended.id)?.kill();
    return [agent, shell];
  }

  it('fork with all their running sessions, each fork in a task of its own', async () => {
    const [agent, shell] = await startThree();
    const { status, json } = await fork('Till', { count: 2, worktree: true });
    assert.equal(status, 201, JSON.stringify(json));
    const { forks } = json as Forks;
    assert.deepEqual(
      forks.map(({ task }) => task.name),
      ['Till fork', 'Till fork 2'],
    );
    for (const { task, sessions } of forks) {
      assert.deepEqual(
        sessions.map((one) => [one.parent, one.label, one.task?.id, one.workDir]),
        [
          [agent.id, agent.label, task.id, task.workDir],
          [shell.id, shell.label, task.id, task.workDir],
        ],
      );
      assert.notEqual(task.workDir, api.fixture.folder);
      assert.equal(readFileSync(join(task.workDir, 'a file'), 'utf8'), 'two\n');
    }
    assert.equal(running().length, 6);
  });

  it('fork in their own directory, under the name of the caller', async () => {
    await startThree();
    const id = api.core.tasks.list()[0]?.id ?? '';
    const { json } = await fork(id, { name: 'Other' });
    const [{ task, sessions } = assert.fail()] = (json as Forks).forks;
    assert.deepEqual([task.name, task.workDir], ['Other', api.fixture.folder]);
    assert.equal(sessions.length, 2);
  });

  for (const worktree of [true, false]) {
    it(`fork at once in tasks of different names${worktree ? ', in worktrees' : ''}`, async () => {
      await startThree();
      const answers = await Promise.all([fork('Till', { worktree }), fork('Till', { worktree })]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      );
      assert.deepEqual(taskNames().toSorted(), ['Till', 'Till fork', 'Till fork 2']);
    });
  }

  it('fork at once with a command of the window, in tasks of different names', async () => {
    await startThree();
    const name = 'Till fork';
    const request = { folder: api.fixture.folderRef(), name, isNumbered: true };
    const [{ status }, { task }] = await Promise.all([
      fork('Till', { worktree: true }),
      api.core.worktrees.create(request),
    ]);
    assert.equal(status, 201);
    assert.deepEqual(taskNames().toSorted(), ['Till', name, `${name} 2`]);
    assert.ok(api.core.tasks.list().some((one) => one.id === task.id && one.name === task.name));
  });

  it('fork as a whole, or not at all', async () => {
    const [agent] = await startThree();
    api.fixture.maxSessions = 5;
    for (const [call_, code] of [
      [fork('Till', { count: 2 }), 'MAX_SESSIONS'],
      [fork('Till', { count: 128 }), 'MAX_SESSIONS'],
      [call('POST', `/api/sessions/${agent.id}/fork`, { body: { count: 128 } }), 'MAX_SESSIONS'],
      [call('POST', `/api/sessions/${agent.id}/fork`, { body: { count: 1025 } }), 'BAD_REQUEST'],
      [fork('Nobody', {}), 'BAD_REQUEST'],
    ] as const) {
      assert.equal((await call_).code, code);
    }
    assert.deepEqual([running().length, taskNames()], [2, ['Till']]);
  });

  /** Has the call with this number reject, counted over all forks. */
  function breakFork(at: number, step: 'launch' | 'prepare'): Disposable {
    const { launcher } = api.core;
    const prepareFork = launcher.prepareFork.bind(launcher);
    let count = 0;
    const fails = (own: typeof step): boolean => own === step && ++count === at;
    const broken = () => Promise.reject(new Error('broken'));
    launcher.prepareFork = async (id, options) => {
      const start = fails('prepare') ? await broken() : await prepareFork(id, options);
      const launch = start.launch.bind(start);
      return { ...start, launch: (size) => (fails('launch') ? broken() : launch(size)) };
    };
    return toDisposable(() => (launcher.prepareFork = prepareFork));
  }

  for (const step of ['prepare', 'launch'] as const) {
    it(`leave nothing behind if one cannot ${step}, and launch none before all are planned`, async () => {
      const [agent] = await startThree();
      const created: string[] = [];
      const watch = api.core.sessions.onDidChange(({ type, session }) => {
        if (type === 'created') {
          created.push(session.id);
        }
      });
      const ofAgent = (body: object) => call('POST', `/api/sessions/${agent.id}/fork`, { body });
      for (const [request, at] of [
        [() => fork('Till', { count: 2 }), 3],
        [() => ofAgent({ count: 2, worktree: true }), 2],
        [() => ofAgent({ count: 3 }), 3],
      ] as const) {
        created.length = 0;
        const whole = breakFork(at, step);
        assert.equal((await request()).code, 'INTERNAL');
        whole.dispose();
        assert.equal(created.length, step === 'prepare' ? 0 : at - 1);
        assert.deepEqual([running().length, taskNames()], [2, ['Till']]);
        assert.equal(runGit('worktree', 'list').trim().split('\n').length, 1);
        assert.equal(runGit('branch', '--list', 'agent/*'), '');
      }
      watch.dispose();
      const { json } = await ofAgent({});
      const labels = (json as { sessions: readonly SessionView[] }).sessions.map(
        ({ label }) => label,
      );
      assert.deepEqual(labels, [`${agent.label} fork`], 'the ids of the others are released');
    });
  }

  it('without a running session do not fork', async () => {
    const { id } = await create({ provider: 'fake', task: 'Till' });
    await api.core.sessions.find(id)?.kill();
    assert.equal((await fork('Till', {})).code, 'ILLEGAL_STATE');
  });

  it('fork for an agent only if it may fork each of their sessions [S7]', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const agent = await create({ provider: 'fake', task: 'Till' });
    const token = await api.driveToken(agent.id);
    assert.equal((await fork('Till', {}, token)).status, 201);
    await create({ task: 'Till' });
    assert.equal((await fork('Till', {}, token)).code, 'SESSION_USER_MISMATCH');
    assert.deepEqual(taskNames(), ['Till', 'Till fork']);
  });

  it('begin in worktrees, and are removed with these if the start fails', async () => {
    const { workDir, task } = await create({ provider: 'fake', task: 'Own', worktree: true });
    assert.equal(task?.name, 'Own');
    assert.notEqual(workDir, api.fixture.folder);
    assert.equal(readFileSync(join(workDir, 'a file'), 'utf8'), 'one\n');
    const joined = await create({ provider: 'fake', task: 'Own', worktree: true });
    assert.equal(joined.workDir, workDir);
    const unnamed = await create({ exec: '/bin/sh', worktree: true });
    assert.deepEqual([unnamed.task?.name, unnamed.workDir !== workDir], ['sh', true]);
    await create({ provider: 'fake', task: 'Plain' });
    const start = (body: object, token = api.token) =>
      call('POST', '/api/sessions', {
        body: { cwd: api.fixture.folder, provider: 'fake', worktree: true, ...body },
        token,
      });
    assert.equal((await start({ task: 'Plain' })).code, 'BAD_REQUEST');
    const broken = await start({ provider: 'no-such-agent', task: 'Broken' });
    assert.equal(broken.code, 'PROVIDER_NOT_FOUND');
    assert.ok(!taskNames().includes('Broken'));
    assert.equal(runGit('branch', '--list', 'agent/broken'), '');
  });

  it('are not created with a worktree for an agent where setup commands would run [S7]', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const agent = await create({ provider: 'fake' });
    const token = await api.driveToken(agent.id);
    const body = { cwd: api.fixture.folder, provider: 'fake', task: 'Own', worktree: true };
    const ran = join(api.fixture.home, 'ran');
    api.fixture.set({ 'worktree.setup': [`touch '${ran}'`] });
    assert.equal(
      (await call('POST', '/api/sessions', { body, token })).code,
      'SESSION_USER_MISMATCH',
    );
    assert.ok(!existsSync(ran));
    assert.equal((await call('POST', '/api/sessions', { body })).status, 201);
    assert.ok(existsSync(ran), 'the setup has ended before the agent starts');
  });
});
