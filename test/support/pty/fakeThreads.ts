import { createEngine } from '../../../src/pty/screen/createEngine';
import { EngineServer } from '../../../src/pty/screen/worker/engineServer';
import type { WorkerReply, WorkerRequest } from '../../../src/pty/screen/worker/workerMessages';
import type {
  StartThread,
  ThreadEvents,
  WorkerEnd,
  WorkerThread,
} from '../../../src/pty/screen/worker/workerThread';

/** Workers that run in the thread of the test, which ends them. */
export class FakeThreads {
  readonly started: FakeThread[] = [];
  /** Whether the threads that start from now on do not respond. */
  isHung = false;
  /** Called before each reply of a thread. */
  beforeReply: (reply: WorkerReply, thread: FakeThread) => void = () => undefined;

  readonly start: StartThread = (events) => {
    const thread = new FakeThread(this, events, this.isHung);
    this.started.push(thread);
    return thread;
  };

  get last(): FakeThread {
    const last = this.started.at(-1);
    if (!last) {
      throw new Error('No thread was started.');
    }
    return last;
  }
}

export class FakeThread implements WorkerThread {
  private readonly server = new EngineServer(
    createEngine,
    (reply) => this.reply(reply),
    (engine) => (this.runningEngine = engine),
  );
  runningEngine = 0;
  readonly requests: WorkerRequest[] = [];
  isDisposed = false;
  private readonly held: WorkerReply[] = [];
  private isBusy = false;

  constructor(
    private readonly all: Pick<FakeThreads, 'beforeReply'>,
    private readonly events: ThreadEvents,
    private isHung: boolean,
  ) {
    setImmediate(() => this.reply({ kind: 'ready' }));
  }

  /** The methods of the calls so far. */
  get methods(): readonly string[] {
    return this.requests.flatMap((one) => (one.kind === 'call' ? [one.call.method] : []));
  }

  /** The output that it was sent, in pieces. */
  get parsed(): readonly string[] {
    return this.requests.flatMap((one) =>
      one.kind === 'call' && one.call.method === 'parse'
        ? Buffer.from(one.call.args[0]).toString()
        : [],
    );
  }

  readonly hang = (): void => {
    this.isHung = true;
  };

  /** An exit takes the thread away at once, another end when the test calls `goAway`. */
  readonly end = (end: WorkerEnd = { kind: 'exit', reason: 'a test' }): void => {
    if (!this.isDisposed) {
      this.isDisposed = true;
      this.events.handleEnd(end);
      if (end.kind === 'exit') {
        this.goAway();
      }
    }
  };

  readonly goAway = (): void => this.events.handleGone();

  /** Holds the answers of calls back, but not those of pings. */
  readonly keepBusy = (): void => {
    this.isBusy = true;
  };

  readonly finish = (): void => {
    this.isBusy = false;
    this.held.splice(0).forEach((reply) => this.reply(reply));
  };

  private reply(reply: WorkerReply): void {
    if (this.isBusy && reply.kind === 'value') {
      this.held.push(reply);
      return;
    }
    if (!this.isDisposed && !this.isHung) {
      this.all.beforeReply(reply, this);
    }
    if (!this.isDisposed && !this.isHung) {
      this.events.handleReply(structuredClone(reply));
    }
  }

  post(request: WorkerRequest): void {
    this.requests.push(request);
    const sent = structuredClone(request);
    setImmediate(() => this.isDisposed || this.isHung || this.server.handle(sent));
  }

  dispose(): void {
    this.isDisposed = true;
  }
}
