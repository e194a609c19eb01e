import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { SessionEvent } from '../../../src/pty/sessionService';
import { MAX_AGENT_COMMENTS } from '../../../src/review/limits';
import { ANSWERED_AFTER_MS } from '../../../src/review/roundAnswers';
import { EMPTY_REVIEW, type RoundAnswer } from '../../../src/review/taskReview';
import { useGitPlayground } from '../../support/agents/gitPlayground';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { comment } from '../../support/review/comments';
import { ReviewWorld, SESSION } from '../../support/review/reviewWorld';
import { waitFor } from '../../support/waitFor';

const FILE = 'one\ntwo\nthree\n';
const MEANWHILE = { code: 'BAD_REQUEST', message: /have changed meanwhile/ };

describe('Reviews that are sent', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let world: ReviewWorld;

  beforeEach(() => {
    world = new ReviewWorld(at, at.repository('repo', { 'greet.js': 'one\n' }));
    world.write('greet.js', FILE);
  });

  afterEach(() => world.dispose());

  const numbersOf = ({ reviews }: ReviewWorld): readonly number[] =>
    reviews.get('t1').rounds.map(({ number }) => number);

  const put = (text: string, author?: string) => {
    const lines = { path: 'greet.js', side: 'current', line: 1, endLine: 1 } as const;
    return world.reviews.addComment('t1', lines, { file: FILE, text, author });
  };

  const answered = async (): Promise<RoundAnswer | undefined> => {
    const answer = () => world.reviews.get('t1').rounds[0]?.answer;
    await waitFor(() => answer() !== undefined, { limitMs: 10_000, what: 'the answer' });
    return answer();
  };

  it('are refused in a window that does not know that another one has sent them', async () => {
    await put('Use it.');
    const other = await world.reopen();
    const plan = await other.reviews.plan(other.task);
    await world.send();
    await assert.rejects(other.send(plan), MEANWHILE);
    assert.deepEqual([other.prompts, numbersOf(other)], [[], [1]]);
    other.dispose();
  });

  it('are refused if a comment is edited while the delivery waits', async () => {
    const { id } = await put('Use it.');
    world.beforeTyping = () => world.reviews.editComment('t1', id, 'Leave it.');
    await assert.rejects(world.send(), MEANWHILE);
    assert.deepEqual(numbersOf(world), []);
  });

  it('get the numbers after those of another window', async () => {
    await put('Use it.');
    const other = await world.reopen();
    other.beforeTyping = async () => void (await world.send());
    assert.equal((await other.send()).number, 2);
    assert.deepEqual(numbersOf(other), [1, 2]);
    other.dispose();
  });

  it('are answered by an agent that rests before its acceptance is seen', async () => {
    await put('Use it.');
    world.afterTyping = () => {
      world.clock.advance(10);
      world.status.put(SESSION, { kind: 'done' }, { since: world.clock.now() });
      world.clock.advance(10);
    };
    await world.send();
    world.clock.advance(ANSWERED_AFTER_MS);
    assert.equal((await answered())?.ended, undefined);
  });

  it('are not answered by an agent that ends', async () => {
    await put('Use it.');
    await world.send();
    const event: SessionEvent = { type: 'agentExit', session: sessionInfo({ id: SESSION }) };
    world.didChangeSessions.fire(event);
    assert.equal((await answered())?.ended, true);
    const other = await world.reopen();
    assert.equal(other.reviews.get('t1').rounds[0]?.answer?.ended, true);
    other.dispose();
  });

  it('name files from a folder that is opened through a link', async () => {
    await put('Use it.');
    const link = `${world.repository}-link`;
    symlinkSync(world.repository, link);
    const { prompt } = await world.reviews.plan({ ...world.task, cwd: link });
    assert.match(prompt, /\n1\. greet\.js, line 1\n/);
  });

  it('name all lines of a comment, also those that are not kept', async () => {
    const file = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
    world.write('greet.js', `new\n${file}`);
    const lines = { path: 'greet.js', side: 'current', line: 1, endLine: 50 } as const;
    await world.reviews.addComment('t1', lines, { file, text: 'Drop these.' });
    const other = await world.reopen();
    const { prompt } = await other.reviews.plan(other.task);
    assert.match(prompt, /\n1\. greet\.js, lines 2 to 51\n/);
    other.dispose();
  });

  it('are those of agents alone if an agent sends them', async () => {
    await put('Mine.');
    const plan = () => world.reviews.plan(world.task, { of: 'agents' });
    await assert.rejects(plan(), { code: 'BAD_REQUEST', message: /no comments of agents/ });
    await put('Theirs.', 'agent Bob');
    await world.send(await plan());
    const { comments, rounds } = world.reviews.get('t1');
    assert.deepEqual([comments[0]?.text, rounds[0]?.comments[0]?.text], ['Mine.', 'Theirs.']);
  });

  it('refuse drafts beyond the limits, also as an edit', async () => {
    const { id } = await put('x');
    for (let count = 0; count < 49; count++) {
      await put('x'.repeat(9900));
    }
    const isFull = { code: 'BAD_REQUEST', message: /more than 500000 characters/ };
    await assert.rejects(put('x'.repeat(9900)), isFull);
    await assert.rejects(world.reviews.editComment('t1', id, 'x'.repeat(9900)), isFull);
  });

  it('refuse more drafts of agents, and none of the person for that', async () => {
    const comments = Array.from({ length: MAX_AGENT_COMMENTS }, (_, index) =>
      comment({ id: `a${index}`, author: 'agent Bob' }),
    );
    for (const one of comments) {
      void world.store.change({ kind: 'putComment', task: 't1', comment: one });
    }
    await world.store.flush();
    await assert.rejects(put('x', 'agent Bob'), /200 comments of agents/);
    await put('x');
    assert.deepEqual(world.reviews.get('t1').comments.length, MAX_AGENT_COMMENTS + 1);
  });

  it('keep the file on disk, if it would become larger than is read', async () => {
    await put('Use it.');
    const huge = comment({ id: 'huge', text: 'x'.repeat(10 * 1024 * 1024) });
    await world.store.change({ kind: 'putComment', task: 't2', comment: huge });
    assert.match(world.problems[0] ?? '', /cannot be saved \(it would be larger than 10485760 b/);
    const other = await world.reopen();
    assert.equal(other.reviews.get('t1').comments.length, 1);
    assert.deepEqual(other.reviews.get('t2'), EMPTY_REVIEW);
    assert.deepEqual([other.problems, await readdir(world.storage)], [[], ['reviews.json']]);
    other.dispose();
  });
});
