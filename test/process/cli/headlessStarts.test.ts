import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';

interface Listed {
  readonly conversations: readonly {
    readonly id: string;
    readonly session: string | null;
    readonly running: boolean;
    readonly firstPrompt: string | null;
  }[];
}

describe('conversations, forks and worktrees by the command line without a window', function () {
  this.timeout(120_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  beforeEach(async () => {
    const path = join(fixture.home, 'claude-like');
    writeFileSync(path, CLAUDE_LIKE, { mode: 0o755 });
    fixture.set({ persistence: 'host', providers: { claude: { cli: path } } });
    await cli.extension.store();
  });

  /** Starts an agent without a window and has it store a conversation. */
  async function start(...args: readonly string[]): Promise<string> {
    await fixture.closeWindow();
    const id = await cli.succeed('start', 'claude', ...args);
    const typing = cli.start('attach', id);
    await typing.untilShown('began by --session-id');
    typing.writeInput('remember this\r');
    await typing.untilShown('heard remember this');
    await typing.finish();
    return id;
  }

  const conversations = async (...args: readonly string[]): Promise<Listed['conversations']> =>
    (JSON.parse(await cli.succeed('conversations', '--json', ...args)) as Listed).conversations;

  it('lists the conversations, and resumes one by its own id', async () => {
    const id = await start('--task', 'Alone');
    const [running] = await conversations('--task', 'Alone');
    assert.deepEqual(
      [running?.session, running?.running, running?.firstPrompt],
      [id, true, 'remember this'],
    );
    await cli.succeed('kill', id);
    const [ended, ...others] = await conversations();
    assert.deepEqual([ended?.session, ended?.running, others], [id, false, []]);
    assert.equal(await cli.succeed('resume', ended?.id ?? ''), id);
    await cli.shows(id, 'began by --resume');
    // One that runs is left as it is.
    assert.equal(await cli.succeed('resume', id), id);
    assert.deepEqual(await cli.listIds(), [id]);
  });

  it('resumes a conversation of no session, in a task', async () => {
    const id = await start();
    const [{ id: uuid = '' } = {}] = await conversations();
    await cli.succeed('kill', id);
    const resumed = await cli.succeed('resume', uuid, '--task', 'Alone');
    await cli.shows(resumed, 'began by --resume');
  });

  it('prints the notices of a start once', async () => {
    const claude = { cli: join(fixture.home, 'claude-like') };
    const work = { extends: 'claude', label: 'Work', cli: '/no/such/cli', fallback: 'claude' };
    await cli.extension.store({ providers: { claude, work } });
    await fixture.closeWindow();
    const { end, stderr } = await cli.run('start', 'work');
    const notice = 'The CLI of Work cannot be run, so Claude Code starts instead.';
    assert.deepEqual([end, stderr], [0, `agent-terminals: ${notice}\n`]);
  });

  it('forks a session with its conversation, and a task', async () => {
    const id = await start('--task', 'Alone');
    const fork = await cli.succeed('fork', id);
    await cli.shows(fork, 'began by --resume');
    const [ofFork] = (await cli.list()).filter((session) => session.id === fork);
    assert.equal(ofFork?.parent, id);
    const forks = (await cli.succeed('fork', '--task', 'Alone', '--name', 'Copy')).split('\n');
    assert.equal(forks.length, 2);
    assert.deepEqual((await cli.listIds()).toSorted(), [id, fork, ...forks].toSorted());
  });

  it('starts and forks agents in worktrees, which its commands set up', async () => {
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', args, { cwd: fixture.folder, env: fixture.env, stdio: 'pipe' });
    Object.assign(fixture.env, {
      ...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@localhost' },
      ...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@localhost' },
    });
    git('init', '-q', '-b', 'main');
    writeFileSync(join(fixture.folder, 'file'), 'committed');
    git('add', '.');
    git('commit', '-qm', 'First');
    await cli.extension.store({ 'worktree.setup': ['echo ready > set-up'] });
    const id = await start('--task', 'Alone', '--worktree');
    const fork = await cli.succeed('fork', id, '--worktree');
    const places = (await cli.list()).filter((session) => [id, fork].includes(session.id));
    assert.equal(places.length, 2);
    assert.equal(new Set([fixture.folder, ...places.map(({ workDir }) => workDir)]).size, 3);
    for (const { workDir } of places) {
      assert.deepEqual(
        ['file', 'set-up'].map((name) => existsSync(join(workDir, name))),
        [true, true],
      );
    }
  });
});
