import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ConversationLearner, type Learning } from '../../../src/conversations/conversationLearner';
import type { DatedTranscript } from '../../../src/conversations/transcripts/datedTranscript';
import type { TranscriptFile } from '../../../src/conversations/transcripts/transcriptFiles';
import type { TranscriptSource } from '../../../src/conversations/transcripts/transcriptSource';
import type { TranscriptLocation } from '../../../src/conversations/transcripts/transcripts';
import { ManualClock } from '../../support/manualClock';
import { providerOf } from '../../support/agents/transcriptLines';

const SOON_MS = 1_000;
const LATER_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;

/** Transcripts that a test writes, by directory. */
class FakeSource implements TranscriptSource {
  readonly transcripts = new Map<string, DatedTranscript & { readonly isHalf?: boolean }>();
  searches = 0;
  /** The next search fails. */
  fails = false;
  reads = 0;
  onSearch = (): void => undefined;

  keyOf({ cwd }: TranscriptLocation): Promise<string> {
    return Promise.resolve(cwd.replace('/link', '/one'));
  }

  files(): Promise<readonly TranscriptFile[]> {
    this.searches++;
    this.onSearch();
    if (this.fails) {
      this.fails = false;
      return Promise.reject(new Error('The directory cannot be read.'));
    }
    return Promise.resolve([...this.transcripts.values()]);
  }

  writtenAt({ path }: TranscriptFile): Promise<number> {
    return Promise.resolve(this.transcripts.get(path)?.modifiedAt ?? 0);
  }

  async describe(location: TranscriptLocation, { path }: TranscriptFile) {
    this.reads++;
    const found = this.transcripts.get(path);
    const isOwn = found?.cwd === (await this.keyOf(location));
    return isOwn ? (found.isHalf ? 'unclear' : found) : 'foreign';
  }

  write(id: string, startedAt: number, { cwd = '/one', isHalf = false } = {}): void {
    const path = `/transcripts/${id}.jsonl`;
    const rest = { firstPrompt: undefined, model: undefined, modifiedAt: startedAt };
    this.transcripts.set(path, { id, path, cwd, startedAt, isHalf, ...rest });
  }
}

