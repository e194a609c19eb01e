import assert from 'node:assert/strict';
import { MAX_WORKER_BYTES, WORKER_SILENCE } from '../../../../../src/pty/limits';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';
import { RemoteEngine } from '../../../../../src/pty/screen/worker/remoteEngine';
import { WorkerClient, WorkerEndedError } from '../../../../../src/pty/screen/worker/workerClient';
import type { EngineCall } from '../../../../../src/pty/screen/worker/workerMessages';
import type { WorkerEnd } from '../../../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../../../../support/manualClock';
import { FakeThreads } from '../../../../support/pty/fakeThreads';

const inert = { scheduler: new ScreenScheduler(), waitingBytes: () => 0 };

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
    engine = new RemoteEngine(client, {
      dimensions: { cols: 20, rows: 5 },
      scrollback: 100,
      scheduler: new ScreenScheduler(),
      waitingBytes: () => 7,
    });
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

  it('sends the output that waits with each call', async () => {
    await engine.visible();
    const call = threads.last.requests.find((request) => request.kind === 'call');
    assert.equal(call?.kind === 'call' && call.waiting, 7);
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

  const hangs = [
    { running: 'no engine', suspects: ['one parse', 'one compress', 'two parse', 'two compress'] },
    { running: 'one', suspects: ['one parse', 'one compress', 'two compress'] },
    { running: 'two', suspects: ['one compress', 'two parse', 'two compress'] },
  ] as const;
  for (const { running, suspects } of hangs) {
    it(`suspects the calls at which a worker may have hung while it ran ${running}`, async () => {
      const options = { dimensions: { cols: 20, rows: 5 }, scrollback: 100 };
      const one = client.openEngine({ ...options, ...inert });
      const two = client.openEngine({ ...options, ...inert });
      threads.last.hang();
      const found: string[] = [];
      const call = (name: string, engine: number, made: EngineCall): Promise<unknown> =>
        client
          .call(engine, 0, made)
          .catch((error: unknown) =>
            error instanceof WorkerEndedError && error.isSuspect
              ? found.push(`${name} ${made.method}`)
              : undefined,
          );
      const all = [
        call('one', one, { method: 'parse', args: [Buffer.from('text')] }),
        call('one', one, { method: 'compress', args: [] }),
        call('two', two, { method: 'parse', args: [Buffer.from('text')] }),
        call('two', two, { method: 'compress', args: [] }),
      ];
      threads.last.runningEngine = running === 'no engine' ? 0 : { one, two }[running];
      clock.advance(TIME);
      await Promise.all(all);
      assert.deepEqual(found, suspects);
    });
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
