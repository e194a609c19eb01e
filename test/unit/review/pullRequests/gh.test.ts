import assert from 'node:assert/strict';
import type { CommandRequest, CommandResult } from '../../../../src/pty/process/command';
import { Gh } from '../../../../src/review/pullRequests/gh';

const PULL_REQUEST = {
  number: 12,
  state: 'OPEN',
  isDraft: false,
  title: 'Fix the till',
  url: 'https://github.com/ada/app/pull/12',
};

describe('Gh', () => {
  const requests: CommandRequest[] = [];

  function ghThat(result: CommandResult): Gh {
    requests.length = 0;
    return new Gh({
      runCommand: (request) => (requests.push(request), Promise.resolve(result)),
      findExecutable: () => Promise.resolve({ kind: 'found', path: '/bin/gh' }),
      home: '/home/ada',
      env: { PATH: '/bin', GIT_DIR: '/elsewhere', GH_FORCE_TTY: '80', CLICOLOR_FORCE: '1' },
    });
  }

  const printing = (value: unknown) =>
    ghThat({ kind: 'done', code: 0, stdout: JSON.stringify(value), stderr: '' });
  const failing = (code: number | null, stderr: string) =>
    ghThat({ kind: 'done', code, stdout: '', stderr });
  const find = (gh: Gh) => gh.findPullRequest('/work');

  it('finds the pull request of the branch, with its state in one word', async () => {
    const { number, title, url } = PULL_REQUEST;
    const states = [
      [{}, 'open'],
      [{ isDraft: true }, 'draft'],
      [{ state: 'MERGED' }, 'merged'],
      [{ state: 'CLOSED', isDraft: true }, 'closed'],
    ] as const;
    for (const [change, state] of states) {
      assert.deepEqual(await find(printing({ ...PULL_REQUEST, ...change, more: 1 })), {
        kind: 'found',
        value: { number, state, title, url },
      });
    }
  });

  it('does not take anything else that is printed', async () => {
    const others = [
      [],
      'x',
      { ...PULL_REQUEST, number: '12' },
      { ...PULL_REQUEST, number: -1 },
      { ...PULL_REQUEST, state: 'LOCKED' },
      { ...PULL_REQUEST, url: 'command:workbench.action.quit' },
      { ...PULL_REQUEST, title: undefined },
    ];
    for (const other of others) {
      const answer = await find(printing(other));
      assert.deepEqual(answer, {
        kind: 'failed',
        reason: 'gh answered what cannot be read: update it',
      });
    }
  });

  it('tells no pull request, no account and other failures apart', async () => {
    const answers = [
      [failing(1, 'no pull requests found for branch "agent/x"\n'), { kind: 'none' }],
      [failing(4, 'To get started, please run:  gh auth login\n'), { kind: 'signedOut' }],
      [
        failing(1, 'HTTP 401: Bad credentials\nTry authenticating with:  gh auth login\n'),
        { kind: 'signedOut' },
      ],
      [
        failing(1, 'none of the git remotes point to a known GitHub host: use `gh auth login`\n'),
        {
          kind: 'failed',
          reason: 'none of the git remotes point to a known GitHub host: use `gh auth login`',
        },
      ],
      [
        failing(1, 'Warning: 2 uncommitted changes\n\nerror connecting to api.github.com\n'),
        { kind: 'failed', reason: 'error connecting to api.github.com' },
      ],
      [failing(null, ''), { kind: 'failed', reason: 'gh ended with a signal' }],
      [
        ghThat({ kind: 'failed', reason: 'took longer than 20 s' }),
        { kind: 'failed', reason: 'gh took longer than 20 s' },
      ],
    ] as const;
    for (const [gh, answer] of answers) {
      assert.deepEqual(await find(gh), answer);
    }
  });

  it('is missing if it is not on the PATH', async () => {
    const gh = new Gh({
      runCommand: () => Promise.reject(new Error('Not expected.')),
      findExecutable: (file) =>
        Promise.resolve({ kind: 'notFound', problem: 'missing', file, lookedIn: [] }),
      home: '/home/ada',
      env: {},
    });
    assert.deepEqual(await find(gh), { kind: 'missing' });
  });

  it('runs without prompts and colours, and without the variables of another repository', async () => {
    await find(printing(PULL_REQUEST));
    const [request] = requests;
    assert.equal(request?.cwd, '/work');
    assert.equal(request.timeoutMs, 20_000);
    const { env = {} } = request;
    const names = ['GH_PROMPT_DISABLED', 'GH_FORCE_TTY', 'CLICOLOR_FORCE', 'NO_COLOR', 'GIT_DIR'];
    assert.deepEqual(
      names.map((name) => env[name]),
      ['1', '', '0', '1', undefined],
    );
  });

  it('reads the repository, also an empty one', async () => {
    const repository = { nameWithOwner: 'ada/app', defaultBranchRef: { name: 'main' } };
    assert.deepEqual(await printing(repository).findRepository('/work'), {
      kind: 'found',
      value: { name: 'ada/app', owner: 'ada', defaultBranch: 'main' },
    });
    for (const defaultBranchRef of [{ name: '' }, null]) {
      const empty = printing({ ...repository, defaultBranchRef });
      const answer = await empty.findRepository('/work');
      assert.deepEqual(answer.kind === 'found' && answer.value.defaultBranch, undefined);
    }
  });
});
