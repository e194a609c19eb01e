import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Frame } from '../protocol/frame';
import type { ClientMessage } from '../protocol/messages';
import { toJsonFrame } from '../protocol/peer';
import type { HostConnection } from './hostConnection';
import { ClosedError } from './hostErrors';
import { INPUT_WAIT_MS, WAITING_INPUT_BYTES } from './limits';

type LinkConnection = Pick<HostConnection, 'note' | 'ping' | 'send' | 'waiting'>;

/** Input or another message for one session. */
interface Input {
  readonly id: string;
  readonly frame: Frame;
  /** Whether the person is told if it is lost. */
  readonly isTyped: boolean;
}

/**
 * The connection of a window, while there is one, and the input for the host's sessions, which is
 * sent at most once and in order. Input without a connection waits for {@link INPUT_WAIT_MS}. The
 * person is told what is refused, or may be lost with a connection.
 */
export class HostLink implements Disposable {
  private readonly timer: Timer;
  private current: LinkConnection | undefined;
  private waiting: Input[] = [];
  private waitingBytes = 0;
  private isRefusing = false;
  private pings = 0;
  /** The sessions whose last input may not have arrived, with the number of pings before it. */
  private readonly unconfirmed = new Map<string, number>();

  constructor(
    clock: Pick<Clock, 'schedule'>,
    /** Tells the person that input is lost. */
    private readonly tell: (message: string) => void,
  ) {
    this.timer = new Timer(clock);
  }

  open(connection: LinkConnection): void {
    this.current = connection;
    const ids = [...this.unconfirmed.keys()];
    this.unconfirmed.clear();
    if (ids.length > 0) {
      this.tell(
        `The connection to the session host was lost and restored. What was typed into ${ids.join(', ')} in the last seconds before may not have arrived: look at its terminal.`,
      );
    }
  }

  /** The viewers are attached over the new connection, so that it can pass on their input. */
  sendWaiting(): void {
    const { waiting } = this;
    this.forget();
    waiting.forEach((input) => this.pass(input));
  }

  /** The connection was lost. */
  close(): void {
    this.current = undefined;
  }

  /** The sessions have ended. */
  clear(): void {
    this.forget();
    this.unconfirmed.clear();
  }

  /** Sends a message, unless there is no connection. */
  note(note: ClientMessage): void {
    this.current?.note(note);
  }

  /** Sends a message for a session in order with its input. */
  post(id: string, note: ClientMessage): void {
    this.pass({ id, frame: toJsonFrame('note', note), isTyped: note.note === 'input' });
  }

  /** Sends input. */
  send(id: string, frame: Frame): void {
    this.pass({ id, frame, isTyped: true });
  }

  /** The session has ended: another one may get its id. */
  handleVanished(id: string): void {
    this.waiting = this.waiting.filter((input) => input.id !== id);
    this.unconfirmed.delete(id);
  }

  private pass(input: Input): void {
    const { id, frame, isTyped } = input;
    const { length } = frame.content;
    const fits = isTyped
      ? this.hasRoom(id, length)
      : this.waitingBytes + length <= WAITING_INPUT_BYTES;
    if (!fits) {
      return;
    }
    if (this.current) {
      if (isTyped) {
        this.unconfirmed.set(id, this.pings);
      }
      this.current.send(frame);
      return;
    }
    this.waiting.push(input);
    this.waitingBytes += frame.content.length;
    if (!this.timer.isRunning) {
      this.timer.start(INPUT_WAIT_MS, () => this.refuse());
    }
  }

  /** A viewer leaves: its waiting input goes to its session, since the next connection has no such viewer. */
  handleDetached(stream: number): void {
    this.waiting = this.waiting.map((input) =>
      input.frame.kind !== 'note' && input.frame.stream === stream
        ? { ...input, frame: toJsonFrame('note', inputOf(input.id, input.frame.content)) }
        : input,
    );
  }

  /** Settles when the host has processed all that was sent. @throws if there is no connection, or it is lost. */
  async ping(): Promise<void> {
    const ping = ++this.pings;
    if (!this.current) {
      throw new ClosedError(undefined);
    }
    await this.current.ping();
    for (const [id, at] of this.unconfirmed) {
      if (at < ping) {
        this.unconfirmed.delete(id);
      }
    }
  }

  dispose(): void {
    this.timer.dispose();
    this.clear();
    this.current = undefined;
  }

  private hasRoom(id: string, bytes: number): boolean {
    const waiting = this.waitingBytes + (this.current?.waiting ?? 0);
    const isRefused = waiting > 0 && waiting + bytes > WAITING_INPUT_BYTES;
    if (isRefused && !this.isRefusing) {
      this.tell(
        `What was typed into ${id} was refused because the session host has not read the ${waiting} bytes before it. Further input is refused while it does not fit.`,
      );
    }
    this.isRefusing = isRefused;
    return !isRefused;
  }

  private refuse(): void {
    const ids = new Set(this.waiting.filter(({ isTyped }) => isTyped).map(({ id }) => id));
    const others = this.waiting.filter(({ isTyped }) => !isTyped);
    this.forget();
    this.waiting = others;
    this.waitingBytes = others.reduce((bytes, { frame }) => bytes + frame.content.length, 0);
    if (ids.size > 0) {
      this.tell(
        `What was typed into ${[...ids].join(', ')} was not sent because there was no connection to the session host for ${INPUT_WAIT_MS / 1000} s. Type it again.`,
      );
    }
  }

  private forget(): void {
    this.timer.stop();
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

/** A message with input that comes from no viewer. */
export function inputOf(id: string, content: Uint8Array): ClientMessage {
  return { note: 'input', id, base64: Buffer.from(content).toString('base64') };
}
