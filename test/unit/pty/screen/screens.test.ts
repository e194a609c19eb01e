import assert from 'node:assert/strict';
import { nullLogger } from '../../../../src/base/logger';
import { SCREEN_QUEUE_BYTES, WORKER_ENDS, WORKER_SILENCE } from '../../../../src/pty/limits';
import type { Screens } from '../../../../src/pty/screen/screens';
import type { ScreenReply, ScreenRequest } from '../../../../src/pty/screen/worker/screenMessages';
import { ScreenServer } from '../../../../src/pty/screen/worker/screenServer';
import type { StartThread, ThreadEvents } from '../../../../src/pty/screen/worker/screenThread';
import { DEFAULT_LOOK } from '../../../../src/pty/terminalLook';
import { ManualClock } from '../../../support/manualClock';
import { createScreens } from '../../../support/pty/screens';

const SIZE = { cols: 20, rows: 3 };

/** A worker in the thread of the test, which ends or falls silent on request. */
class FakeThread {
  readonly requests: ScreenRequest[] = [];
  isSilent = false;
  isDisposed = false;
  private readonly server: ScreenServer;

  constructor(
    clock: ManualClock,
    private readonly events: ThreadEvents,
  ) {
    this.server = new ScreenServer(clock, (reply) => this.reply(reply));
    this.reply({ kind: 'ready' });
  }

  post(request: ScreenRequest): void {
    this.requests.push(request);
    setImmediate(() => this.server.handle(request));
  }

  end(): void {
    this.isSilent = true;
    this.events.handleEnd('a defect');
    this.events.handleGone();
  }

  dispose(): void {
    this.isDisposed = true;
    this.isSilent = true;
    this.server.dispose();
  }

  private reply(reply: ScreenReply): void {
    setImmediate(() => this.isSilent || this.events.handleReply(reply));
  }
}

