import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { useRepository } from '../../support/api/useRepository';

describe('another directory in the place of a worktree', function () {
  this.timeout(60_000);
  const api = useApi();
  useRepository(() => api.fixture);
  let worktree = '';
  let task = '';

  const begin = (cwd: string) =>
    api.call('POST', '/api/sessions', {
      token: api.folderToken,
      body: { provider: 'fake', cwd },
    });

  const requireRefused = async (...directories: readonly string[]): Promise<void> => {
    for (const cwd of directories) {
      const { status, code } = await begin(cwd);
      assert.deepEqual([cwd, status, code], [cwd, 403, 'SESSION_USER_MISMATCH']);
    }
  };

  beforeEach(async () => {
    const session = await api.create({ provider: 'fake', worktree: true, task: 'Own' });
    await api.shows(session.id, 'agent in');
    await api.core.sessions.find(session.id)?.kill();
    worktree = session.workDir;
    task = session.task?.id ?? '';
  });

  it('is in the folder while it is the worktree', async () => {
    const { status, json, text } = await begin(worktree);
    assert.equal(status, 201, text);
    await api.shows((json as SessionView).id, 'agent in');
  });

  it('is not in the folder if it is a link, and neither is its target [A42]', async () => {
    renameSync(worktree, `${worktree}.old`);
    const outside = api.makeDirectory('outside');
    symlinkSync(outside, worktree);
    await requireRefused(worktree, outside);
  });

  it('is not in the folder if the directory of all worktrees is a link [A42]', async () => {
    const all = dirname(worktree);
    renameSync(all, `${all}.old`);
    const outside = api.makeDirectory('outside');
    mkdirSync(join(outside, basename(worktree)));
    symlinkSync(outside, all);
    await requireRefused(worktree, join(outside, basename(worktree)));
  });

  it('is not in the folder once the task is archived [A42]', async () => {
    renameSync(worktree, `${worktree}.old`);
    await api.core.tasks.update(task, { archivedAt: new Date(0).toISOString() });
    mkdirSync(worktree);
    await requireRefused(worktree);
  });
});
