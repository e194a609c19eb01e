import assert from 'node:assert/strict';
import { chmodSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlockedError } from '../../../src/base/errors';
import { ANSWERED_AFTER_MS } from '../../../src/review/roundAnswers';
import { EMPTY_REVIEW, type RoundAnswer } from '../../../src/review/taskReview';
import { useGitPlayground } from '../../support/agents/gitPlayground';
import { comment } from '../../support/review/comments';
import { ReviewWorld, SESSION } from '../../support/review/reviewWorld';
import { waitFor } from '../../support/waitFor';

const BEFORE =
  "function greet() {\n  return 'Hello';\n}\n\n// The end of a greeting,\n// that has a few more lines.\n";
const AFTER = BEFORE.replace('greet()', 'greet(name)');

describe('Reviews', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let world: ReviewWorld;

  beforeEach(() => {
    world = new ReviewWorld(at, at.repository('repo', { 'greet.js': BEFORE, 'other.js': 'a\n' }));
    world.write('greet.js', AFTER);
  });

  afterEach(() => world.dispose());

  const textsOf = ({ reviews }: ReviewWorld): readonly string[] =>
    reviews.get('t1').comments.map(({ text }) => text);

  it('keep comments over windows, and find their lines again for the prompt', async () => {
    await world.comment('greet.js', 2, 'Use the name.');
    world.write('greet.js', `// By Ada\n\n${AFTER}`);
    const next = await world.reopen();
    await next.send();
    assert.match(
      next.prompts[0] ?? '',
      /1\. greet\.js, line 4\n> {3}return 'Hello';\n {2}Use the name\./,
    );
    next.dispose();
  });

  it('follow a renamed file, and keep a comment on a deleted one', async () => {
    await world.comment('greet.js', 2, 'Use the name.');
    renameSync(join(world.repository, 'greet.js'), join(world.repository, 'hello.js'));
    const renamed = await world.reviews.plan(world.task);
    assert.match(renamed.prompt, /1\. hello\.js, line 2\n/);
    rmSync(join(world.repository, 'hello.js'));
    const deleted = await world.reviews.plan(world.task);
    assert.match(deleted.prompt, /1\. greet\.js, line 2, which has changed since\n/);
  });

  it('read the left side as the commit has it', async () => {
    const lines = { path: 'greet.js', side: 'original', line: 1, endLine: 2 } as const;
    const file = await world.reviews.readSide(world.task, await world.changes(), lines);
    assert.equal(file, BEFORE);
    await world.reviews.addComment('t1', lines, { file, text: 'Why?' });
    const { prompt } = await world.reviews.plan(world.task);
    assert.match(
      prompt,
      /1\. greet\.js, lines 1 to 2 before the changes\n> function greet\(\) \{\n/,
    );
  });

  it('stay drafts if the agent refuses the prompt, as by a question on its screen', async () => {
    await world.comment('greet.js', 2, 'Use the name.');
    world.refusal = new BlockedError('Ada asks a question: answer that.', 'Proceed?');
    await assert.rejects(world.send(), world.refusal);
    assert.deepEqual(textsOf(world), ['Use the name.']);
    assert.deepEqual(world.reviews.get('t1').rounds, []);
  });

  it('become a round, which is answered once the agent rests, with the files changed since', async () => {
    await world.comment('greet.js', 2, 'Use the name.');
    world.status.put(SESSION, { kind: 'idle' }, { since: world.clock.now() });
    world.clock.advance(1);
    await world.send();
    assert.deepEqual(textsOf(world), []);
    world.status.put(SESSION, { kind: 'working' }, { since: world.clock.now() + 1 });
    world.write('greet.js', `${AFTER}// more\n`);
    world.write('new.js', 'new\n');
    world.answer = 'I use the name.';
    world.clock.advance(60_000);
    const answer = (): RoundAnswer | undefined => world.reviews.get('t1').rounds[0]?.answer;
    world.status.put(SESSION, { kind: 'done' }, { since: world.clock.now() });
    world.clock.advance(ANSWERED_AFTER_MS - 1);
    assert.equal(answer(), undefined);
    world.clock.advance(1);
    await waitFor(() => answer() !== undefined, { limitMs: 10_000, what: 'the answer' });
    assert.deepEqual(answer()?.changed, ['greet.js', 'new.js']);
    assert.equal(answer()?.text, 'I use the name.');
  });

  it('wait for an agent that rests only until it takes the prompt', async () => {
    await world.comment('greet.js', 2, 'Use the name.');
    await world.send();
    world.clock.advance(1);
    world.status.put(SESSION, { kind: 'done' }, { since: world.clock.now() });
    world.status.put(SESSION, { kind: 'working' }, { since: world.clock.now() });
    world.clock.advance(ANSWERED_AFTER_MS);
    await world.store.flush();
    assert.equal(world.clock.pendingTimers, 0);
    assert.equal(world.reviews.get('t1').rounds[0]?.answer, undefined);
  });

  it('are complete in memory if the disk takes nothing, as the person is told', async () => {
    rmSync(world.storage, { recursive: true, force: true });
    writeFileSync(world.storage, '');
    await world.comment('greet.js', 2, 'Use the name.');
    assert.deepEqual(textsOf(world), ['Use the name.']);
    assert.match(world.problems[0] ?? '', /review comments in .* cannot be saved/);
  });

  it('refuse a line that is not there, and an empty comment', async () => {
    await assert.rejects(world.comment('greet.js', 9, 'x'), /greet\.js has no line 9/);
    await assert.rejects(world.comment('greet.js', 1, ' \n'), /The comment is empty/);
  });

  it('with 1,000 drafts are one prompt, and refuse a further comment', async () => {
    const comments = Array.from({ length: 1000 }, (_, index) =>
      comment({ id: `${index}`, line: 2, before: undefined }),
    );
    const t1 = { ...EMPTY_REVIEW, comments };
    writeFileSync(join(world.storage, 'reviews.json'), JSON.stringify({ t1 }));
    await world.store.reload();
    const { prompt } = await world.reviews.plan(world.task);
    assert.match(prompt, /\n1000\. greet\.js, line 2\n/);
    await assert.rejects(world.comment('greet.js', 1, 'x'), /1000 comments that are not sent/);
  });

  describe('marks of reviewed files', () => {
    const reviewed = async (): Promise<readonly string[]> => [
      ...(await world.marks.check('t1', await world.changes())).reviewed,
    ];

    it('stay when a file is touched and go when its content changes', async () => {
      world.write('other.js', 'b\n');
      const changes = await world.changes();
      await world.marks.set('t1', changes, 'greet.js', true);
      await world.marks.set('t1', changes, 'other.js', true);
      utimesSync(join(world.repository, 'greet.js'), 1, 1);
      world.write('other.js', 'c\n');
      assert.deepEqual(await reviewed(), ['greet.js']);
      world.write('other.js', 'b\n');
      assert.deepEqual(await reviewed(), ['greet.js']);
      await world.marks.set('t1', changes, 'greet.js', false);
      assert.deepEqual(await reviewed(), []);
    });

    it('hold for a deleted file until it is back', async () => {
      rmSync(join(world.repository, 'other.js'));
      await world.marks.set('t1', await world.changes(), 'other.js', true);
      assert.deepEqual(await reviewed(), ['other.js']);
      world.write('other.js', 'b\n');
      assert.deepEqual(await reviewed(), []);
    });

    it('stay if another window has set one meanwhile, for what the file is now', async () => {
      await world.marks.set('t1', await world.changes(), 'greet.js', true);
      const other = await world.reopen();
      world.write('greet.js', 'new\n');
      await world.marks.set('t1', await world.changes(), 'greet.js', true);
      await other.marks.check('t1', await other.changes());
      await world.store.reload();
      assert.deepEqual(await reviewed(), ['greet.js']);
      other.dispose();
    });

    it('go when the content changes and its time is set back, and with the executable bit', async () => {
      const file = join(world.repository, 'greet.js');
      const mark = async () => world.marks.set('t1', await world.changes(), 'greet.js', true);
      utimesSync(file, 9, 9);
      await mark();
      assert.deepEqual(await reviewed(), ['greet.js']);
      world.write('greet.js', AFTER.replace('Hello', 'Hallo'));
      utimesSync(file, 9, 9);
      assert.deepEqual(await reviewed(), []);
      await mark();
      chmodSync(file, 0o755);
      assert.deepEqual(await reviewed(), []);
    });

    it('cannot be set on a submodule, whose content is not read', async () => {
      const nested = join(world.repository, 'nested');
      renameSync(at.repository('nested', { file: 'a\n' }), nested);
      const changes = await world.changes();
      assert.equal(changes.files.find(({ path }) => path === 'nested')?.mode, 'submodule');
      await assert.rejects(world.marks.set('t1', changes, 'nested', true), /cannot be marked/);
      await world.store.change({ kind: 'mark', task: 't1', path: 'nested', fingerprint: '' });
      assert.deepEqual(await reviewed(), []);
    });

    it('are due from a change until the person looks', async () => {
      const isDue = async (): Promise<boolean> =>
        (await world.marks.check('t1', await world.changes())).isDue;
      assert.equal(await isDue(), true);
      await world.marks.see('t1', await world.changes());
      assert.equal(await isDue(), false);
      world.write('greet.js', AFTER.replace('Hello', 'Hallo'));
      assert.equal(await isDue(), true);
    });
  });
});
