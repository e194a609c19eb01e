import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { itIn } from '../../support/security/itIn';

describe('a directory that an agent replaces by a link out of its folder', function () {
  this.timeout(60_000);
  const api = useApi();
  let inside = '';

  /** Starts an agent with the token of the folder. */
  const begin = (body: object) =>
    api.call('POST', '/api/sessions', {
      token: api.folderToken,
      body: { provider: 'fake', task: 'T', ...body },
    });

  beforeEach(() => {
    inside = join(api.fixture.folder, 'inside');
    mkdirSync(inside);
  });

  /** Starts an agent in the directory, and waits for it: its shell enters the directory later. */
  const beginInside = async (): Promise<string> => {
    const { status, json, text } = await begin({ cwd: inside });
    assert.equal(status, 201, text);
    const { id } = json as SessionView;
    await api.shows(id, 'agent in');
    return id;
  };

  const replace = (): void => {
    renameSync(inside, `${inside}.old`);
    symlinkSync(api.makeDirectory('outside'), inside);
  };

  for (const persistence of ['window', 'tmux', 'host'] as const) {
    itIn(persistence)(
      `is no way out of the folder by a parent of its target: ${persistence} [A42]`,
      async () => {
        const { folder } = api.fixture;
        const outside = api.makeDirectory('outside');
        // The system goes up from the target of the link, and a shell from the link itself.
        const ups = `${folder}/link`.split('/').slice(1);
        const target = join(inside, ...ups.map(() => 'deep'));
        mkdirSync(target, { recursive: true });
        mkdirSync(join(inside, outside), { recursive: true });
        symlinkSync(target, join(folder, 'link'));
        const cwd = `${folder}/link/${ups.map(() => '..').join('/')}${outside}`;
        const { status, json, text } = await begin({ cwd, persistence });
        assert.equal(status, 201, text);
        const { id, workDir } = json as SessionView;
        await api.shows(id, 'agent in');
        const screen = await api.call('GET', `/api/sessions/${id}/screen`);
        assert.ok(!screen.text.includes(`agent in ${outside}`), screen.text);
        assert.ok(workDir.startsWith(`${inside}/`), workDir);
      },
    );
  }

  it('is no place for another start in the task of that directory, or for a fork [A42]', async () => {
    const id = await beginInside();
    replace();
    const again = await begin({ cwd: api.fixture.folder });
    const forked = await api.call('POST', `/api/sessions/${id}/fork`, {
      token: api.folderToken,
      body: {},
    });
    const expected = [403, 'SESSION_USER_MISMATCH'];
    assert.deepEqual([again.status, again.code], expected);
    assert.deepEqual([forked.status, forked.code], expected);
    assert.equal(api.core.sessions.list().length, 1);
  });

  it('is no place for a conversation that is resumed there [A42]', async () => {
    const id = await beginInside();
    await api.core.sessions.find(id)?.kill();
    replace();
    const { status, code } = await api.call('POST', `/api/conversations/${id}/resume`, {
      token: api.folderToken,
      body: {},
    });
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH']);
    assert.deepEqual(api.core.sessions.list(), []);
  });

  it('is no place for a fork of its task, in which git would run [A42]', async () => {
    await beginInside();
    replace();
    const { status, code } = await api.call('POST', '/api/tasks/T/fork', {
      token: api.folderToken,
      body: { name: 'Other', worktree: true },
    });
    assert.deepEqual([status, code], [403, 'SESSION_USER_MISMATCH']);
    assert.deepEqual(
      api.core.tasks.list().map(({ name }) => name),
      ['T'],
    );
  });

  it('is no place for a start whose planning it has outlasted [A42]', async () => {
    const prepare = api.core.launcher.prepareAgent.bind(api.core.launcher);
    api.core.launcher.prepareAgent = async (request) => {
      const prepared = await prepare(request);
      replace();
      return prepared;
    };
    const started = await begin({ cwd: inside });
    assert.deepEqual([started.status, started.code], [403, 'SESSION_USER_MISMATCH']);
    assert.deepEqual(api.core.sessions.list(), []);
  });

  it('is no place for the second of two forks whose planning it has outlasted [A42]', async () => {
    const id = await beginInside();
    const prepare = api.core.launcher.prepareFork.bind(api.core.launcher);
    const planned: PreparedStart[] = [];
    api.core.launcher.prepareFork = async (...request) => {
      planned.push(await prepare(...request));
      const [first, second] = planned;
      if (second) {
        replace();
      }
      return second ?? first ?? assert.fail();
    };
    const forked = await api.call('POST', `/api/sessions/${id}/fork`, {
      token: api.folderToken,
      body: { count: 3 },
    });
    assert.deepEqual([forked.status, forked.code], [403, 'SESSION_USER_MISMATCH']);
    const [, second] = planned;
    // A request starts all of its forks or none.
    assert.deepEqual(
      api.core.sessions.list().map((session) => session.id),
      [id],
    );
    assert.equal(planned.length, 2);
    await assert.rejects(async () => second?.launch(), { code: 'SESSION_EXITED' });
  });
});
