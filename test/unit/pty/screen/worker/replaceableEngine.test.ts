import assert from 'node:assert/strict';
import { MAX_JOURNAL, WORKER_ENDS, WORKER_SILENCE } from '../../../../../src/pty/limits';
import { useFakeWorkers } from '../../../../support/pty/useFakeWorkers';
import { waitFor } from '../../../../support/waitFor';

const WAIT = { limitMs: 30_000, what: 'the worker' };

const HUNG = { kind: 'hung', reason: 'it did not respond' } as const;

const bytes = (text: string): Uint8Array => Buffer.from(text);

const isBad = (output: Uint8Array): boolean => Buffer.from(output).toString() === 'bad';

describe('ReplaceableEngine', function () {
  this.timeout(60_000);
  const on = useFakeWorkers();

  const methods = [
    ...['parse', 'resize', 'text', 'compress', 'restore', 'snapshot', 'answersTo'],
  ] as const;
  for (const method of methods) {
    it(`outlives a worker that ends during a call of ${method}`, async () => {
      on.screen = on.create(1);
      on.screen.answersQueries = true;
      on.screen.write(bytes('one\r\n'));
      await on.screen.text();
      on.endIn(method);
      on.screen.write(bytes('two \x1b[6n'));
      await waitFor(() => on.answers.length === 1, WAIT);
      on.screen.resize({ cols: 30, rows: 6 });
      on.screen.answer('\x1b[6n');
      const snapshot = await on.screen.snapshot();
      assert.deepEqual(snapshot.dimensions, { cols: 30, rows: 6 });
      assert.equal(await on.screen.text(), 'one\ntwo');
      await on.screen.compress();
      on.screen.write(bytes('\x1b[6n and more'));
      assert.equal(await on.screen.text(), 'one\ntwo  and more');
      assert.deepEqual([on.answers, on.faults], [Array(3).fill('\x1b[2;5R'), []]);
      assert.equal(on.threads.started.length, 2);
    });
  }

  it('answers a query once, whether its worker ends before or after the answer', async () => {
    on.screen.answersQueries = true;
    on.screen.write(bytes('\x1b[5n'));
    await waitFor(() => on.answers.length === 1, { limitMs: 30_000, what: 'the answer' });
    on.threads.last.end();
    on.screen.write(bytes('ab\x1b[6n'));
    await waitFor(() => on.answers.length === 2, { limitMs: 30_000, what: 'the second answer' });
    on.endIn('parse');
    on.screen.write(bytes('c\x1b[6n'));
    await waitFor(() => on.answers.length === 3, { limitMs: 30_000, what: 'the third answer' });
    assert.equal(await on.screen.text(), 'abc');
    assert.deepEqual(on.answers, ['\x1b[0n', '\x1b[1;3R', '\x1b[1;4R']);
    assert.equal(on.threads.started.length, 3);
  });

  it('is rebuilt from the last snapshot and less than the limit', async () => {
    const part = 'text\r\n'.repeat(40_000);
    // A scroll region, with which no output is skipped.
    on.screen.write(bytes('\x1b[1;4r'));
    for (let time = 0; time < 8; time++) {
      on.screen.write(bytes(`${part}${time}`));
      await on.screen.visible();
    }
    const before = await on.screen.text({ scrollback: 1000 });
    assert.ok(on.threads.last.methods.filter((method) => method === 'compress').length >= 1);
    on.threads.last.end();
    assert.equal(await on.screen.text({ scrollback: 1000 }), before);
    const again = on.threads.last.parsed.join('').length;
    assert.equal(on.threads.last.methods[0], 'restore');
    assert.ok(again > 0 && again <= MAX_JOURNAL.bytes, `${again} bytes`);
  });

  it('counts its journal as memory of the screen', async () => {
    on.threads.beforeReply = (reply) =>
      void (reply.kind === 'value' && Object.assign(reply.facts, { bytes: 1000 }));
    on.screen.write(new Uint8Array(5000));
    await on.screen.text();
    assert.equal(on.screen.bytes, 6256);
  });

  it('takes a snapshot of a slow screen, too', async () => {
    on.screen.write(bytes('one\r\n'));
    await on.screen.visible();
    on.clock.advance(MAX_JOURNAL.ms);
    on.screen.write(bytes('two'));
    await on.screen.visible();
    assert.deepEqual(on.threads.last.methods.slice(-3), ['compress', 'parse', 'visible']);
  });

  it('is parsed inline after three ends in an hour, and loses nothing', async () => {
    const thread = { most: WORKER_ENDS.most };
    for (let end = 0; end < thread.most; end++) {
      on.screen.write(bytes(`${end}\r\n`));
      await on.screen.text();
      on.threads.last.end();
    }
    on.screen.write(bytes('inline'));
    assert.equal(await on.screen.text(), '0\n1\n2\ninline');
    assert.equal(on.threads.started.length, thread.most);
    assert.match(on.log.at(-1) ?? '', /parsed without it/);
    const other = on.create();
    other.write(bytes('other'));
    assert.equal(await other.text(), 'other');
    assert.equal(on.threads.started.length, thread.most);
    on.clock.advance(WORKER_ENDS.ms);
    other.write(bytes(' again'));
    assert.equal(await other.text(), 'other again');
    assert.equal(on.threads.started.length, thread.most + 1);
    other.dispose();
  });

  it('leaves out output at which two workers end, and marks it', async () => {
    on.screen.write(bytes('before\r\n'));
    await on.screen.text();
    on.threads.beforeReply = (reply, thread) => {
      const isBad = thread.parsed.includes('bad');
      if (isBad && reply.kind === 'value') {
        thread.end();
      }
    };
    on.screen.write(bytes('bad'));
    assert.match(await on.screen.text(), /^before\n+\[Agent Terminals: output is missing/);
    on.screen.write(bytes('after'));
    assert.match(await on.screen.text(), /missing[^]*\]\nafter$/);
    assert.deepEqual([on.threads.started.length, on.faults], [3, []]);
  });

  it('loses no output, answer, size or read of another screen when one ends two workers', async () => {
    const other = on.create();
    for (const screen of [on.screen, other]) {
      screen.write(bytes('before\r\n'));
      await screen.text();
    }
    on.threads.beforeReply = (reply, thread) => {
      if (thread.parsed.includes('bad') && reply.kind === 'value') {
        thread.end();
      }
    };
    other.answersQueries = true;
    on.screen.write(bytes('bad'));
    other.write(bytes('fine \x1b[6n'));
    const [, text] = await Promise.all([on.screen.text(), other.text()]);
    other.resize({ cols: 30, rows: 6 });
    assert.deepEqual([text, await other.text()], ['before\nfine', 'before\nfine']);
    assert.deepEqual([on.answers, on.faults], [['\x1b[2;6R'], []]);
  });

  it('parses inline what never was in the worker that hung', async () => {
    on.screen.answersQueries = true;
    for (let end = 1; end <= WORKER_ENDS.most; end++) {
      on.screen.write(bytes(`${end}\r\n`));
      await on.screen.text();
      on.threads.last.end(HUNG);
    }
    on.screen.write(bytes('two \x1b[6n'));
    assert.equal(await on.screen.text(), '1\n2\n3\ntwo');
    assert.deepEqual(on.answers, ['\x1b[4;5R']);
  });

  it('keeps the modes of output that is skipped while the screen becomes that of a flood', async () => {
    const lines = (count: number): string => 'a line of some length\r\n'.repeat(count);
    const screen = on.create(900_000);
    // The saved cursor is not skipped; what follows is searched.
    screen.write(bytes(`${lines(15_000)}\x1b7\x1b[?2004h\x1b]2;title\x07${lines(20_000)}end`));
    const text = screen.text();
    for (let time = 0; time < 20; time++) {
      await new Promise((fulfil) => setImmediate(fulfil));
      screen.write(bytes(lines(600)));
    }
    await text;
    const { screen: drawn } = await screen.snapshot({ scrollback: 0 });
    assert.ok(drawn.includes('\x1b[?2004h'));
  });

  /** Ends workers until the next end is the last one. */
  async function useUpWorkers(): Promise<void> {
    for (let end = 1; end < WORKER_ENDS.most; end++) {
      on.screen.write(bytes('.'));
      await on.screen.text();
      on.threads.last.end();
    }
    on.screen.write(bytes('\r\n'));
    await on.screen.text();
  }

  it('never parses inline what a worker hung at', async () => {
    await useUpWorkers();
    on.endIn('parse', HUNG);
    on.screen.write(bytes('bad'));
    assert.match(await on.screen.text(), /^\.\.\n+\[Agent Terminals: output is missing/);
    assert.equal(on.threads.started.length, WORKER_ENDS.most);
  });

  it('does inline what waited while the worker hung in another screen', async () => {
    const other = on.create();
    other.answersQueries = true;
    other.write(bytes('above\r\n'.repeat(20)));
    await other.text();
    await useUpWorkers();
    on.threads.beforeReply = (reply, thread) => {
      const bad = thread.requests.find(
        (one) => one.kind === 'call' && one.call.method === 'parse' && isBad(one.call.args[0]),
      );
      if (bad?.kind === 'call' && reply.kind === 'value') {
        thread.runningEngine = bad.engine;
        thread.hang();
        on.clock.advance(WORKER_SILENCE.ms * WORKER_SILENCE.times);
      }
    };
    on.screen.write(bytes('bad'));
    other.write(bytes('fine \x1b[6n'));
    const [text, read] = await Promise.all([on.screen.text(), other.text()]);
    assert.match(text, /output is missing/);
    assert.equal(read, 'above\nabove\nabove\nabove\nfine');
    other.resize({ cols: 30, rows: 6 });
    const rows = (await other.text({ scrollback: 100 })).split('\n');
    assert.deepEqual([rows.length, on.answers, on.faults], [21, ['\x1b[5;6R'], []]);
    assert.equal(on.threads.started.length, WORKER_ENDS.most);
  });

  it('never makes a read inline at which a worker hung, and fails with a sentence', async () => {
    await useUpWorkers();
    on.endIn('text', HUNG);
    await assert.rejects(on.screen.text(), {
      code: 'ILLEGAL_STATE',
      message: /^The screen could not be read, since workers that hold it failed: read it again\.$/,
    });
    assert.equal(await on.screen.text(), '..');
    assert.deepEqual([on.threads.started.length, on.faults], [WORKER_ENDS.most, []]);
  });

  it('resizes a screen whose resizing hung a worker without its scrollback', async () => {
    await useUpWorkers();
    on.screen.write(bytes('above\r\n'.repeat(20) + 'end'));
    await on.screen.text();
    on.endIn('resize', HUNG);
    on.screen.resize({ cols: 90, rows: 9 });
    assert.equal(await on.screen.text(), 'above\nabove\nabove\nabove\nend');
    const { dimensions } = await on.screen.snapshot();
    const rows = (await on.screen.text({ scrollback: 100 })).split('\n');
    assert.deepEqual([dimensions, rows.length, on.faults], [{ cols: 90, rows: 9 }, 5, []]);
  });

  it('keeps the rows of a screen whose shrinking hung a worker', async () => {
    await useUpWorkers();
    on.endIn('shrinkTo', HUNG);
    await on.screen.shrinkTo(1);
    assert.deepEqual([await on.screen.text(), on.faults], ['..', []]);
  });

  it('never repeats inline the changes at whose repetition a worker hung', async () => {
    on.screen.write(bytes('text'));
    await on.screen.text();
    on.threads.beforeReply = (reply, thread) => {
      if (reply.kind === 'value') {
        thread.end(HUNG);
      }
    };
    on.screen.write(bytes(' more'));
    assert.match(await on.screen.text(), /^[^]*output is missing[^]*\]$/);
    on.screen.write(bytes('after'));
    assert.match(await on.screen.text(), /failed\]\nafter$/);
    assert.doesNotMatch(await on.screen.text({ scrollback: 100 }), /text/);
    assert.deepEqual([on.threads.started.length, on.faults], [WORKER_ENDS.most, []]);
  });
});
