import type { Clock } from '../../../base/clock';
import { toMessage } from '../../../base/errors';
import { SerialQueue } from '../../../base/serialQueue';
import type { Disposable } from '../../../base/lifecycle';
import type { Logger } from '../../../base/logger';
import { FLOOD } from '../../limits';
import type { ScreenWorkerMode } from '../../spawnMode';
import { createEngine as createSelected } from '../createEngine';
import type { CreateEngine, EngineOffer, EngineOptions, ScreenEngine } from '../screenEngine';
import { EngineJournal } from './engineJournal';
import { RemoteEngine } from './remoteEngine';
import { ReplaceableEngine } from './replaceableEngine';
import { WorkerClient } from './workerClient';
import { WorkerEnds } from './workerEnds';
import type { WorkerMark } from './workerMark';
import type { StartThread, WorkerEnd } from './workerThread';

interface ScreenWorkersDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly startThread: StartThread;
  /** Called at each use, so that a changed setting applies at once. */
  readonly mode: () => ScreenWorkerMode;
  /** Undefined for a process whose death leaves no mark. */
  readonly mark?: Pick<WorkerMark, 'set' | 'remove' | 'removeStaleMarks'> | undefined;
  /** Creates the engine of the worker in this thread. Default: the selected one. */
  readonly createEngine?: CreateEngine;
}

/**
 * The worker that parses the floods of this process. It starts with the first one. One that ends is
 * replaced, until too many have ended.
 */
export class ScreenWorkers implements EngineOffer, Disposable {
  readonly floodBytes = FLOOD.bytes;
  private readonly ends: WorkerEnds;
  private readonly repeats = new SerialQueue();
  private client: WorkerClient | undefined;
  /** Whether no worker starts any more: none can be started, or its owner is disposed. */
  private isOver = false;
  /** Whether the mark of a process that died was looked for. */
  private hasChecked = false;
  /** Of all workers, also of those that were replaced and are about to end. */
  private threads = 0;

  constructor(private readonly deps: ScreenWorkersDeps) {
    this.ends = new WorkerEnds(deps.clock);
    // At the start, so that the process that replaces the one that died finds its mark.
    this.checkForCrash();
  }

  /** Returns undefined if floods are parsed inline. */
  open(options: EngineOptions): ScreenEngine | undefined {
    const { clock, createEngine = createSelected } = this.deps;
    const journal = new EngineJournal(clock, options.dimensions);
    const counted = { ...options, journalBytes: () => journal.bytes };
    const first = this.openRemote(counted);
    const openRemote = (again: EngineOptions): ScreenEngine | undefined => this.openRemote(again);
    const deps = { journal, options: counted, openRemote, createEngine, repeats: this.repeats };
    return first && new ReplaceableEngine(first, deps);
  }

  dispose(): void {
    this.isOver = true;
    this.client?.dispose();
    this.client = undefined;
    // The process ends in order, which the end of the thread can no longer disturb.
    this.deps.mark?.remove();
  }

  private get isAllowed(): boolean {
    return !this.isOver && this.deps.mode() === 'auto';
  }

  private checkForCrash(): void {
    if (this.isAllowed && !this.hasChecked) {
      this.hasChecked = true;
      if (this.deps.mark?.removeStaleMarks()) {
        this.giveUp('the previous process crashed while a worker ran');
      }
    }
  }

  private openRemote(options: EngineOptions): RemoteEngine | undefined {
    const client = this.requestClient();
    return client && new RemoteEngine(client, options);
  }

  private requestClient(): WorkerClient | undefined {
    this.checkForCrash();
    if (!this.client && this.isAllowed && this.ends.allowsStart) {
      this.client = this.start();
    }
    return this.isAllowed ? this.client : undefined;
  }

  private start(): WorkerClient | undefined {
    const { clock, logger, mark, startThread } = this.deps;
    // Before the thread, with which the process may die.
    mark?.set();
    this.threads++;
    try {
      const client = new WorkerClient({
        clock,
        startThread,
        isAllowed: () => this.isAllowed,
        handleEnd: (end) => this.handleEnd(end),
        handleGone: () => this.handleGone(),
      });
      logger.info('A worker parses the output of floods from now on.');
      return client;
    } catch (error) {
      this.handleGone();
      this.giveUp(toMessage(error));
      return undefined;
    }
  }

  private handleEnd({ reason }: WorkerEnd): void {
    const hadStarted = this.client?.hasStarted === true;
    this.client = undefined;
    this.ends.add();
    if (!hadStarted && this.isAllowed) {
      this.giveUp(reason);
      return;
    }
    const next =
      this.isAllowed && this.ends.allowsStart
        ? 'It is replaced.'
        : 'Output is parsed without it for now.';
    this.deps.logger.warn(`The worker that parses output ended: ${reason}. ${next}`);
  }

  /** The mark is removed only after the thread has ended, since that end can abort the process. */
  private handleGone(): void {
    this.threads--;
    if (this.threads === 0) {
      this.deps.mark?.remove();
    }
  }

  private giveUp(reason: string): void {
    this.isOver = true;
    this.deps.logger.warn(`Output is parsed without a worker, since none may start: ${reason}`);
  }
}
