import { Deferred } from '../../base/deferred';
import { SessionError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SCREEN_QUEUE_BYTES, UNPARSED_BYTES } from '../limits';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import type { VisibleScreen } from '../sessionService';
import type { ScreenSnapshot } from './screenSnapshot';
import type { ScreenRead, ScreenReads, ScreenRequest } from './worker/screenMessages';

export type Pressure = 'high' | 'low';

export interface ScreenOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
}

interface ReadOptions {
  /** The most rows above the screen. */
  readonly scrollback?: number;
}

/** Where the screens of a process are held: `Screens`. */
interface ScreenHome {
  /** The buffers in `transfer` are handed over. */
  post(request: ScreenRequest, transfer?: readonly ArrayBuffer[]): void;
  read(screen: Screen, read: ScreenRead, value: Deferred<unknown>): void;
  close(screen: Screen): void;
}

interface WaitingRead {
  readonly kind: 'read';
  readonly read: ScreenRead;
  readonly value: Deferred<unknown>;
}

type Waiting =
  | { readonly kind: 'output'; readonly bytes: Uint8Array; readonly isAnswered: boolean }
  | { readonly kind: 'resize'; readonly dimensions: Dimensions }
  | WaitingRead;

/** Half of it is parsed while the other half is on its way. */
const PART_BYTES = SCREEN_QUEUE_BYTES / 2;

/**
 * The screen of a program's terminal, without a display. Its emulator, in another thread, parses all output as it
 * comes. A read sees exactly the output up to its call.
 */
