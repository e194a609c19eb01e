import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandServices } from '../../../src/commands/commandServices';
import { findExecutable } from '../../../src/pty/shell/preflight';
import type { Task } from '../../../src/tasks/task';
import { useCore } from '../../support/agents/useCore';
import { useRepository } from '../../support/api/useRepository';
import { StandInGh } from '../../support/review/standInGh';
import { createCoreCommands } from '../../support/views/coreCommands';

describe('Create Pull Request', function () {
  this.timeout(60_000);
  const fixture = useCore();
  const runGit = useRepository(() => fixture);
  let gh: StandInGh;
  let task: Task;
  let shown: string[];

  const inRemote = (...args: readonly string[]) =>
    runGit('-C', join(fixture.home, 'ada', 'app.git'), ...args).trim();
  const inWorktree = (...args: readonly string[]) => runGit('-C', task.cwd, ...args).trim();

  function commit(subject: string, body = ''): void {
    writeFileSync(join(task.cwd, `${subject}.txt`), body);
    inWorktree('add', '.');
    inWorktree('commit', '-m', subject, '-m', body);
  }

  /** Calls the command as a person who edits the description, and agrees unless the test says otherwise. */
  async function create(overrides: Partial<CommandServices> = {}): Promise<unknown> {
    const note = (text: string): void => void shown.push(text);
    const services: Partial<CommandServices> = {
      messages: {
        choose: (text, actions) => (note(text), Promise.resolve(actions[0])),
        noteOnce: note,
        showError: (error) => note(String(error)),
        showInfo: note,
        showLog: () => {},
        showNotice: note,
      },
      pickers: { askText: (_title: string, initial: string) => Promise.resolve(initial) } as never,
      questions: {
        ask: ({ answers, detail, message }) => {
          note(`${message}\n${detail ?? ''}`);
          return Promise.resolve(answers[0]);
        },
      },
      windowActions: {
        openMarkdown: (text: string) => Promise.resolve(() => `${text}\nEdited.`),
        openUrl: (url: string) => Promise.resolve(note(`browse ${url}`)),
      } as never,
      ...overrides,
    };
    const command = createCoreCommands(fixture, services).get('createPullRequest');
    assert.ok(command);
    return command({ task: task.id });
  }

  beforeEach(async () => {
    const remote = join(fixture.home, 'ada', 'app.git');
    runGit('init', '--quiet', '--bare', remote);
    runGit('remote', 'add', 'origin', remote);
    runGit('push', '--quiet', 'origin', 'main');
    shown = [];
    gh = new StandInGh(fixture.home, fixture.env);
    const made = await fixture.core.worktrees.create({
      folder: fixture.folderRef(),
      name: 'Fix the till',
    });
    task = made.task;
  });

  it('pushes the branch and creates it, with the edited texts', async () => {
    commit('Round the sums', 'They were cut.');
    writeFileSync(join(task.cwd, 'later.txt'), '');

    const created = await create();

    assert.deepEqual(created, { number: 12, url: 'https://github.com/ada/app/pull/12' });
    const branch = 'agent/fix-the-till';
    assert.equal(inRemote('rev-parse', branch), inWorktree('rev-parse', 'HEAD'));
    assert.equal(inWorktree('rev-parse', '--abbrev-ref', '@{upstream}'), `origin/${branch}`);
    assert.equal(
      gh.calls.at(-1),
      `pr|create|--title=Round the sums|--base=main|--head=${branch}|--body-file=-|`,
    );
    assert.equal(gh.body, 'They were cut.\n\nEdited.');
    const question = shown.find((text) => text.includes('?')) ?? '';
    const origin = `origin (${fixture.home}/ada/app.git)`;
    assert.deepEqual(question.split('\n'), [
      'Create the pull request in ada/app?',
      `"Round the sums", from ${branch} into main: 1 commit.`,
      `The branch is pushed to ${origin} first: git push --set-upstream -- origin refs/heads/${branch}:refs/heads/${branch}`,
      'Changes of 1 file are not committed, and not in it.',
    ]);
    assert.deepEqual(shown.slice(-2), [
      'Pull request #12 was created: https://github.com/ada/app/pull/12',
      'browse https://github.com/ada/app/pull/12',
    ]);
    assert.deepEqual(await fixture.core.review.pullRequests.find(task), {
      kind: 'found',
      value: { number: 12, state: 'open', title: 'x', url: 'https://github.com/ada/app/pull/12' },
    });
  });

  it('pushes nothing if the remote has the commits', async () => {
    commit('Round the sums');
    inWorktree('push', '--quiet', 'origin', 'HEAD');
    await create({ runs: { run: () => Promise.reject(new Error('Not expected.')) } });
    assert.ok(shown.some((text) => text.includes('has the branch: nothing is pushed.')));
    assert.notEqual(gh.body, undefined);
  });

  it('sends nothing without a yes', async () => {
    commit('Round the sums');
    const no = () => Promise.resolve(undefined);
    await create({ questions: { ask: no } });
    await create({ pickers: { askText: no } as never });
    const closed = { openMarkdown: () => Promise.resolve(() => undefined) } as never;
    await assert.rejects(create({ windowActions: closed }), /description was closed/);
    assert.equal(inRemote('branch', '--list', 'agent/*'), '');
    assert.equal(gh.body, undefined);
  });

  it('names an open one instead, and goes on after one that is closed', async () => {
    commit('Round the sums');
    gh.setPullRequest('OPEN');
    assert.equal(await create(), undefined);
    assert.deepEqual(shown, [
      'Task "Fix the till" has a pull request already: #7, which is open.',
      'browse https://github.com/ada/app/pull/7',
    ]);
    gh.setPullRequest('MERGED');
    await create();
    assert.notEqual(gh.body, undefined);
  });

  it('takes the default branch if no remote has the base', async () => {
    inWorktree('update-ref', '-d', 'refs/remotes/origin/main');
    gh.setDefaultBranch('trunk');
    commit('Round the sums');
    await create();
    assert.match(
      shown.join('\n'),
      /into trunk: 1 commit\.[^]*No remote has main, at which the task began/,
    );
    assert.match(gh.calls.at(-1) ?? '', /--base=trunk\|/);
  });

  it('tells a push that fails, and creates none', async () => {
    commit('Round the sums');
    const hook = join(fixture.home, 'ada', 'app.git', 'hooks', 'pre-receive');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n');
    chmodSync(hook, 0o755);
    await assert.rejects(
      create(),
      /No pull request was created\. "git push [^]*" of the push of task "Fix the till" failed with code 1/,
    );
    assert.equal(gh.body, undefined);
  });

  for (const branch of ['+main', '--force', 'tagged']) {
    it(`pushes a branch named ${branch} to one of that name only`, async () => {
      const main = inRemote('rev-parse', 'main');
      runGit('commit', '--quiet', '--amend', '-m', 'rewritten');
      commit('Round the sums');
      inWorktree('update-ref', `refs/heads/${branch}`, 'HEAD');
      inWorktree('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
      inWorktree('tag', 'tagged', 'HEAD~');
      await create();
      const refs = inRemote('for-each-ref', '--format=%(objectname) %(refname)').split('\n');
      const pushed = `${inWorktree('rev-parse', 'HEAD')} refs/heads/${branch}`;
      assert.deepEqual(refs.sort(), [pushed, `${main} refs/heads/main`].sort());
      assert.ok(gh.calls.at(-1)?.includes(`|--head=${branch}|`));
    });
  }

  it('pushes from the root of the worktree, also if the task works below it', async () => {
    mkdirSync(join(fixture.folder, 'sub'));
    writeFileSync(join(fixture.folder, 'sub', 'file'), '');
    runGit('add', 'sub');
    runGit('commit', '--quiet', '-m', 'below');
    const folder = { ...fixture.folderRef(), path: join(fixture.folder, 'sub') };
    ({ task } = await fixture.core.worktrees.create({ folder, name: 'Below' }));
    assert.notEqual(task.cwd, task.worktree?.path);
    commit('Round the sums');
    const head = inWorktree('rev-parse', 'HEAD');
    runGit('init', '--quiet', task.cwd);
    await create();
    assert.equal(inRemote('rev-parse', 'agent/below'), head);
  });

  describe('in a worktree whose agent links it with another repository', () => {
    const planted = () => join(fixture.home, 'planted');

    function relink(): void {
      const other = join(fixture.home, 'other');
      runGit('init', '--quiet', '--initial-branch=main', other);
      runGit('-C', other, 'commit', '--quiet', '--allow-empty', '-m', 'first');
      runGit('-C', other, 'remote', 'add', 'origin', other);
      runGit('-C', other, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
      runGit('-C', other, 'config', 'core.fsmonitor', `touch '${planted()}'; false`);
      writeFileSync(join(task.cwd, '.git'), `gitdir: ${join(other, '.git')}\n`);
    }

    const refuses = async (overrides?: Partial<CommandServices>) => {
      await assert.rejects(create(overrides), {
        code: 'ILLEGAL_STATE',
        message: /was moved or is no longer linked with its repository: repair it first\.$/,
      });
      assert.equal(existsSync(planted()), false);
      assert.ok(!gh.calls.some((call) => call.startsWith('pr|create')));
    };

    it('reads nothing there', async () => {
      commit('Round the sums');
      inWorktree('push', '--quiet', 'origin', 'HEAD');
      const { pullRequests } = fixture.core.review;
      assert.equal(await pullRequests.isPublished(task), true);
      relink();
      assert.equal(await pullRequests.isPublished(task), false);
      await assert.rejects(pullRequests.find(task), /repair it first/);
      await refuses();
      assert.deepEqual(gh.calls, []);
    });

    it('pushes nothing, if that happens before the push', async () => {
      commit('Round the sums');
      const ask = () => (relink(), Promise.resolve(0 as never));
      const run = () => Promise.reject(new Error('Not expected.'));
      await refuses({ questions: { ask }, runs: { run } });
    });

    it('creates none, if that happens during the push', async () => {
      commit('Round the sums');
      const run = () => (relink(), Promise.resolve({ kind: 'done' as const }));
      await refuses({ runs: { run } });
    });
  });

  const REFUSALS: Readonly<Record<string, readonly [() => unknown, RegExp]>> = {
    'without gh': [
      async () => {
        const only = join(fixture.home, 'only git');
        mkdirSync(only);
        const git = await findExecutable('git', { env: fixture.env, cwd: fixture.home });
        assert.equal(git.kind, 'found');
        symlinkSync(git.path, join(only, 'git'));
        fixture.env['PATH'] = only;
      },
      /install it from https:\/\/cli\.github\.com, run "gh auth login"/,
    ],
    'signed out': [
      () => gh.fail(4, 'To get started with GitHub CLI, please run:  gh auth login\n'),
      /is not signed in: run "gh auth login"/,
    ],
    'with a token that GitHub does not accept': [
      () => gh.fail(1, 'HTTP 401: Bad credentials (x)\nTry authenticating with:  gh auth login\n'),
      /is not signed in/,
    ],
    offline: [
      () => gh.fail(1, 'error connecting to api.github.com\ncheck your internet connection\n'),
      /gave no answer: error connecting to api\.github\.com\./,
    ],
    'without a remote': [
      () => runGit('remote', 'remove', 'origin'),
      /has no remote: add the one on GitHub/,
    ],
    'with a detached head': [
      () => inWorktree('checkout', '--quiet', '--detach'),
      /has no branch checked out: check out agent\/fix-the-till in /,
    ],
    'with uncommitted changes only': [
      () => {
        inWorktree('reset', '--quiet', '--soft', 'HEAD~');
      },
      /has not committed its changes: commit them first/,
    ],
    'without changes': [
      () => inWorktree('reset', '--quiet', '--hard', 'HEAD~'),
      /has no commit that main does not have/,
    ],
  };

  for (const [name, [arrange, message]] of Object.entries(REFUSALS)) {
    it(`refuses ${name}`, async () => {
      commit('Round the sums');
      await arrange();
      await assert.rejects(create(), message);
      assert.deepEqual(shown, []);
    });
  }
});
