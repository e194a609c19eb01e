import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';
import { useCommandLine } from '../../support/api/useCommandLine';
import { useRepository } from '../../support/api/useRepository';

describe('landing the work of a task by programs', function () {
  this.timeout(60_000);
  const api = useApi();
  const cli = useCommandLine();
  const runGit = useRepository(() => api.fixture);
  /** The questions that the window asks. */
  let asked: {
    readonly message: string;
    readonly detail: string;
    readonly answers: readonly string[];
  }[];
  /** The sessions that programs have the window show. */
  let shown: string[];
  /** The notices that the window shows. */
  let notices: string[];
  let path: string;

  beforeEach(async () => {
    asked = [];
    shown = [];
    notices = [];
    const identity = '[user]\n name = Test\n email = test@localhost\n';
    writeFileSync(join(api.fixture.home, '.gitconfig'), identity);
    const folder = api.fixture.folderRef();
    const { task } = await api.core.worktrees.create({ folder, name: 'Till' });
    path = task.worktree?.path ?? assert.fail();
    api.core.operations.onDidRequestShow(({ session }) => shown.push(session.id));
  });

  /** Has a window answer each question after `meanwhile`. */
  const answer = (isConsenting: boolean, meanwhile = (): void => undefined) =>
    api.core.operations.consent.register({
      ask: (question) => {
        asked.push(question);
        meanwhile();
        return Promise.resolve(isConsenting ? question.answers.at(-1) : question.answers[0]);
      },
      showNotice: (notice) => notices.push(notice),
    });

  const git = (...args: readonly string[]): string => runGit(...args).trim();

  const inTask = (...args: readonly string[]): string => git('-C', path, ...args);

  const tipOf = (branch: string): string => git('rev-parse', branch);

  /** Commits a text of a file in a working tree. */
  const change = (where: string, text: string, name = 'a file', message = 'Change it'): string => {
    writeFileSync(join(where, name), text);
    git('-C', where, 'add', '.');
    git('-C', where, 'commit', '--quiet', '-m', message);
    return git('-C', where, 'rev-parse', 'HEAD');
  };

  const post = (what: string, body: object = {}, token = api.token) =>
    api.call('POST', `/api/tasks/Till/${what}`, { body, token });

  describe('a landing', () => {
    let from: string;
    let head: string;

    beforeEach(() => {
      runGit('checkout', '--', '.');
      from = tipOf('main');
      head = change(path, 'three\n');
    });

    it('is made if the person consents, and undone in the same way', async () => {
      answer(true);
      const { json } = await post('land');
      assert.deepEqual(json, { branch: 'main', from, to: head, files: 1, notices: [] });
      assert.equal(tipOf('main'), head);
      const undone = await post('land/undo');
      assert.deepEqual(undone.json, { branch: 'main', commit: from });
      assert.equal(tipOf('main'), from);
      assert.deepEqual(
        asked.map(({ message }) => message),
        ['Land task "Till" in main?', 'Undo the landing of task "Till" in main?'],
      );
      const again = await post('land/undo');
      assert.deepEqual([again.code, asked.length], ['ILLEGAL_STATE', 2]);
    });

    it('is described in the question as by the command, with what the program gave', async () => {
      answer(false);
      change(api.fixture.folder, 'x\n', 'other');
      change(path, 'x\n', 'new', 'Add\u202eit');
      writeFileSync(join(path, 'left'), 'x\n');
      await post('land', { way: 'squash', message: 'Mine\u202e\n\nAnd more.' });
      const { answers, detail } = asked[0] ?? assert.fail();
      assert.deepEqual(answers, ['Do Not Land', 'Land']);
      const parts = detail.split('\n\n');
      assert.equal(parts.length, 6, detail);
      for (const [index, part] of [
        /^A program with a token of this window asks for this\.$/,
        /^2 commits of agent\/till, 2 changed files:\n\w+ Add\\u202eit, \w+ Change it$/,
        /^main is checked out in .*: changes there stay/,
        /^Not committed, so it does not land: 1 file\.$/,
        /^It is squashed into one commit\. It runs no hooks .*\nIts message: "Mine\\u202e", and 2 more lines\.$/,
        /^To rebase instead, run "git rebase main" in /,
      ].entries()) {
        assert.match(parts[index] ?? '', part);
      }
    });

    it('is not made, nor undone, if the person declines', async () => {
      answer(false);
      const { code, text } = await post('land');
      assert.deepEqual([code, tipOf('main'), asked.length], ['ILLEGAL_STATE', from, 1]);
      assert.match(text, /has declined/);
      answer(true);
      await post('land');
      answer(false);
      const undone = await post('land/undo');
      assert.deepEqual([undone.code, tipOf('main')], ['ILLEGAL_STATE', head]);
    });

    it('is refused without a window, before anything is planned', async () => {
      const { code, text } = await post('land', { into: 'nowhere' });
      assert.deepEqual([code, tipOf('main')], ['ILLEGAL_STATE', from]);
      assert.match(text, /needs a window of VS Code/);
      const registered = answer(true);
      await post('land');
      registered.dispose();
      const undone = await post('land/undo');
      assert.match(undone.text, /needs a window of VS Code/);
      assert.equal(tipOf('main'), head);
    });

    it('is not made if the caller leaves while the question is open', async () => {
      const end = new AbortController();
      answer(true, () => end.abort(new Error('The caller has left.')));
      const tool = api.core.tools.find(({ facts }) => facts.name === 'land');
      const access = { folder: 'all', by: 'person' } as const;
      const call = tool?.run({ access, input: { task: 'Till' }, signal: end.signal });
      await assert.rejects(call ?? assert.fail(), /The caller has left/);
      assert.equal(tipOf('main'), from);
      assert.match(notices.join('\n'), /Till.*Nothing was done/);
    });

    it('is not made if the branch moves while the question is open', async () => {
      let moved = '';
      answer(true, () => (moved = change(api.fixture.folder, 'x\n', 'other')));
      assert.equal((await post('land')).code, 'ILLEGAL_STATE');
      assert.equal(tipOf('main'), moved);
    });

    it('is one commit if it squashes, with a message of its own or of the caller', async () => {
      answer(true);
      change(path, 'x\n', 'new', 'Add it');
      await post('land', { way: 'squash' });
      const message = git('log', '-1', '--format=%P%n%B', 'main');
      assert.equal(message, `${from}\nTill\n\n* Change it\n* Add it`);
      await post('land/undo');
      git('branch', 'release', from);
      const { json } = await post('land', { way: 'squash', into: 'release', message: 'Mine' });
      assert.equal((json as { readonly branch: string }).branch, 'release');
      assert.equal(git('log', '-1', '--format=%P %s', 'release'), `${from} Mine`);
      assert.equal(tipOf('main'), from);
    });

    it('merges by default', async () => {
      answer(true);
      const onto = change(api.fixture.folder, 'x\n', 'other');
      await post('land');
      const merge = git('log', '-1', '--format=%P %s', 'main');
      assert.equal(merge, `${onto} ${head} Merge branch 'agent/till' into main`);
    });

    it('names at most ten files that conflict, and asks nothing', async () => {
      answer(true);
      const names = Array.from({ length: 11 }, (_, index) => `file ${index + 10}`);
      for (const where of [path, api.fixture.folder]) {
        names.forEach((name) => change(where, where, name));
      }
      const { code, text } = await post('land');
      assert.equal(code, 'ILLEGAL_STATE');
      assert.match(text, /conflict in file 10, .*, file 19 and 1 more, so/);
      assert.deepEqual(asked, []);
    });

    it('fetches the upstream only if the setting is `always`', async () => {
      const remote = join(api.fixture.home, 'remote.git');
      git('clone', '--quiet', '--bare', '.', remote);
      git('remote', 'add', 'origin', remote);
      git('fetch', '--quiet', 'origin');
      git('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
      const newer = change(api.fixture.folder, 'x\n', 'other');
      git('push', '--quiet', remote, 'main');
      git('update-ref', 'refs/remotes/origin/main', from);
      git('reset', '--quiet', '--hard', from);
      answer(false);
      await post('land');
      assert.equal(tipOf('origin/main'), from);
      api.fixture.set({ 'worktree.fetch': 'always' });
      await post('land');
      assert.equal(tipOf('origin/main'), newer);
    });

    it('is printed by the command line', async () => {
      answer(true);
      const place = { cwd: api.fixture.folder, home: join(api.windows, '..') };
      const landed = await cli.start(place, 'land', 'Till', '--way', 'merge').finish();
      assert.equal(landed.stdout.trim(), `main is at ${head}`, landed.stderr);
      const undone = await cli.start(place, 'undo-land', 'Till').finish();
      assert.equal(undone.stdout.trim(), `main is at ${from}`, undone.stderr);
    });
  });

  it('is refused to an agent', async () => {
    answer(true);
    api.fixture.set({ agentsMayDrive: true });
    const agent = await api.create({ provider: 'fake', task: 'Till' });
    const token = await api.driveToken(agent.id);
    const from = change(path, 'three\n');
    writeFileSync(join(path, 'a file'), 'four\n');
    for (const [what, body] of [
      ['land', {}],
      ['land/undo', {}],
      ['commit', { message: 'x' }],
    ] as const) {
      const { code } = await post(what, body, token);
      assert.equal(code, 'SESSION_USER_MISMATCH', what);
    }
    assert.deepEqual([inTask('rev-parse', 'HEAD'), asked, shown], [from, [], []]);
  });
});
