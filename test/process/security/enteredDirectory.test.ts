import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { Access } from '../../../src/operations/access/access';
import { StartDirectories } from '../../../src/operations/starts/startDirectories';
import type { SessionView } from '../../../src/operations/views/sessionView';
import type { Task } from '../../../src/tasks/task';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';
import { itIn } from '../../support/security/itIn';

const PERSISTENCES = ['window', 'tmux', 'host'] as const;

/** An agent whose forks fail once they are told to. */
const FAILING_FORKS = CLAUDE_LIKE.replace(
  'echo "began by $1"',
  `echo "agent in $(pwd -P)"
if [ "$3" = --fork-session ]; then
  while [ ! -e "$HOME/fail" ]; do sleep 0.05; done
  exit 1
fi`,
);

describe('a directory that is replaced by a link after a start was answered', function () {
  this.timeout(60_000);
  const api = useApi();
  const git = useRepository(() => api.fixture);
  let inside = '';
  let outside = '';

  const begin = async (body: object): Promise<SessionView> => {
    const all = { provider: 'fake', task: 'T', cwd: inside, ...body };
    const request = { token: api.folderToken, body: all };
    const { status, json, text } = await api.call('POST', '/api/sessions', request);
    assert.equal(status, 201, text);
    return json as SessionView;
  };

  const replace = (): void => {
    renameSync(inside, `${inside}.old`);
    symlinkSync(outside, inside);
  };

  beforeEach(() => {
    inside = join(api.fixture.folder, 'inside');
    outside = api.makeDirectory('outside');
    mkdirSync(inside);
  });

  /** Replaces the directory when the answer to a request is decided, and its program has not started. */
  const replaceAtLaunch = (): void => {
    const { launcher } = api.core;
    const prepare = launcher.prepareAgent.bind(launcher);
    launcher.prepareAgent = async (request) => {
      const prepared = await prepare(request);
      const launch: PreparedStart['launch'] = (dimensions) => {
        replace();
        return prepared.launch(dimensions);
      };
      return Object.create(prepared, { launch: { value: launch } }) as PreparedStart;
    };
  };

  for (const persistence of PERSISTENCES) {
    itIn(persistence)(`is not where the program starts: ${persistence} [A42]`, async () => {
      replaceAtLaunch();
      const { id } = await begin({ persistence });
      await api.shows(id, `${inside} is not the directory`);
    });

    itIn(persistence)(
      `is not where the new conversation of a failed fork starts: ${persistence} [A42]`,
      async () => {
        const { home } = api.fixture;
        const cli = join(home, 'claude-like');
        writeFileSync(cli, FAILING_FORKS, { mode: 0o755 });
        api.fixture.set({ providers: { claude: { cli } } });
        const { id } = await begin({ provider: 'claude', persistence });
        await api.shows(id, 'agent in');
        await api.call('POST', `/api/sessions/${id}/input`, { body: { data: 'hello\r' } });
        await api.shows(id, 'heard hello');
        const request = { token: api.folderToken, body: {} };
        const forked = await api.call('POST', `/api/sessions/${id}/fork`, request);
        const [fork] = (forked.json as { sessions: SessionView[] }).sessions;
        assert.ok(fork, forked.text);
        await api.shows(fork.id, `agent in ${inside}`);
        replace();
        writeFileSync(join(home, 'fail'), '');
        await api.shows(fork.id, `${inside} is not the directory`);
      },
    );
  }

  it("is not where the person's restarts and forks of its session begin [A42]", async () => {
    const { launcher, tasks } = api.core;
    const { id } = await begin({});
    await api.shows(id, 'agent in');
    replace();
    const [task] = tasks.list();
    const folder = api.fixture.folderRef();
    assert.ok(task);
    const other = await tasks.create({ name: 'Other', folder: task.folder, cwd: task.cwd });
    const choice = (one: Task) => ({ kind: 'existing', id: one.id }) as const;
    const fresh = { providerId: 'fake', conversation: 'auto', options: { fresh: true } } as const;
    const refusal = { code: 'ILLEGAL_STATE', message: /leads out of that now, to .*outside/ };
    await assert.rejects(launcher.prepareFork(id, {}), refusal);
    await assert.rejects(launcher.prepareFork(id, { task: choice(other) }), refusal);
    await api.core.sessions.find(id)?.kill();
    await assert.rejects(launcher.prepareRestart(id), refusal);
    await assert.rejects(launcher.prepareRestart(id, { fresh: true }), refusal);
    await assert.rejects(launcher.prepareAgent({ folder, task: choice(task), ...fresh }), refusal);
    await tasks.reload();
    await assert.rejects(launcher.prepareRestart(id), refusal);
    // The directory itself is back.
    unlinkSync(inside);
    renameSync(`${inside}.old`, inside);
    await (await launcher.prepareRestart(id)).launch();
    await api.shows(id, `agent in ${inside}`);
  });

  it('is not where its task leads for another agent, or for a fork by the same token [A42]', async () => {
    const link = join(api.fixture.folder, 'link');
    symlinkSync(inside, link);
    const { id } = await begin({ cwd: link });
    await api.shows(id, 'agent in');
    unlinkSync(link);
    symlinkSync(outside, link);
    const token = api.folderToken;
    const body = { provider: 'fake', task: 'T', cwd: api.fixture.folder };
    for (const [path, request] of [
      [`/api/sessions/${id}/fork`, {}],
      ['/api/sessions', body],
      ['/api/sessions', { ...body, provider: undefined, exec: '/bin/sh' }],
    ] as const) {
      const { status, code } = await api.call('POST', path, { token, body: request });
      assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH'], path);
    }
    await api.core.sessions.find(id)?.kill();
    const again = await api.call('POST', '/api/sessions', { token, body });
    assert.deepEqual([again.status, again.code], [403, 'SESSION_USER_MISMATCH']);
  });

  it('is where its session restarts if it is in the folder still, which the person has moved', async () => {
    const { folder } = api.fixture;
    const { id } = await begin({});
    await api.shows(id, 'agent in');
    await api.core.sessions.find(id)?.kill();
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    try {
      symlinkSync(moved, folder);
      await (await api.core.launcher.prepareRestart(id)).launch();
      await api.shows(id, `agent in ${moved}/inside`);
      await api.core.sessions.find(id)?.kill();
    } finally {
      unlinkSync(folder);
      renameSync(moved, folder);
    }
  });

  it('is not where git runs for a fork with a worktree [A42]', async () => {
    const link = join(api.fixture.folder, 'link');
    symlinkSync(inside, link);
    const { id, workDir } = await begin({ cwd: link });
    assert.equal(workDir, inside);
    await api.shows(id, 'agent in');
    const ran = join(outside, 'ran');
    git('-C', outside, 'init', '-q');
    git('-C', outside, 'config', 'core.fsmonitor', `touch ${ran}; false`);
    unlinkSync(link);
    symlinkSync(outside, link);
    const request = { token: api.folderToken, body: { worktree: true } };
    const { status, code } = await api.call('POST', `/api/sessions/${id}/fork`, request);
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH']);
    assert.ok(!existsSync(ran));
  });

  it('is not where the setup commands of a worktree run [A42]', async () => {
    const { folder } = api.fixture;
    const setUp = join(api.fixture.home, 'set-up');
    api.fixture.set({ 'worktree.setup': [`pwd -P >> '${setUp}'`] });
    const create = api.core.worktrees.create.bind(api.core.worktrees);
    api.core.worktrees.create = async (request) => {
      const created = await create(request);
      renameSync(created.task.cwd, `${created.task.cwd}.old`);
      symlinkSync(outside, created.task.cwd);
      return created;
    };
    const request = {
      token: api.folderToken,
      body: { provider: 'fake', cwd: folder, task: 'W', worktree: true },
    };
    const { status, code, text } = await api.call('POST', '/api/sessions', request);
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH'], text);
    assert.ok(!existsSync(setUp));
  });

  it('is not where git runs for a worktree, of which only the folder leads back [A42]', async () => {
    const { folder } = api.fixture;
    const path = join(api.fixture.home, 'worktree');
    const worktree = { path, cwd: join(path, 'app') };
    const task = { cwd: worktree.cwd, worktree } as Task;
    const folders = () => [api.fixture.folderRef()];
    const tasks = { list: () => [task] };
    const directories = new StartDirectories({ folders, hasWindow: true, tasks });
    const access: Access = { by: 'agent', folder: api.fixture.folderRef(), session: 'a' };
    mkdirSync(worktree.cwd, { recursive: true });
    await directories.requireSource(access, task);
    renameSync(path, `${path}.old`);
    symlinkSync(folder, join(outside, 'app'));
    symlinkSync(outside, path);
    await directories.requireFolder(access, { cwd: task.cwd });
    await assert.rejects(directories.requireSource(access, task), {
      code: 'SESSION_USER_MISMATCH',
    });
  });
});
