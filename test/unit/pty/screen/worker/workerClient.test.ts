import assert from 'node:assert/strict';
import { MAX_WORKER_BYTES, WORKER_SILENCE } from '../../../../../src/pty/limits';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';
import { RemoteEngine } from '../../../../../src/pty/screen/worker/remoteEngine';
import { WorkerClient, WorkerEndedError } from '../../../../../src/pty/screen/worker/workerClient';
import type { EngineCall } from '../../../../../src/pty/screen/worker/workerMessages';
import type { WorkerEnd } from '../../../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../../../../support/manualClock';
import { FakeThreads } from '../../../../support/pty/fakeThreads';

const LOOK = { unicodeVersion: '6', theme: 'light' } as const;

const OPTIONS = {
  dimensions: { cols: 20, rows: 5 },
  scrollback: 100,
  scheduler: new ScreenScheduler(),
  waitingBytes: () => 7,
  journalBytes: () => 5,
  look: () => LOOK,
};

const CALLS = [
  { method: 'parse', args: [Buffer.from('text')] },
  { method: 'compress', args: [] },
] as const satisfies readonly EngineCall[];

const TIME = WORKER_SILENCE.ms * WORKER_SILENCE.times;

describe('WorkerClient', () => {
  let clock: ManualClock;
  let threads: FakeThreads;
  let ends: WorkerEnd[];
  let isAllowed: boolean;
  let client: WorkerClient;
  let engine: RemoteEngine;

  beforeEach(() => {
    clock = new ManualClock();
    threads = new FakeThreads();
    ends = [];
    isAllowed = true;
    client = new WorkerClient({
      clock,
      startThread: threads.start,
      isAllowed: () => isAllowed,
      handleEnd: (end) => ends.push(end),
      handleGone: () => undefined,
    });
    engine = new RemoteEngine(client, OPTIONS);
  });

  afterEach(() => client.dispose());

  const pings = (): number => threads.last.requests.filter(({ kind }) => kind === 'ping').length;

  it('returns what an engine returns, and its state after the call', async () => {
    assert.deepEqual([engine.rows, engine.bytes, engine.isBetweenSequences], [5, 0, true]);
    assert.equal(await engine.parse(Buffer.from('text\x1b[6n\x1b[?1049h\x1b[')), '\x1b[1;5R');
    assert.ok(engine.bytes > 1000);
    assert.deepEqual([engine.isBetweenSequences, engine.isScrolledWhole], [false, false]);
    await engine.resize({ cols: 30, rows: 9 });
    assert.equal(engine.rows, 9);
    await assert.rejects(engine.restore(Buffer.from('not compressed')), /./);
    assert.deepEqual(ends, []);
  });

  it('sends the memory of the screen here and its look with each call', async () => {
    const answer = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[1;2R';
    assert.equal(await engine.parse(Buffer.from('👍\x1b]11;?\x07\x1b[6n')), answer);
    const call = threads.last.requests.find((request) => request.kind === 'call');
    assert.deepEqual(call?.kind === 'call' && call.caller, { waiting: 7, journal: 5, look: LOOK });
  });

  it('ends a worker that does not respond', async () => {
    await engine.visible();
    threads.last.hang();
    const parsed = assert.rejects(engine.parse(Buffer.from('text')), /did not respond/);
    clock.advance(TIME - 1);
    assert.deepEqual(ends, []);
    clock.advance(1);
    await parsed;
    assert.deepEqual([ends.map(({ kind }) => kind), threads.last.isDisposed], [['hung'], true]);
    await assert.rejects(engine.visible(), /did not respond/);
    assert.equal(clock.pendingTimers, 0);
  });

  /** The engine that was announced at each missed ping; 0: none before it. */
  const hangs = [
    { running: [0, 0, 0], suspects: [1, 2, 3] },
    { running: [1, 1, 1], suspects: [1] },
    { running: [3, 3, 3], suspects: [3] },
    { running: [0, 1, 1], suspects: [1] },
    // It ended at the last ping, and its answer was not read.
    { running: [1, 1, 2], suspects: [1, 2] },
    { running: [1, 2, 2], suspects: [1, 2] },
  ] as const;
  for (const { running, suspects } of hangs) {
    it(`suspects ${suspects.join(' and ')} if ${running.join(', ')} ran at missed pings`, async () => {
      const called = callAll();
      threads.last.hang();
      missPings(running);
      const { parse, compress } = await called;
      assert.deepEqual([parse, compress], [suspects, [1, 2, 3]]);
    });
  }

  it('suspects no engine that ran at a ping before an answered one', async () => {
    const called = callAll();
    threads.last.keepBusy();
    await turns();
    missPings([1]);
    await turns();
    threads.last.hang();
    missPings([2, 2, 2]);
    assert.deepEqual((await called).parse, [2]);
  });

  it('numbers engines without gaps, so that an announcement is unique', async () => {
    await engine.visible();
    await engine.visible();
    client.openEngine(OPTIONS);
    const opened = threads.last.requests.flatMap((one) => (one.kind === 'open' ? one.engine : []));
    assert.deepEqual(opened, [1, 2]);
  });

  /** Calls engines 1 to 3, and returns those whose calls were suspect, by method. */
  async function callAll(): Promise<{ readonly parse: number[]; readonly compress: number[] }> {
    const engines = [1, client.openEngine(OPTIONS), client.openEngine(OPTIONS)];
    const suspects = { parse: [] as number[], compress: [] as number[] };
    const calls = engines.flatMap((number) =>
      CALLS.map((call) =>
        client.call(number, { waiting: 0, journal: 0 }, call).catch((error: unknown) => {
          if (error instanceof WorkerEndedError && error.isSuspect) {
            suspects[call.method].push(number);
          }
        }),
      ),
    );
    await Promise.all(calls);
    return suspects;
  }

  function missPings(running: readonly number[]): void {
    for (const number of running) {
      threads.last.runningEngine = number;
      clock.advance(WORKER_SILENCE.ms);
    }
  }

  it('waits for a worker that is busy with a call and answers pings', async () => {
    await engine.visible();
    threads.last.keepBusy();
    const parsed = engine.parse(Buffer.from('\x1b[6n'));
    for (let round = 0; round < 2 * WORKER_SILENCE.times; round++) {
      await turns();
      clock.advance(WORKER_SILENCE.ms);
    }
    await turns();
    threads.last.finish();
    assert.equal(await parsed, '\x1b[1;1R');
    assert.deepEqual(ends, []);
  });

  it('keeps a worker whose answers are read only after a sleep of the machine', async () => {
    await engine.visible();
    const parsed = engine.parse(Buffer.from('text'));
    clock.sleep(10 * TIME);
    await parsed;
    assert.deepEqual([ends, clock.pendingTimers], [[], 0]);
  });

  it('sends no pings without a call', async () => {
    await engine.visible();
    const before = pings();
    clock.advance(10 * TIME);
    assert.equal(pings(), before);
  });

  it('ends a worker that holds too much, after the answer', async () => {
    await engine.visible();
    threads.beforeReply = (reply) =>
      void (reply.kind === 'value' && Object.assign(reply, { held: MAX_WORKER_BYTES + 1 }));
    assert.equal(await engine.parse(Buffer.from('\x1b[6n')), '\x1b[1;1R');
    assert.deepEqual(
      ends.map(({ kind }) => kind),
      ['full'],
    );
  });

  it('ends a worker at the first call after the setting forbids one', async () => {
    await engine.visible();
    isAllowed = false;
    await assert.rejects(engine.visible(), /the setting screenWorker is off/);
    assert.deepEqual([ends.length, threads.last.isDisposed], [1, true]);
  });

  it('rejects open calls and reports nothing when it is disposed', async () => {
    const parsed = assert.rejects(engine.parse(Buffer.from('text')), /no longer needed/);
    client.dispose();
    await parsed;
    assert.deepEqual([ends, threads.last.isDisposed, clock.pendingTimers], [[], true, 0]);
  });
});

/** Lets the messages that are on their way arrive. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
