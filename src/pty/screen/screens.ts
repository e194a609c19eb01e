import type { Clock } from '../../base/clock';
import type { Deferred } from '../../base/deferred';
import { SessionError, toMessage } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { WORKER_ENDS, WORKER_SILENCE } from '../limits';
import type { ScreenWorkerMode } from '../spawnMode';
import { DEFAULT_LOOK, type TerminalLook } from '../terminalLook';
import { InlineScreens } from './inlineScreens';
import { Screen, screenGoneError, type ScreenOptions } from './screen';
import type { ScreenPort, ScreenRead, ScreenReply, ScreenRequest } from './worker/screenMessages';
import type { StartThread } from './worker/screenThread';
import type { WorkerMark } from './worker/workerMark';

export interface ScreensDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Undefined: all screens are held inline. */
  readonly startThread: StartThread | undefined;
  /** Called when a home for the screens is needed. */
  readonly mode: () => ScreenWorkerMode;
  /** See {@link TerminalLook}. Called at each use, so that a changed one applies at once. */
  readonly look: () => TerminalLook | undefined;
  /** Undefined for a process whose death leaves no mark. */
  readonly mark?: Pick<WorkerMark, 'set' | 'remove' | 'removeStaleMarks'> | undefined;
}

interface OpenRead {
  readonly screen: Screen;
  readonly read: ScreenRead;
  readonly value: Deferred<unknown>;
}

/**
 * The screens of a process. One worker holds the emulators of all, so that parsing blocks no keystroke. A worker that
 * ends is replaced by a new one; after a few ends, or if none can start, they are held in this thread.
 */
export class Screens implements Disposable {
  private readonly screens = new Map<number, Screen>();
  private readonly reads = new Map<number, OpenRead>();
  private readonly silence: Timer;
  private home: ScreenPort | undefined;
  private inline: InlineScreens | undefined;
  private look: TerminalLook = DEFAULT_LOOK;
  private lastScreen = 0;
  private lastRead = 0;
  /** Messages whose reply has not come. */
  private unanswered = 0;
  /** What was sent to a worker that has not started. */
  private early: (readonly [ScreenRequest, readonly ArrayBuffer[]])[] = [];
  private silentRounds = 0;
  private hasStarted = false;
  /** When workers ended, by a monotonic clock. */
  private ends: number[] = [];
  /** Why no worker starts any more. */
  private refusal: string | undefined;
  /** Of all workers, also of those that were replaced and are about to end. */
  private threads = 0;

  constructor(private readonly deps: ScreensDeps) {
    this.silence = new Timer(deps.clock);
    // At the start, so that the process that replaces the one that died finds its mark.
    if (deps.mark?.removeStaleMarks()) {
      this.refuse('the previous process crashed while a worker ran');
    }
  }

  open(options: ScreenOptions): Screen {
    const screen = new Screen(this, ++this.lastScreen, options);
    this.screens.set(screen.id, screen);
    screen.open();
    return screen;
  }

  close(screen: Screen): void {
    if (this.screens.delete(screen.id)) {
      this.rejectReads((open) => open.screen === screen, screenGoneError());
      if (this.home) {
        this.pass(this.home, { kind: 'close', screen: screen.id }, []);
      }
    }
  }

  /** The buffers in `transfer` are handed over. */
  post(request: ScreenRequest, transfer: readonly ArrayBuffer[] = []): void {
    const home = (this.home ??= this.createHome());
    const look = this.deps.look() ?? DEFAULT_LOOK;
    if (look !== this.look) {
      this.look = look;
      this.pass(home, { kind: 'look', look }, []);
    }
    if (request.kind === 'output' || request.kind === 'read') {
      this.unanswered++;
      this.watch();
    }
    this.pass(home, request, transfer);
  }

  /** A worker that has not started may never do so: then another home gets what was meant for it. */
  private pass(home: ScreenPort, request: ScreenRequest, transfer: readonly ArrayBuffer[]): void {
    if (home === this.inline || this.hasStarted) {
      home.post(request, transfer);
    } else {
      this.early.push([request, transfer]);
    }
  }

  private passEarly(): void {
    const { early, home } = this;
    this.early = [];
    early.forEach(([request, transfer]) => home?.post(request, transfer));
  }

  read(screen: Screen, read: ScreenRead, value: Deferred<unknown>): void {
    const id = ++this.lastRead;
    this.reads.set(id, { screen, read, value });
    this.post({ kind: 'read', screen: screen.id, id, read });
  }

  dispose(): void {
    this.silence.dispose();
    this.home?.dispose();
    this.home = undefined;
    this.rejectReads(() => true, screenGoneError());
    // The process ends in order, which the end of the thread can no longer disturb.
    this.deps.mark?.remove();
  }

