import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../../base/lifecycle';
import { MAX_WORKER_BYTES } from '../../limits';
import { SELECTED_ENGINE, type EngineName } from '../createEngine';
import type { WorkerData, WorkerReply, WorkerRequest } from './workerMessages';

/** Why a worker ended: by itself or an error, or because it would have harmed the process. */
export interface WorkerEnd {
  readonly kind: 'exit' | 'hung' | 'full';
  /** Completes the sentence "It ended: ...". */
  readonly reason: string;
}

export interface ThreadEvents {
  handleReply(reply: WorkerReply): void;
  /** At most once, and never after disposal. */
  handleEnd(end: WorkerEnd): void;
  /** Once, when the thread is gone. That may be some time after its end was requested. */
  handleGone(): void;
}

/** The thread of a worker. Disposing it requests its end. */
export interface WorkerThread extends Disposable {
  /** The number of the engine that it runs, or ran last; 0 before the first. Also true while it hangs. */
  readonly runningEngine: number;
  post(request: WorkerRequest): void;
}

/** @throws if no thread can be started. */
export type StartThread = (events: ThreadEvents) => WorkerThread;

const MB = 1024 * 1024;

/**
 * New objects of the thread, in MB; 192 by default in Node 24. Those that survive are moved into the heap
 * at once. If they are more than Node allows beyond the limit until the thread has ended
 * (`kExtraHeapAllowance` in `node_worker.cc`: 16 MB), the whole process is aborted (nodejs/node#47224):
 * with the default in 4 of 96 trials on a busy machine, with this in none.
 */
const NEW_OBJECTS_MB = 24;

/** The error of a thread that has reached its heap limit. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

interface ThreadOptions {
  /** The most that its heap takes, in bytes. */
  readonly heapBytes?: number;
  /** What parses its screens. Default: the selected engine. */
  readonly engine?: EngineName;
}

/** Returns a function that starts the program at `path` in a thread of this process. */
export function threadStarter(path: string, options: ThreadOptions = {}): StartThread {
  return (events) => new NodeThread(path, options, events);
}

/** A thread of Node, without the environment and the options of the process. */
class NodeThread implements WorkerThread {
  private readonly worker: Worker;
  /** Shared with the worker, since one that hangs sends no message. */
  private readonly announced = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private isOver = false;

  constructor(
    path: string,
    { heapBytes = MAX_WORKER_BYTES, engine = SELECTED_ENGINE }: ThreadOptions,
    private readonly events: ThreadEvents,
  ) {
    // The limit does not see typed arrays, which most of a screen consists of.
    const resourceLimits = {
      maxOldGenerationSizeMb: heapBytes / MB,
      maxYoungGenerationSizeMb: NEW_OBJECTS_MB,
    };
    this.worker = new Worker(path, {
      env: {},
      execArgv: [],
      name: 'screens',
      resourceLimits,
      workerData: { announced: this.announced, engine } satisfies WorkerData,
    });
    this.worker.on('message', (reply: WorkerReply) => events.handleReply(reply));
    this.worker.on('messageerror', (error) => this.end(toEnd(error)));
    this.worker.on('error', (error) => this.end(toEnd(error)));
    this.worker.on('exit', (code) => {
      this.end({ kind: 'exit', reason: `exit code ${code}` });
      events.handleGone();
    });
    // After the listeners, of which one would keep the process running.
    this.worker.unref();
  }

  get runningEngine(): number {
    return Atomics.load(this.announced, 0);
  }

  post(request: WorkerRequest): void {
    const sent = withOwnBytes(request);
    this.worker.postMessage(sent, transferOf(sent));
  }

  dispose(): void {
    this.isOver = true;
    void this.worker.terminate();
  }

  private end(end: WorkerEnd): void {
    if (!this.isOver) {
      this.isOver = true;
      this.events.handleEnd(end);
    }
  }
}

function toEnd(error: unknown): WorkerEnd {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return { kind: code === OUT_OF_MEMORY ? 'full' : 'exit', reason: String(message) };
}

/**
 * Copies bytes once, to be handed over: the sender keeps its own for a replacement, and a message with
 * a part of a buffer would copy the whole buffer.
 */
function withOwnBytes(request: WorkerRequest): WorkerRequest {
  if (request.kind !== 'call') {
    return request;
  }
  const { call } = request;
  return call.method === 'parse' || call.method === 'restore'
    ? { ...request, call: { method: call.method, args: [new Uint8Array(call.args[0])] } }
    : request;
}

function transferOf(request: WorkerRequest): readonly ArrayBuffer[] {
  const args: readonly unknown[] = request.kind === 'call' ? request.call.args : [];
  return args.flatMap((arg) => (arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : []));
}
