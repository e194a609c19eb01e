import { Worker } from 'node:worker_threads';
import { MAX_WORKER_HEAP_BYTES } from '../../limits';
import type { ScreenPort, ScreenReply, ScreenRequest } from './screenMessages';

export interface ThreadEvents {
  handleReply(reply: ScreenReply): void;
  /** The thread has ended by itself; not called after disposal. The reason completes "It ended: ...". */
  handleEnd(reason: string): void;
  /** Once, when the thread is gone. That may be some time after its end was requested. */
  handleGone(): void;
}

/** @throws if no thread can be started. */
export type StartThread = (events: ThreadEvents) => ScreenPort;

const MB = 1024 * 1024;

/**
 * New objects of the thread, in MB; 192 by default in Node 24. Those that survive are moved into the heap
 * at once. If they are more than Node allows beyond the limit until the thread has ended
 * (`kExtraHeapAllowance` in `node_worker.cc`: 16 MB), the whole process is aborted (nodejs/node#47224):
 * with the default in 4 of 96 trials on a busy machine, with this in none.
 */
const NEW_OBJECTS_MB = 24;

/** Returns a function that starts the program at `path` in a thread of this process. */
export function threadStarter(path: string, heapBytes = MAX_WORKER_HEAP_BYTES): StartThread {
  return (events) => new ScreenThread(path, heapBytes, events);
}

/** A thread of Node, without the environment and the options of the process. */
class ScreenThread implements ScreenPort {
  private readonly worker: Worker;
  private isOver = false;

  constructor(
    path: string,
    heapBytes: number,
    private readonly events: ThreadEvents,
  ) {
    // The limit does not see typed arrays, which most of a screen consists of.
    const resourceLimits = {
      maxOldGenerationSizeMb: heapBytes / MB,
      maxYoungGenerationSizeMb: NEW_OBJECTS_MB,
    };
    this.worker = new Worker(path, { env: {}, execArgv: [], name: 'screens', resourceLimits });
    this.worker.on('message', (reply: ScreenReply) => this.handleReply(reply));
    this.worker.on('messageerror', (error) => this.end(String(error)));
    this.worker.on('error', (error) => this.end(error.message));
    this.worker.on('exit', (code) => {
      this.end(`exit code ${code}`);
      events.handleGone();
    });
    // After the listeners, of which one would keep the process running.
    this.worker.unref();
  }

  post(request: ScreenRequest, transfer: readonly ArrayBuffer[]): void {
    this.worker.postMessage(request, transfer);
  }

  dispose(): void {
    this.isOver = true;
    void this.worker.terminate();
  }

  private handleReply(reply: ScreenReply): void {
    if (!this.isOver) {
      this.events.handleReply(reply);
    }
  }

  private end(reason: string): void {
    if (!this.isOver) {
      this.isOver = true;
      this.events.handleEnd(reason);
    }
  }
}
