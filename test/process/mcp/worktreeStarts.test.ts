import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { useApi } from '../../support/api/useApi';
import { callTool, dataOf, useMcpClients } from '../../support/api/useMcpClients';
import { useRepository } from '../../support/api/useRepository';

describe('start_agent with a worktree', function () {
  this.timeout(60_000);
  const api = useApi();
  const clients = useMcpClients(api);
  const git = useRepository(() => api.fixture);

  /** The directories of the repository's worktrees, its own first. */
  const worktrees = (): readonly string[] =>
    [...git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm)].map(
      ([, path = '']) => path,
    );

  async function start(options: object): Promise<SessionView> {
    const input = { provider: 'fake', task: 'Own', ...options };
    return dataOf<SessionView>(await callTool(await clients.overHttp(), 'start_agent', input));
  }

  it('starts the agent in a worktree of a new task', async () => {
    const { id, task, workDir } = await start({ worktree: true });
    assert.deepEqual([task?.name, worktrees()], ['Own', [api.fixture.folder, workDir]]);
    await api.shows(id, `agent in ${realpathSync(workDir)} size`);
  });

  it('starts it in the folder without one', async () => {
    const { workDir } = await start({});
    assert.deepEqual([workDir, worktrees()], [api.fixture.folder, [api.fixture.folder]]);
  });
});
