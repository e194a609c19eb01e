import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '../../../../../src/base/clock';
import { nullLogger } from '../../../../../src/base/logger';
import { FLOOD } from '../../../../../src/pty/limits';
import { ENGINES } from '../../../../../src/pty/screen/createEngine';
import type { Screen } from '../../../../../src/pty/screen/screen';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';
import { WorkerClient } from '../../../../../src/pty/screen/worker/workerClient';
import {
  threadStarter,
  type WorkerThread,
} from '../../../../../src/pty/screen/worker/workerThread';
import {
  createScreen,
  describeEngines,
  recordedStreams,
  STREAM_SIZE,
} from '../../../../support/pty/screens';
import { createViewer, feed, feedSnapshot, stateOf } from '../../../../support/pty/terminalState';
import { useScreenWorkers } from '../../../../support/pty/useScreenWorkers';
import { waitFor } from '../../../../support/waitFor';

const run = promisify(execFile);
const TRIAL = path.join(__dirname, 'screenWorkersTrial.ts');

describeEngines('a screen in a worker', (engine) => {
  const createEngine = ENGINES[engine];
  const workers = useScreenWorkers(engine);
  let screen: Screen;

  beforeEach(() => {
    screen = createScreen(STREAM_SIZE, { worker: workers.from(0), createEngine });
  });
  afterEach(() => screen.dispose());

  /** A flood of real output, of which nothing can be skipped. */
  function floodOf(least: number): Buffer {
    const all = Buffer.concat(recordedStreams().map(({ bytes }) => bytes));
    return Buffer.concat(Array<Buffer>(Math.ceil(least / all.length)).fill(all));
  }

  it('is not parsed in this thread, and equals one that is', async () => {
    const inline = createScreen(STREAM_SIZE, { createEngine });
    const flood = floodOf(2 * FLOOD.bytes);
    inline.write(flood);
    const expected = await inline.snapshot();
    let inThisThread = 0;
    const remote = createScreen(STREAM_SIZE, {
      worker: workers.from(0),
      createEngine: (options) => {
        inThisThread++;
        return createEngine(options);
      },
    });
    remote.write(flood);
    const { history, screen: drawn, dimensions } = await remote.snapshot();
    assert.deepEqual({ history, screen: drawn, dimensions }, withoutTail(expected));
    for (const read of ['text', 'colouredText'] as const) {
      const [one, other] = [remote, inline].map((screen) => screen[read]({ scrollback: 1000 }));
      assert.equal(await one, await other);
    }
    assert.deepEqual(await remote.visible(), await inline.visible());
    assert.equal(inThisThread, 0);
    [inline, remote].forEach((one) => one.dispose());
  });

  it('starts no thread before a flood', async () => {
    let starts = 0;
    const some = workers.create({
      startThread: (events) => {
        starts++;
        return workers.startThread(events);
      },
    });
    const calm = createScreen(STREAM_SIZE, { worker: some, createEngine });
    for (const { bytes } of recordedStreams()) {
      calm.write(bytes.subarray(0, FLOOD.bytes / 100));
      await calm.visible();
    }
    assert.equal(starts, 0);
    calm.write(floodOf(FLOOD.bytes));
    await calm.visible();
    assert.equal(starts, 1);
    calm.dispose();
  });

  it('is parsed inline if the program of the worker cannot run, which is logged once', async () => {
    const log: string[] = [];
    const warn = (message: string): void => void log.push(message);
    const missing = workers.create({
      startThread: threadStarter('/nowhere/screenWorker.js'),
      logger: { ...nullLogger, warn },
    });
    const open = missing.open.bind(missing);
    const other = createScreen(STREAM_SIZE, { worker: { floodBytes: 0, open }, createEngine });
    for (let time = 0; time < 3; time++) {
      other.write(Buffer.from('text'));
      await other.text();
    }
    assert.equal(await other.text(), 'texttexttext');
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /none may start: .*Cannot find module/);
    other.dispose();
  });

  it('is announced by the worker that runs it', async () => {
    let thread: WorkerThread | undefined;
    const client = new WorkerClient({
      clock: systemClock,
      startThread: (events) => (thread = workers.startThread(events)),
      isAllowed: () => true,
      handleEnd: ({ reason }) => assert.fail(reason),
      handleGone: () => undefined,
    });
    try {
      const options = { dimensions: STREAM_SIZE, scrollback: 100, waitingBytes: () => 0 };
      const scheduler = new ScreenScheduler();
      const engines = [1, 2].map(() => client.openEngine({ ...options, scheduler }));
      const announced = [thread?.runningEngine];
      for (const engine of engines) {
        await client.call(engine, { waiting: 0, journal: 0 }, { method: 'visible', args: [] });
        announced.push(thread?.runningEngine);
      }
      assert.deepEqual(announced, [0, ...engines]);
    } finally {
      client.dispose();
    }
  });

  it('can be forked, compressed and restored', async () => {
    const flood = floodOf(FLOOD.bytes);
    const everSince = createViewer(STREAM_SIZE);
    feed(everSince, flood);
    screen.write(flood);
    const fork = createScreen(STREAM_SIZE, { worker: workers.from(0), createEngine });
    fork.write(Buffer.from(await screen.colouredText({ scrollback: 1000 })));
    const scrollback = 1000;
    assert.equal(await fork.text({ scrollback }), await screen.text({ scrollback }));
    await screen.compress();
    assert.ok(screen.isCompressed);
    const attached = createViewer(STREAM_SIZE);
    feedSnapshot(attached, await screen.snapshot());
    assert.deepEqual(stateOf(attached), stateOf(everSince));
    fork.dispose();
  });

  it('settles all reads if it is closed while its bytes are in the worker', async () => {
    screen.write(floodOf(4 * FLOOD.bytes));
    const reads = [screen.text(), screen.snapshot(), screen.visible(), screen.colouredText()];
    await waitFor(() => screen.bytes > 0, { limitMs: 5000, what: 'the first answer' });
    screen.dispose();
    for (const read of await Promise.allSettled(reads)) {
      assert.ok(read.status === 'rejected' && /was closed/.test(String(read.reason)));
    }
    const next = createScreen(STREAM_SIZE, { worker: workers.from(0), createEngine });
    next.write(Buffer.from('next'));
    assert.equal(await next.text(), 'next');
    next.dispose();
  });

  describe('of a process of its own', () => {
    const trial = (options: readonly string[], before: readonly string[] = []) => {
      const [file = process.execPath, ...args] = [
        ...before,
        ...[process.execPath, '--import=tsx', TRIAL, workers.program, ...options],
      ];
      return run(file, args);
    };

    it('lets the process end by itself', async () => {
      assert.equal((await trial(['4'])).stdout, 'in a worker: first row');
    });

    it('lets the process exit at once while 50 MB wait', async () => {
      await assert.rejects(trial(['50', 'exit']), (error: unknown) => {
        const { code, stdout, stderr } = error as Readonly<Record<string, unknown>>;
        assert.deepEqual([code, stdout, stderr], [3, '', '']);
        return true;
      });
    });

    it('is parsed on a machine with one core', async function () {
      if (!existsSync('/usr/bin/taskset')) {
        this.skip();
      }
      assert.equal(
        (await trial(['4'], ['/usr/bin/taskset', '-c', '0'])).stdout,
        'in a worker: first row',
      );
    });
  });
});

function withoutTail({ history, screen, dimensions }: Awaited<ReturnType<Screen['snapshot']>>) {
  return { history, screen, dimensions };
}