  private createHome(): ScreenPort {
    this.look = DEFAULT_LOOK;
    const { startThread } = this.deps;
    const isAllowed = this.refusal === undefined && this.deps.mode() === 'auto';
    const worker = startThread && isAllowed ? this.startWorker(startThread) : undefined;
    return worker ?? this.holdInline();
  }

  private holdInline(): ScreenPort {
    this.inline = new InlineScreens(this.deps.clock, (reply) => this.handleReply(reply));
    return this.inline;
  }

  private startWorker(startThread: StartThread): ScreenPort | undefined {
    this.hasStarted = false;
    // Before the thread, with which the process may die.
    this.deps.mark?.set();
    this.threads++;
    try {
      const worker = startThread({
        handleReply: (reply) => this.handleReply(reply),
        handleEnd: (reason) => this.handleEnd(reason),
        handleGone: () => this.handleGone(),
      });
      this.deps.logger.info('A worker holds the screens.');
      return worker;
    } catch (error) {
      this.handleGone();
      this.refuse(toMessage(error));
      return undefined;
    }
  }

  private handleReply(reply: ScreenReply): void {
    this.silentRounds = 0;
    switch (reply.kind) {
      case 'ready':
        this.hasStarted = true;
        this.passEarly();
        break;
      case 'parsed':
        this.unanswered--;
        this.screens.get(reply.screen)?.handleParsed(reply.bytes, reply.answers);
        break;
      case 'value':
        this.takeRead(reply.id)?.resolve(reply.value);
        break;
      case 'readFailed':
        this.takeRead(reply.id)?.reject(readError(reply.error));
        break;
      case 'cleared':
        this.screens.get(reply.screen)?.handleCleared(reply.error);
        break;
      case 'shortened':
        this.deps.logger.warn(
          'A screen lost the rows above it, since all screens together had reached their limit of memory.',
        );
        break;
    }
  }

  private takeRead(id: number): Deferred<unknown> | undefined {
    this.unanswered--;
    const read = this.reads.get(id);
    this.reads.delete(id);
    return read?.value;
  }

  /**
   * Several rounds, since after a sleep of the machine the time is over before the first reply is
   * read.
   */
  private watch(): void {
    if (this.home !== this.inline && !this.silence.isRunning) {
      this.silence.start(WORKER_SILENCE.ms, () => this.handleSilence());
    }
  }

  private handleSilence(): void {
    if (this.unanswered === 0) {
      return;
    }
    this.silentRounds++;
    if (this.silentRounds >= WORKER_SILENCE.times) {
      this.handleEnd('it did not respond');
    } else {
      this.watch();
    }
  }

  /** The screens start empty in the next home: what they showed is gone with the worker. */
  private handleEnd(reason: string): void {
    const { clock, logger } = this.deps;
    this.home?.dispose();
    this.home = undefined;
    this.silentRounds = 0;
    this.silence.stop();
    if (!this.hasStarted) {
      this.refuse(reason);
      this.home = this.createHome();
      this.passEarly();
      return;
    }
    this.unanswered = 0;
    const since = clock.monotonic() - WORKER_ENDS.ms;
    this.ends = [...this.ends.filter((time) => time > since), clock.monotonic()];
    logger.warn(
      `The worker that holds the screens ended: ${reason}. The screens start empty, and full-screen programs draw theirs again.`,
    );
    if (this.ends.length >= WORKER_ENDS.most) {
      this.refuse(`${WORKER_ENDS.most} of them have ended within an hour`);
    }
    // A viewer gets an empty screen and its later output, which it draws; any other reader would take it for the truth.
    this.rejectReads(({ read }) => read.name !== 'snapshot', readError(reason));
    const again = [...this.reads.values()];
    this.reads.clear();
    const screens = [...this.screens.values()];
    screens.forEach((screen) => screen.open());
    screens.forEach((screen) => screen.handleLost(again.filter((open) => open.screen === screen)));
  }

  /** The mark is removed only after the thread has ended, since that end can abort the process. */
  private handleGone(): void {
    this.threads--;
    if (this.threads === 0) {
      this.deps.mark?.remove();
    }
  }

  private refuse(why: string): void {
    this.refusal = why;
    this.deps.logger.warn(`Output is parsed without a worker from now on: ${why}.`);
  }

  private rejectReads(isMeant: (read: OpenRead) => boolean, error: Error): void {
    for (const [id, read] of [...this.reads]) {
      if (isMeant(read)) {
        this.reads.delete(id);
        read.value.reject(error);
      }
    }
  }
}

function readError(cause: unknown): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    'The screen could not be read, since the program that holds it failed: read it again.',
    { cause },
  );
}
