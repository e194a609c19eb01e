import assert from 'node:assert/strict';
import { AnswerReader, stitchRows } from '../../../src/driver/answerReader';
import { NOTHING_RECORDED, type RecordedAnswer } from '../../../src/driver/recordedAnswer';
import { FakeSessions, sessionInfo } from '../../support/pty/fakeSessions';
import { ManualClock } from '../../support/manualClock';
import { providerOf } from '../../support/agents/transcriptLines';

const ID = 'claude-chat-a';

/** The answer in a transcript that contains the prompt. */
function recorded(text: string, change: Partial<RecordedAnswer> = {}): RecordedAnswer {
  const texts = text === '' ? [] : [{ id: undefined, text }];
  return { ...NOTHING_RECORDED, texts, isOwn: true, ...change };
}

const shows = (...words: readonly string[]): readonly string[] => [
  '❯ go',
  '',
  ...words.map((word) => `● ${word}`),
  '❯ ',
];

/** An agent whose screen and transcript the test sets. */
class Bench {
  readonly clock = new ManualClock();
  rows = shows();
  altScreen = false;
  /** The error of each read of its rows. */
  fails: Error | undefined;
  onRead = (): void => {};
  written: RecordedAnswer = NOTHING_RECORDED;
  readonly reader: AnswerReader;

  constructor(providerId = 'claude', hasRecords = true) {
    const sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: ID }));
    sessions.callsOf = (id) => ({
      screen: () => Promise.resolve({ ...sessions.screenOf(id), altScreen: this.altScreen }),
      text: () => this.text(),
    });
    this.reader = new AnswerReader(
      {
        sessions,
        clock: this.clock,
        records: hasRecords
          ? { begin: () => Promise.resolve(), read: () => Promise.resolve(this.written) }
          : undefined,
      },
      { ptyId: ID, prompt: 'go', engine: providerOf(providerId).engine },
    );
  }

  private async text(): Promise<string> {
    this.onRead();
    if (this.fails) {
      throw this.fails;
    }
    return Promise.resolve(this.rows.join('\n'));
  }

  reportAnswer(text: string, ptyId = ID): void {
    const payload = { last_assistant_message: text };
    this.reader.handleHook({ ptyId, name: 'Stop', payload, at: 0 });
  }

  /** The whole answer, and how long it took; calls `act` after `afterMs`. */
  async finish(afterMs = 0, act: () => void = () => {}): Promise<readonly [string, number]> {
    const begun = this.clock.monotonic();
    let text: string | undefined;
    void this.reader.finish().then((whole) => (text = whole));
    for (let ms = 0; text === undefined; ms += 10) {
      assert.ok(ms <= 5000, 'no answer in five seconds');
      if (ms === afterMs) {
        act();
      }
      for (let turn = 0; turn < 20; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (text === undefined) {
        this.clock.advance(10);
      }
    }
    return [text, this.clock.monotonic() - begun];
  }
}