describe('ConversationLearner', () => {
  let clock: ManualClock;
  let source: FakeSource;
  let learner: ConversationLearner;
  let learned: Record<string, string>;
  let owned: readonly string[];
  /** The conversations that sessions refuse. */
  let refused: readonly string[];
  let onReported: () => void;

  beforeEach(() => {
    clock = new ManualClock();
    source = new FakeSource();
    learner = new ConversationLearner(source, clock);
    learned = {};
    owned = [];
    refused = [];
    onReported = () => undefined;
  });

  afterEach(() => {
    learner.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await setImmediate();
  }

  function begin(
    name: string,
    cwd = '/one',
    { hasConversation = false, beganAt = undefined as number | undefined } = {},
  ): Learning {
    return learner.learn({
      location: { provider: providerOf('codex'), cwd, env: {} },
      startedAt: beganAt ?? clock.now(),
      begins: beganAt === undefined ? 'begins' : 'began',
      hasConversation,
      isOwned: (id) => owned.includes(id),
      readTerminal: () => Promise.resolve(undefined),
      onLearned: ({ id }) => {
        assert.equal(learned[name], undefined, 'it is reported once');
        const isTaken = !refused.includes(id);
        learned = isTaken ? { ...learned, [name]: id } : learned;
        onReported();
        return Promise.resolve(isTaken);
      },
    });
  }

  async function start(...session: Parameters<typeof begin>): Promise<Learning> {
    const learning = begin(...session);
    await learning.ready;
    return learning;
  }

  it('learns the conversation that appears after the start', async () => {
    await start('a');
    await pass(SOON_MS);
    assert.deepEqual(learned, {});
    source.write('x', 800);
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x' });
    assert.equal(clock.pendingTimers, 0, 'it stops searching');
  });

  it('continues after a search that fails', async () => {
    await start('a');
    source.fails = true;
    await pass(SOON_MS);
    source.write('x', 800);
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x' });
  });

  it('ignores earlier conversations, owned ones, and those of another directory', async () => {
    source.write('before', 0);
    await start('a');
    source.write('owned', 500);
    source.write('elsewhere', 500, { cwd: '/two' });
    owned = ['owned'];
    await pass(SOON_MS);
    assert.deepEqual(learned, {});
    source.write('x', 600);
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x' });
  });

  it('assigns no ambiguous conversation to two sessions of one moment, even when one has ended', async () => {
    const one = await start('a');
    await start('b', '/link');
    source.write('x', 700);
    await pass(SOON_MS);
    one.dispose();
    await pass(SOON_MS);
    assert.deepEqual(learned, {});
    source.write('y', 1_500);
    await pass(SOON_MS);
    assert.deepEqual(learned, { b: 'y' });
  });

  it('does not count a session that ends while the existing transcripts are read', async () => {
    const one = begin('a');
    source.onSearch = () => one.dispose();
    await one.ready;
    source.onSearch = () => undefined;
    await start('b');
    source.write('x', 700);
    await pass(SOON_MS);
    assert.deepEqual(learned, { b: 'x' });
  });

  it('does not count a session that ends while its conversation is reported', async () => {
    const one = await start('a');
    await pass(20_000);
    await start('b');
    onReported = () => one.dispose();
    source.write('x', 700);
    await pass(SOON_MS);
    onReported = () => undefined;
    source.write('y', 60_000);
    await pass(60_000);
    assert.deepEqual(learned, { a: 'x', b: 'y' });
  });

  it('assigns their own conversations to two sessions of different minutes, in any order', async () => {
    await start('a');
    await pass(60_000);
    await start('b');
    source.write('y', 61_000);
    await pass(SOON_MS);
    source.write('x', 900);
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x', b: 'y' });
  });

  it('distinguishes sessions in different directories', async () => {
    await start('a');
    await start('b', '/two');
    source.write('x', 700);
    source.write('y', 700, { cwd: '/two' });
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x', b: 'y' });
  });

  it('assigns a conversation from before the start of a second session to the first one', async () => {
    await start('a');
    await pass(SOON_MS);
    source.write('x', 500);
    await start('b');
    assert.deepEqual(learned, { a: 'x' });
  });

  it('assigns the second conversation of a session to no other session', async () => {
    await start('a');
    source.write('x', 700);
    await pass(SOON_MS);
    await start('b');
    source.write('y', 60_000);
    await pass(60_000);
    assert.deepEqual(learned, { a: 'x' });
  });

  it('learns a conversation since the start of an old session, and reads no older file', async () => {
    source.write('older', -5_000);
    source.write('x', 2_000);
    clock.advance(60_000);
    await start('a', '/one', { beganAt: 1_000 });
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'x' });
    assert.equal(source.reads, 1, 'a file that was last written before the start is not read');
  });

  it('assigns no conversation that a resumed session may have started beside its own', async () => {
    await start('a', '/one', { hasConversation: true });
    assert.equal(clock.pendingTimers, 0, 'no timer is pending');
    await start('b');
    source.write('y', 60_000);
    await pass(60_000);
    assert.deepEqual(learned, {});
  });

  it('assigns the next conversation to a session that refuses the first', async () => {
    await start('a');
    refused = ['x'];
    source.write('x', 700);
    await pass(SOON_MS);
    source.write('y', 800);
    await pass(SOON_MS);
    assert.deepEqual(learned, { a: 'y' });
  });

  it('reads a file until it names its directory, even if that takes minutes', async () => {
    await start('a');
    source.write('elsewhere', 600, { cwd: '/two' });
    source.write('x', 700, { isHalf: true });
    for (let second = 0; second < 600; second++) {
      await pass(SOON_MS);
    }
    assert.deepEqual(learned, {});
    source.write('x', 700);
    await pass(LATER_MS);
    assert.deepEqual(learned, { a: 'x' });
  });

  it('reads a file of another directory once', async () => {
    await start('a');
    source.write('elsewhere', 600, { cwd: '/two' });
    await pass(SOON_MS);
    await pass(SOON_MS);
    assert.equal(source.reads, 1);
  });

  it('searches less often after some minutes, but does not stop after a day', async () => {
    await start('a');
    for (const [ageMs, searches] of [
      [150_000, 30],
      [DAY_MS, 5],
    ] as const) {
      await pass(ageMs);
      source.searches = 0;
      for (let second = 0; second < 300; second++) {
        await pass(1_000);
      }
      assert.equal(source.searches, searches);
    }
    source.write('x', clock.now());
    await pass(60_000);
    assert.deepEqual(learned, { a: 'x' });
  });

  it('searches once more when a session ends', async () => {
    const learning = await start('a');
    await pass(200_000);
    source.write('x', 900);
    await learning.end();
    assert.deepEqual(learned, { a: 'x' });
    assert.equal(clock.pendingTimers, 0);
  });

  it('reports nothing for a session that is disposed during a search', async () => {
    const learning = await start('a');
    source.write('x', 700);
    clock.advance(SOON_MS);
    learning.dispose();
    await setImmediate();
    assert.deepEqual(learned, {});
  });
});
