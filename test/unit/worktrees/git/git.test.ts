import assert from 'node:assert/strict';
import type { CommandRequest, CommandResult } from '../../../../src/pty/process/command';
import { Git, buildGitEnvironment } from '../../../../src/worktrees/git/git';
import { ManualClock } from '../../../support/manualClock';

const HALF_MADE = 'fatal: failed to read .git/worktrees/x/commondir: Success\n';

describe('Git', () => {
  let clock: ManualClock;
  let requests: CommandRequest[];

  beforeEach(() => {
    clock = new ManualClock();
    requests = [];
  });

  const gitThat = (answer: (run: number) => Partial<CommandResult>): Git =>
    new Git({
      clock,
      gitPath: () => 'git',
      findExecutable: () => Promise.resolve({ kind: 'found', path: '/usr/bin/git' }),
      home: '/h',
      env: { HOME: '/h' },
      runCommand: (request) => {
        requests.push(request);
        const plain = { kind: 'done', code: 0, stdout: '', stderr: '' } as const;
        // Time passes while git runs.
        queueMicrotask(() => setImmediate(() => clock.advance(1000)));
        return Promise.resolve({ ...plain, ...answer(requests.length) } as CommandResult);
      },
    });

  it('disables optional locks for a query, and not for a change', async () => {
    const git = gitThat(() => ({}));
    await git.query('/', ['status']);
    await git.attempt('/', ['add']);
    assert.deepEqual(
      requests.map(({ args }) => args),
      [['--no-optional-locks', 'status'], ['add']],
    );
    assert.equal(requests[0]?.env?.['GIT_TERMINAL_PROMPT'], '0');
  });

  it('adds arguments, variables and an input', async () => {
    const git = gitThat(() => ({})).with({ args: ['-c', 'a=1'], env: { A: '1', B: '1' } });
    await git.with({ args: ['-c', 'b=2'] }).query('/', ['status'], { env: { B: '2' }, input: 'x' });
    const request = requests[0];
    assert.deepEqual(request?.args, ['-c', 'a=1', '-c', 'b=2', '--no-optional-locks', 'status']);
    assert.deepEqual([request.env?.['A'], request.env?.['B'], request.input], ['1', '2', 'x']);
  });

  it('repeats a read that fails on a half-written file of another git', async () => {
    const git = gitThat((run) => (run < 3 ? { code: 128, stderr: HALF_MADE } : { stdout: 'x\n' }));
    assert.equal(await git.readLine('/', ['worktree', 'list']), 'x');
    assert.equal(requests.length, 3);
  });

  it('rejects after 50 such reads', async () => {
    const git = gitThat(() => ({ code: 128, stderr: HALF_MADE }));
    await assert.rejects(git.read('/', ['worktree', 'list']), { code: 'ILLEGAL_STATE' });
    assert.equal(requests.length, 50);
  });

  it('rejects with the command, the directory and the fatal line of git', async () => {
    const stderr = "Preparing worktree\nfatal: 'x' is there.\nhint: look\n";
    const git = gitThat(() => ({ code: 128, stderr }));
    await assert.rejects(git.write('/r', ['worktree', 'add', '/p', 'b']), {
      code: 'ILLEGAL_STATE',
      message: `"git worktree add" failed in /r: 'x' is there. Run it there yourself to see more.`,
    });
  });

  it('rejects for a git that does not end, and for a missing directory', async () => {
    const git = gitThat(() => ({ kind: 'failed', reason: 'did not end within 5 ms' }));
    await assert.rejects(git.read('/', ['status']), {
      code: 'SPAWN_FAILED',
      message:
        'Git ("/usr/bin/git") did not end within 5 ms: try again, or look at the repository with git yourself.',
    });
    await assert.rejects(git.read('/no/such/place', ['status']), { code: 'CWD_NOT_FOUND' });
  });

  it('returns no line if git fails or prints none', async () => {
    assert.equal(await gitThat(() => ({ code: 1, stdout: 'x' })).findLine('/', []), undefined);
    assert.equal(await gitThat(() => ({})).findLine('/', []), undefined);
  });
});

describe('buildGitEnvironment', () => {
  it('keeps the variables of the person, and drops those of another run or with a prompt', () => {
    const built = buildGitEnvironment({
      HOME: '/h',
      LC_ALL: 'de_DE.UTF-8',
      GIT_CONFIG_GLOBAL: '/c',
      GIT_AUTHOR_NAME: 'A',
      GIT_SSH_COMMAND: 'ssh -x',
      GIT_DIR: '/other',
      GIT_WORK_TREE: '/other',
      GIT_INDEX_FILE: '/other',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_AUTHOR_DATE: '@0',
      GIT_TRACE: '1',
      GIT_ASKPASS: '/ask',
      SSH_ASKPASS: '/ask',
      git_dir: '/other',
    });
    assert.deepEqual(built, {
      HOME: '/h',
      LC_ALL: 'C',
      GIT_CONFIG_GLOBAL: '/c',
      GIT_AUTHOR_NAME: 'A',
      GIT_SSH_COMMAND: 'ssh -x',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GCM_INTERACTIVE: 'never',
      GIT_EDITOR: 'true',
      GIT_PAGER: 'cat',
    });
  });
});
