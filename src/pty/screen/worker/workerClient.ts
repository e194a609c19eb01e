import type { Clock } from '../../../base/clock';
import { Deferred } from '../../../base/deferred';
import type { Disposable } from '../../../base/lifecycle';
import { Timer } from '../../../base/timer';
import { MAX_WORKER_BYTES, WORKER_SILENCE } from '../../limits';
import type { EngineFacts, EngineOptions } from '../screenEngine';
import type { CallerState, EngineCall, EngineMethod, WorkerReply } from './workerMessages';
import type { StartThread, WorkerEnd, WorkerThread } from './workerThread';

/** The value of a call, and the state of its engine after it. */
interface CallResult {
  readonly value: unknown;
  readonly facts: EngineFacts;
}

/** Rejects the calls that a worker had not answered when it ended, and those that come later. */
export class WorkerEndedError extends Error {
  constructor(
    readonly end: WorkerEnd,
    /** Whether the call may be what ended the worker. */
    readonly isSuspect: boolean,
  ) {
    super(`The worker ended: ${end.reason}`);
  }
}

/** Calls that also run where the worker announces no engine, after work of another thread. */
const UNANNOUNCED: ReadonlySet<EngineMethod> = new Set(['compress', 'restore']);

interface OpenCall {
  readonly engine: number;
  readonly method: EngineMethod;
  readonly result: Deferred<CallResult>;
}

interface WorkerClientDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly startThread: StartThread;
  /** Whether the setting allows a worker. Checked at each call. */
  isAllowed(): boolean;
  /** Called once, when the worker has ended or has to; not after disposal. */
  handleEnd(end: WorkerEnd): void;
  /** Called once, when its thread is gone. */
  handleGone(): void;
}

/** One running worker: numbers the calls, and ends a worker that hangs or holds too much. */
export class WorkerClient implements Disposable {
  private readonly thread: WorkerThread;
  private readonly open = new Map<number, OpenCall>();
  private readonly watch: Timer;
  private ended: WorkerEnd | undefined;
  private lastCall = 0;
  /** Counted apart from the calls, which are far more, so that it stays within the 32 bits of an announcement. */
  private lastEngine = 0;
  /** How many pings in a row were not answered in time. */
  private misses = 0;
  /** The engines that were announced at these. */
  private readonly announced = new Set<number>();
  private started = false;

  /** @throws if no thread can be started. */
  constructor(private readonly deps: WorkerClientDeps) {
    this.watch = new Timer(deps.clock);
    this.thread = deps.startThread({
      handleReply: (reply) => this.handleReply(reply),
      handleEnd: (end) => this.end(end),
      handleGone: () => deps.handleGone(),
    });
  }

  /** Whether its program has run. */
  get hasStarted(): boolean {
    return this.started;
  }

  /** Opens an engine and returns its number. */
  openEngine({ dimensions, scrollback }: EngineOptions): number {
    const engine = ++this.lastEngine;
    this.post({ kind: 'open', engine, dimensions, scrollback });
    return engine;
  }

  closeEngine(engine: number): void {
    this.post({ kind: 'close', engine });
  }

  /**
   * Calls an engine. `caller`: the state of its screen here.
   * @throws {WorkerEndedError}
   */
  call(engine: number, caller: CallerState, call: EngineCall): Promise<CallResult> {
    if (!this.deps.isAllowed()) {
      this.end({ kind: 'exit', reason: 'the setting screenWorker is off' });
    }
    if (this.ended) {
      return Promise.reject(new WorkerEndedError(this.ended, false));
    }
    const id = ++this.lastCall;
    const result = new Deferred<CallResult>();
    this.post({ kind: 'call', engine, id, caller, call });
    this.open.set(id, { engine, method: call.method, result });
    if (!this.watch.isRunning) {
      this.ping();
    }
    return result.promise;
  }

  dispose(): void {
    this.finish({ kind: 'exit', reason: 'it is no longer needed' });
  }

  private post(request: Parameters<WorkerThread['post']>[0]): void {
    if (!this.ended) {
      this.thread.post(request);
    }
  }

  private ping(): void {
    this.post({ kind: 'ping' });
    this.watch.start(WORKER_SILENCE.ms, () => this.handleSilence());
  }

  /**
   * Several rounds, since after a sleep of the machine the time is over before the first answer is
   * read.
   */
  private handleSilence(): void {
    const { runningEngine } = this.thread;
    this.misses++;
    if (runningEngine !== 0) {
      this.announced.add(runningEngine);
    }
    if (this.misses >= WORKER_SILENCE.times) {
      this.end({ kind: 'hung', reason: 'it did not respond' });
    } else if (this.open.size > 0) {
      this.ping();
    }
  }

  private handleReply(reply: WorkerReply): void {
    this.misses = 0;
    this.announced.clear();
    if (reply.kind === 'ready') {
      this.started = true;
    } else if (reply.kind === 'value') {
      const { id, value, facts, held } = reply;
      this.take(id)?.resolve({ value, facts });
      if (held > MAX_WORKER_BYTES) {
        this.end({ kind: 'full', reason: `it held ${held} bytes` });
      }
    } else if (reply.kind === 'fault') {
      this.take(reply.id)?.reject(reply.error);
    }
    if (this.open.size === 0) {
      this.watch.stop();
    }
  }

  private take(id: number): Deferred<CallResult> | undefined {
    const call = this.open.get(id);
    this.open.delete(id);
    return call?.result;
  }

  private end(end: WorkerEnd): void {
    if (!this.ended) {
      this.finish(end);
      this.deps.handleEnd(end);
    }
  }

  private finish(end: WorkerEnd): void {
    this.ended ??= end;
    this.watch.dispose();
    this.thread.dispose();
    const unanswered = [...this.open.values()];
    this.open.clear();
    unanswered.forEach((call) =>
      call.result.reject(new WorkerEndedError(end, this.isSuspect(end, call))),
    );
  }

  /**
   * Suspects the engines that were announced at any missed ping: at the first one another engine may have run, and
   * by the last one the worker may have moved on. If none was announced, all are suspects. A false suspect costs
   * one retry; a missed one can hang this process.
   */
  private isSuspect({ kind }: WorkerEnd, { engine, method }: OpenCall): boolean {
    const isElsewhere = this.announced.size > 0 && !this.announced.has(engine);
    return kind !== 'hung' || !isElsewhere || UNANNOUNCED.has(method);
  }
}