export class Screen implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didAnswer = this.store.add(new Emitter<string>());
  private readonly didClear = this.store.add(new Emitter<unknown>());
  private readonly didLose = this.store.add(new Emitter<void>());
  private readonly didChangePressure = this.store.add(new Emitter<Pressure>());
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private postedBytes = 0;
  private currentPressure: Pressure = 'low';
  private dimensions: Dimensions;

  /**
   * Answers to queries in output that was written while `answersQueries` was true: input for the
   * program.
   */
  readonly onAnswer = this.didAnswer.event;
  /** Fires if the emulator failed. It is replaced by a new, empty one. */
  readonly onFault = this.didClear.event;
  /** Fires if the emulator was lost with its worker. A new, empty one takes the output from now on. */
  readonly onLost = this.didLose.event;
  /** `high`: pause the source of output; `low`: resume it. */
  readonly onPressure = this.didChangePressure.event;

  /**
   * True while no terminal shows the session. Queries in output written while it is false are never
   * answered.
   */
  answersQueries = false;

  constructor(
    private readonly home: ScreenHome,
    /** Its number among the screens of the process. */
    readonly id: number,
    private readonly options: ScreenOptions,
  ) {
    this.dimensions = clampDimensions(options.dimensions, DEFAULT_DIMENSIONS);
  }

  /** The last value of `onPressure`; `low` at first. */
  get pressure(): Pressure {
    return this.currentPressure;
  }

  write(bytes: Uint8Array): void {
    if (!this.store.isDisposed && bytes.length > 0) {
      this.waiting.push({ kind: 'output', bytes, isAnswered: this.answersQueries });
      this.waitingBytes += bytes.length;
      this.post();
    }
  }

  /** Takes effect at the current position of the output. */
  resize(wanted: Dimensions): void {
    if (!this.store.isDisposed) {
      this.dimensions = clampDimensions(wanted, this.dimensions);
      this.waiting.push({ kind: 'resize', dimensions: this.dimensions });
      this.post();
    }
  }

  /** Default: with all rows above the screen. */
  snapshot({ scrollback = this.options.scrollback }: ReadOptions = {}): Promise<ScreenSnapshot> {
    return this.read('snapshot', scrollback);
  }

  /**
   * The text with wrapped rows joined and without blanks at line ends. Default: without scrollback.
   */
  text({ scrollback = 0 }: ReadOptions = {}): Promise<string> {
    return this.read('text', scrollback);
  }

  /** The same rows with their colours, as output for another terminal of the same width. */
  colouredText({ scrollback = 0 }: ReadOptions = {}): Promise<string> {
    return this.read('colouredText', scrollback);
  }

  /** The screen without scrollback, row by row. */
  visible(): Promise<VisibleScreen> {
    return this.read('visible', undefined);
  }

  /**
   * Answers queries with the current state of the screen, after the terminal that should have
   * answered them has gone.
   */
  answer(queries: string): void {
    this.read('answersTo', queries).then(
      (answers) => this.fireAnswers(answers),
      // The screen was closed or lost: the program gets no answer.
      () => undefined,
    );
  }

  dispose(): void {
    this.store.dispose();
    this.home.close(this);
    this.clearWaiting();
  }

  /** Opens it in a new home, which it has left, if it had one. */
  open(): void {
    const { dimensions, id, options } = this;
    this.home.post({ kind: 'open', screen: id, dimensions, scrollback: options.scrollback });
  }

  /** So much of the output was parsed. */
  handleParsed(bytes: number, answers: string): void {
    this.postedBytes -= bytes;
    this.fireAnswers(answers);
    this.post();
  }

  handleCleared(error: unknown): void {
    this.didClear.fire(error);
  }

  /**
   * Its home is gone; {@link open} has been called in the next one. Output that was on its way is lost. `again`: reads to
   * be made again, before the output that waits.
   */
  handleLost(again: readonly Pick<WaitingRead, 'read' | 'value'>[]): void {
    this.postedBytes = 0;
    this.waiting.unshift(
      ...again.map(({ read, value }) => ({ kind: 'read', read, value }) as const),
    );
    this.post();
    this.didLose.fire();
  }

  private read<Name extends keyof ScreenReads>(
    name: Name,
    argument: Parameters<ScreenReads[Name]>[0],
  ): Promise<ReturnType<ScreenReads[Name]>> {
    const value = new Deferred<unknown>();
    if (this.store.isDisposed) {
      value.reject(screenGoneError());
    } else {
      this.waiting.push({ kind: 'read', read: { name, argument }, value });
      this.post();
    }
    return value.promise as Promise<ReturnType<ScreenReads[Name]>>;
  }

  /**
   * Passes on what waits, but little unparsed output at a time, so that a query of another session does not wait for
   * all output of this one.
   */
  private post(): void {
    for (let next = this.waiting[0]; next && this.mayPost(next); next = this.waiting[0]) {
      if (next.kind === 'output') {
        this.postOutput(next.isAnswered);
        continue;
      }
      this.waiting.shift();
      if (next.kind === 'read') {
        this.home.read(this, next.read, next.value);
      } else {
        this.home.post({ kind: 'resize', screen: this.id, dimensions: next.dimensions });
      }
    }
    this.updatePressure();
  }

  private mayPost({ kind }: Waiting): boolean {
    return kind !== 'output' || this.postedBytes < PART_BYTES;
  }

  private postOutput(isAnswered: boolean): void {
    const bytes = this.takeOutput(isAnswered);
    this.waitingBytes -= bytes.length;
    this.postedBytes += bytes.length;
    const message = { kind: 'output', screen: this.id, bytes, isAnswered } as const;
    this.home.post(message, [bytes.buffer]);
  }

  /** A copy of the next output, in a buffer of its own. */
  private takeOutput(isAnswered: boolean): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let next = this.waiting[0]; next?.kind === 'output'; next = this.waiting[0]) {
      const room = PART_BYTES - length;
      if (next.isAnswered !== isAnswered || room === 0) {
        break;
      }
      const part = next.bytes.subarray(0, room);
      parts.push(part);
      length += part.length;
      if (part.length < next.bytes.length) {
        this.waiting[0] = { ...next, bytes: next.bytes.subarray(room) };
      } else {
        this.waiting.shift();
      }
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private updatePressure(): void {
    const { high, low } = UNPARSED_BYTES;
    const most = this.currentPressure === 'high' ? low : high;
    const pressure = this.waitingBytes + this.postedBytes > most ? 'high' : 'low';
    if (pressure !== this.currentPressure) {
      this.currentPressure = pressure;
      this.didChangePressure.fire(pressure);
    }
  }

  private fireAnswers(answers: string): void {
    if (answers !== '' && !this.store.isDisposed) {
      this.didAnswer.fire(answers);
    }
  }

  private clearWaiting(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const item of waiting) {
      if (item.kind === 'read') {
        item.value.reject(screenGoneError());
      }
    }
  }
}

export function screenGoneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'This session was closed, and its screen with it. list() returns the open sessions.',
  );
}