describe('Screens', () => {
  let clock: ManualClock;
  let threads: FakeThread[];
  let log: string[];
  let marks: string[];
  let screens: Screens;

  const startThread: StartThread = (events) => {
    const thread = new FakeThread(clock, events);
    threads.push(thread);
    return thread;
  };
  const create = (change: Parameters<typeof createScreens>[0] = {}): Screens =>
    createScreens({
      clock,
      startThread,
      logger: { ...nullLogger, warn: (message) => void log.push(String(message)) },
      mark: {
        set: () => void marks.push('set'),
        remove: () => void marks.push('removed'),
        removeStaleMarks: () => false,
      },
      ...change,
    });
  const lastThread = (): FakeThread => {
    const thread = threads.at(-1);
    assert.ok(thread);
    return thread;
  };

  beforeEach(() => {
    clock = new ManualClock();
    [threads, log, marks] = [[], [], []];
    screens = create();
  });

  afterEach(() => {
    screens.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('start one worker for all screens, with the first of them', async () => {
    assert.equal(threads.length, 0);
    const [one, other] = [screens, screens].map((all) =>
      all.open({ dimensions: SIZE, scrollback: 9 }),
    );
    one?.write(Buffer.from('one'));
    other?.write(Buffer.from('other'));
    assert.deepEqual([await one?.text(), await other?.text()], ['one', 'other']);
    assert.equal(threads.length, 1);
    assert.deepEqual(marks, ['set']);
  });

  it('continue in a new worker if theirs ends, empty, and say so once', async () => {
    const open = ['a', 'b'].map(() => screens.open({ dimensions: SIZE, scrollback: 9 }));
    const lost: number[] = [];
    open.forEach((screen) => screen.onLost(() => lost.push(screen.id)));
    open[0]?.write(Buffer.from('before'));
    open[1]?.resize({ cols: 7, rows: 2 });
    await open[0]?.text();
    lastThread().end();
    open[0]?.write(Buffer.from('after'));
    assert.equal(await open[0]?.text(), 'after');
    assert.deepEqual((await open[1]?.snapshot())?.dimensions, { cols: 7, rows: 2 });
    assert.deepEqual(
      lost,
      open.map(({ id }) => id),
    );
    assert.equal(threads.length, 2);
    assert.equal(log.length, 1);
  });

  it('reject the reads that their worker has not answered, since an empty screen would be a lie', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    await screen.text();
    screen.write(Buffer.from('before'));
    const read = screen.text();
    lastThread().end();
    await assert.rejects(read, { code: 'ILLEGAL_STATE' });
    assert.equal(await screen.text(), '');
  });

  it('take the snapshots of viewers again, before the output that follows them', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    await screen.text();
    screen.write(Buffer.from('lost'));
    const snapshot = screen.snapshot();
    screen.write(Buffer.from('\x1b[Hx'.repeat(SCREEN_QUEUE_BYTES)));
    lastThread().end();
    const { screen: drawn } = await snapshot;
    assert.doesNotMatch(drawn, /lost|x/);
    assert.equal(await screen.text(), 'x');
  });

  it('are held in this thread after three ends within an hour', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    for (let end = 1; end <= WORKER_ENDS.most; end++) {
      await screen.text();
      lastThread().end();
    }
    screen.write(Buffer.from('inline'));
    assert.equal(await screen.text(), 'inline');
    assert.equal(threads.length, WORKER_ENDS.most);
    assert.match(log.at(-2) ?? '', /ended/);
    assert.match(log.join(), /without a worker from now on: 3 of them/);
  });

  it('stay in workers if their ends are more than an hour apart', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    for (let end = 1; end <= WORKER_ENDS.most + 1; end++) {
      await screen.text();
      lastThread().end();
      clock.sleep(WORKER_ENDS.ms / (WORKER_ENDS.most - 1));
    }
    assert.equal(threads.length, WORKER_ENDS.most + 2);
  });

  it('are held in this thread if no thread can start, and say so once', async () => {
    screens = create({
      startThread: () => {
        throw new Error('no threads');
      },
    });
    const open = [1, 2].map(() => screens.open({ dimensions: SIZE, scrollback: 9 }));
    open[0]?.write(Buffer.from('inline'));
    assert.equal(await open[0]?.text(), 'inline');
    assert.deepEqual(log, ['Output is parsed without a worker from now on: no threads.']);
    assert.deepEqual(marks, ['set', 'removed']);
  });

  it('lose nothing if their worker ends at its start', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    screen.write(Buffer.from('kept'));
    const read = screen.text();
    lastThread().end();
    assert.equal(await read, 'kept');
    assert.deepEqual(log, ['Output is parsed without a worker from now on: a defect.']);
  });

  it('replace a worker that does not respond, but not after a sleep of the machine', async () => {
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    await screen.text();
    lastThread().isSilent = true;
    screen.write(Buffer.from('lost'));
    clock.sleep(60 * 60_000);
    assert.equal(threads.length, 1);
    clock.advance(WORKER_SILENCE.ms * WORKER_SILENCE.times);
    assert.equal(threads.length, 2);
    assert.equal(threads[0]?.isDisposed, true);
    screen.write(Buffer.from('next'));
    assert.equal(await screen.text(), 'next');
  });

  it('use no worker after a process that died with one, or if the setting is off', async () => {
    for (const change of [
      { mark: { set() {}, remove() {}, removeStaleMarks: () => true } },
      { mode: () => 'off' as const },
    ]) {
      const inline = create(change);
      const screen = inline.open({ dimensions: SIZE, scrollback: 9 });
      screen.write(Buffer.from('inline'));
      assert.equal(await screen.text(), 'inline');
      inline.dispose();
    }
    assert.equal(threads.length, 0);
  });

  it('tell a new worker the look, and each change of it', async () => {
    let look = DEFAULT_LOOK;
    screens = create({ look: () => look });
    const screen = screens.open({ dimensions: SIZE, scrollback: 9 });
    look = { ...look, theme: 'light' };
    await screen.text();
    lastThread().end();
    await screen.text();
    const looks = threads.map(({ requests }) => requests.filter(({ kind }) => kind === 'look'));
    assert.deepEqual(looks, [[{ kind: 'look', look }], [{ kind: 'look', look }]]);
  });
});