describe('AnswerReader', () => {
  it('returns a complete transcript’s answer at once', async () => {
    const bench = new Bench();
    bench.written = recorded('a\n\nb', { isComplete: true });
    bench.reportAnswer('b');
    assert.deepEqual(await bench.finish(), ['a\n\nb', 0]);
  });

  it('waits for the end to be written', async () => {
    const bench = new Bench();
    bench.written = recorded('a');
    const [text, ms] = await bench.finish(300, () => {
      bench.written = recorded('a\n\nb', { isComplete: true });
    });
    assert.equal(text, 'a\n\nb');
    assert.ok(ms >= 300 && ms <= 400, String(ms));
  });

  it('adds the text of a hook if the end is never written', async () => {
    const bench = new Bench();
    bench.written = recorded('a');
    bench.reportAnswer('b');
    bench.reportAnswer('of another session', 'claude-chat-b');
    assert.deepEqual(await bench.finish(), ['a\n\nb', 1000]);
  });

  it('does not treat the late end of an earlier turn as an empty answer', async () => {
    const bench = new Bench();
    bench.written = { ...NOTHING_RECORDED, isComplete: true };
    bench.reportAnswer('b');
    assert.equal((await bench.finish())[0], 'b');
  });

  it('discards text from before the prompt', async () => {
    const bench = new Bench('claude', false);
    bench.reportAnswer('old');
    bench.reader.forget();
    bench.rows = shows('new');
    assert.equal((await bench.finish())[0], 'new');
  });

  it('finds the prompt by comparison with the earlier screen, even if the answer quotes it', async () => {
    const bench = new Bench('claude', false);
    const old = ['❯ go', '', '● old'];
    bench.rows = [...old, '❯ '];
    bench.reader.forget();
    await bench.reader.preview();
    bench.rows = [...old, '❯ go', '', '● You asked:', '❯ go', '● So.', '❯ '];
    assert.equal((await bench.finish())[0], 'You asked:\n❯ go\n\nSo.');
  });

  it('uses the last prompt if the earlier screen is not known', async () => {
    const bench = new Bench('claude', false);
    bench.fails = new Error('gone');
    bench.reader.forget();
    bench.fails = undefined;
    bench.rows = ['❯ go', '', '● old', '❯ go', '', '● new', '❯ '];
    assert.equal((await bench.finish())[0], 'new');
  });

  it('keeps no timer if it is disposed while it waits', async () => {
    const bench = new Bench('claude', false);
    const wasRead = new Promise<void>((resolve) => (bench.onRead = resolve));
    void bench.reader.finish();
    await wasRead;
    bench.reader.dispose();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(bench.clock.pendingTimers, 0);
  });

  it('reads the screen when it no longer changes', async () => {
    const bench = new Bench('claude', false);
    bench.rows = shows('ne');
    const [text] = await bench.finish(100, () => {
      bench.rows = shows('new');
    });
    assert.equal(text, 'new');
  });

  it('waits at most a second for a screen that changes all the time', async () => {
    const bench = new Bench('claude', false);
    const [text, ms] = await bench.finish();
    assert.deepEqual([text, ms], ['', 1000]);
  });

  it('returns whether the end of this turn is recorded, if its CLI writes ends', async () => {
    const bench = new Bench();
    assert.equal(await bench.reader.isWritten(), false);
    bench.written = recorded('a', { isComplete: true, isOwn: false });
    assert.equal(await bench.reader.isWritten(), false);
    bench.written = recorded('a', { isComplete: true });
    assert.equal(await bench.reader.isWritten(), true);
    assert.equal(await new Bench('gemini').reader.isWritten(), undefined);
    assert.equal(await new Bench('opencode').reader.isWritten(), undefined);
  });

  it('keeps rows of a growing answer that a screen without scrollback has lost', async () => {
    const bench = new Bench('claude', false);
    bench.altScreen = true;
    bench.reader.handleTurn();
    bench.rows = shows('one', 'two', 'three');
    assert.equal(await bench.reader.preview(), 'one\n\ntwo\n\nthree');
    bench.rows = ['● three', '● four', '❯ '];
    assert.match(await bench.reader.preview(), /^one\n\ntwo\n\n.*four$/s);
  });
});

describe('stitchRows', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['the first screen', '', 'abc', 'abc'],
    ['a screen that has grown', 'abc', 'abcde', 'abcde'],
    ['a screen that has scrolled', 'abcdef', 'cdefgh', 'abcdefgh'],
    ['screens that overlap by a row', 'abcd', 'defg', 'abcdefg'],
    ['screens without a common row', 'abc', 'xyz', 'abcxyz'],
    ['rows that repeat', 'abxabx', 'abxcd', 'abxabxcd'],
  ];
  for (const [name, before, now, expected] of rows) {
    it(`joins ${name}`, () => {
      assert.equal(stitchRows([...before], [...now]).join(''), expected);
    });
  }
});
