import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';
import { useCommandLine } from '../../support/api/useCommandLine';
import { useRepository } from '../../support/api/useRepository';
import { waitFor } from '../../support/waitFor';

describe('committing the work of a task by programs', function () {
  this.timeout(60_000);
  const api = useApi();
  const cli = useCommandLine();
  const runGit = useRepository(() => api.fixture);
  /** The sessions that programs have the window show. */
  let shown: string[];
  let path: string;

  const git = (...args: readonly string[]): string => runGit(...args).trim();

  const inTask = (...args: readonly string[]): string => git('-C', path, ...args);

  const post = (what: string, body: object = {}) =>
    api.call('POST', `/api/tasks/Till/${what}`, { body });

  const hook = (name: string, script: string): void => {
    const file = join(api.fixture.folder, '.git', 'hooks', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  };

  const status = (): string => inTask('status', '--porcelain');

  beforeEach(async () => {
    shown = [];
    const identity = '[user]\n name = Test\n email = test@localhost\n';
    writeFileSync(join(api.fixture.home, '.gitconfig'), identity);
    const folder = api.fixture.folderRef();
    const { task } = await api.core.worktrees.create({ folder, name: 'Till' });
    path = task.worktree?.path ?? assert.fail();
    api.core.operations.onDidRequestShow(({ session }) => shown.push(session.id));
    writeFileSync(join(path, 'a file'), 'three\n');
    writeFileSync(join(path, 'new'), 'x\n');
  });

  it('has what the task has changed, and is made in a session that the window shows', async () => {
    const { json } = await post('commit', { message: 'Change it\n\nAnd more.' });
    const [session = ''] = shown;
    const commit = inTask('rev-parse', 'HEAD');
    assert.deepEqual(json, { commit, subject: 'Change it', session });
    assert.equal(inTask('log', '-1', '--format=%s|%b'), 'Change it|And more.');
    assert.equal(status(), '');
    assert.equal(api.core.sessions.get(session)?.label, 'Commit');
    const none = await post('commit', { message: 'Again' });
    assert.equal(none.code, 'BAD_REQUEST');
    assert.match(none.text, /Task \\"Till\\" itself has changed no file/);
  });

  it('has a file that has the content of the base again', async () => {
    inTask('commit', '--quiet', '--all', '--message', 'Change it');
    writeFileSync(join(path, 'a file'), 'one\n');
    const { code, text } = await post('commit', { message: 'Take it back' });
    assert.equal(code, undefined, text);
    const names = inTask('show', '--format=%s', '--name-only');
    assert.equal(names, 'Take it back\n\na file\nnew');
  });

  it('has no untracked files by default if it ends a merge', async () => {
    const tip = git('rev-parse', 'main');
    const other = git('commit-tree', '-p', 'main', '-m', 'x', 'main^{tree}');
    inTask('merge', '--quiet', '--no-commit', '--no-ff', other);
    const { code, text } = await post('commit', { message: 'Merge it' });
    assert.equal(code, undefined, text);
    assert.equal(inTask('log', '-1', '--format=%P'), `${tip} ${other}`);
    assert.deepEqual([inTask('show', 'HEAD:a file'), status()], ['three', '?? new']);
  });

  it('has only the named files', async () => {
    await post('commit', { message: 'Add', paths: ['new'] });
    assert.deepEqual([inTask('show', '--format=', '--name-only'), status()], ['new', 'M "a file"']);
  });

  it('has nothing from before the task, and no repository inside of it', async () => {
    const { folder } = api.fixture;
    const { task } = await api.create({ provider: 'fake', task: 'Here' });
    const hasStart = () => api.core.tasks.find(task?.id ?? '')?.start !== undefined;
    await waitFor(hasStart, { limitMs: 20_000, what: 'the start of the task to be stored' });
    writeFileSync(join(folder, 'new'), 'x\n');
    git('init', '--quiet', 'nested');
    writeFileSync(join(folder, 'nested', 'a file'), 'x\n');
    git('-C', 'nested', 'add', '.');
    git('-C', 'nested', 'commit', '--quiet', '-m', 'Add it');
    const body = { message: 'Add it' };
    const { code, text } = await api.call('POST', '/api/tasks/Here/commit', { body });
    assert.equal(code, undefined, text);
    assert.equal(git('show', '--format=%s', '--name-only', 'main'), 'Add it\n\nnew');
    assert.equal(git('status', '--porcelain'), 'M "a file"\n?? nested/');
  });

  it('is an error also if another commit is made meanwhile', async () => {
    hook('pre-commit', 'git update-ref HEAD $(git commit-tree -p HEAD -m x HEAD^{tree}); exit 1');
    const { code } = await post('commit', { message: 'Change it' });
    assert.deepEqual([code, inTask('log', '-1', '--format=%s')], ['ILLEGAL_STATE', 'x']);
  });

  it('is an error if a hook refuses it, whose session shows why', async () => {
    hook('pre-commit', 'echo "no tabs"; exit 1');
    const head = inTask('rev-parse', 'HEAD');
    const { code, text } = await post('commit', { message: 'Change it' });
    const [session = ''] = shown;
    assert.equal(code, 'ILLEGAL_STATE');
    assert.ok(text.includes(`session ${session} shows why`), text);
    await api.shows(session, 'no tabs');
    assert.deepEqual([inTask('rev-parse', 'HEAD'), status()], [head, 'M "a file"\n?? new']);
  });

  it('is ended at the end of its time', async () => {
    hook('pre-commit', 'exec sleep 600');
    const { code } = await post('commit', { message: 'Change it', timeoutMs: 1 });
    const running = api.core.sessions.list().filter(({ label }) => label === 'Commit');
    assert.deepEqual([code, running, status()], ['TIMEOUT', [], 'M "a file"\n?? new']);
  });

  it('is ended with its call', async () => {
    hook('pre-commit', 'exec sleep 600');
    const end = new AbortController();
    api.core.operations.onDidRequestShow(() => end.abort(new Error('The caller has left.')));
    const tool = api.core.tools.find(({ facts }) => facts.name === 'commit');
    const access = { folder: 'all', by: 'person' } as const;
    const input = { task: 'Till', message: 'Change it' };
    const call = tool?.run({ access, input, signal: end.signal });
    await assert.rejects(call ?? assert.fail(), /The caller has left/);
    const running = api.core.sessions.list().filter(({ label }) => label === 'Commit');
    assert.deepEqual([running, status()], [[], 'M "a file"\n?? new']);
  });

  it('is made by the command line', async () => {
    const place = { cwd: api.fixture.folder, home: join(api.windows, '..') };
    const args = ['commit', 'Till', 'new', '--message', 'Add'];
    const { end, stdout, stderr } = await cli.start(place, ...args).finish();
    assert.deepEqual([end, stdout.trim()], [0, inTask('rev-parse', 'HEAD')], stderr);
    const none = await cli.start(place, 'commit', 'Till').finish();
    assert.match(none.stderr, /add --message/);
  });
});
