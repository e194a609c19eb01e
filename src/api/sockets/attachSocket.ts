import { isUtf8 } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Clock } from '../../base/clock';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment, SessionInfo, SessionService } from '../../pty/sessionService';
import { toApiError } from '../http/apiError';
import { RESIZE, SIGNAL } from '../http/requests';
import { parse } from '../http/route';
import { closeSocket, parseMessage, refusalBy, toBytes, type Closing } from './socketMessages';
import { WebSocketSink } from './webSocketSink';

/** What comes in beside keystrokes; the names are public. */
const CONTROL = z.union([
  z.strictObject({ resize: RESIZE }),
  SIGNAL,
  z.strictObject({ detach: z.literal(true) }),
]);

export interface AttachSocketDeps {
  readonly sessions: Pick<SessionService, 'attach' | 'signal'>;
  readonly clock: Clock;
}

/** How a caller wants to see a session. */
export interface AttachWish {
  readonly session: SessionInfo;
  /** Only a terminal has one; who has none answers no questions of the program. */
  readonly size: Dimensions | undefined;
  /** Rows above the screen. */
  readonly scrollback: number | undefined;
}

/**
 * A viewer of a session behind a WebSocket: the screen, then all output; keystrokes come back. It
 * is sent no more than it reads, and is dropped if it reads nothing at all. The exit is sent once
 * the viewer has read everything before it, so that the close which follows cuts nothing off.
 */
export class AttachSocket {
  private readonly sink: WebSocketSink;
  private attachment: Attachment | undefined;
  private hasExited = false;
  private isAnnounced = false;

  constructor(
    private readonly deps: AttachSocketDeps,
    private readonly socket: WebSocket,
    private readonly wish: AttachWish,
  ) {
    this.sink = new WebSocketSink({
      clock: deps.clock,
      socket,
      source: () => this.attachment,
      onStalled: () => this.close({ code: 1008, reason: 'RATE_LIMITED' }),
    });
  }

  async start(): Promise<void> {
    const { socket, wish } = this;
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('close', () => this.dispose());
    // What is typed waits in the network until the viewer is attached.
    socket.pause();
    try {
      this.attachment = await this.deps.sessions.attach(wish.session.id, {
        dimensions: wish.size,
        scrollback: wish.scrollback,
        isTerminal: wish.size !== undefined,
        onData: (drawing) => this.push(Buffer.from(drawing)),
        onBytes: (bytes) => this.push(bytes),
        onExit: (session) => this.handleExit(session),
      });
      this.announce();
    } catch (error) {
      this.close({ code: 1011, reason: toApiError(error).error.code });
    }
    socket.resume();
    if (socket.readyState !== socket.OPEN) {
      this.dispose();
    }
  }

  /** Closes it for the reason in the error; nothing is taken from then on. */
  refuse(error: unknown): void {
    this.close(refusalBy(error));
  }

  private dispose(): void {
    this.sink.dispose();
    this.attachment?.dispose();
  }

  private push(bytes: Uint8Array): void {
    this.announce();
    this.sink.push(bytes);
  }

  private receive(data: RawData, isBinary: boolean): void {
    // What comes after the end, or after a close of ours, has no receiver.
    if (this.hasExited || this.socket.readyState !== this.socket.OPEN) {
      return;
    }
    try {
      if (isBinary) {
        const bytes = toBytes(data);
        // In text a terminal's answers are told from what is typed.
        this.attachment?.write(isUtf8(bytes) ? bytes.toString('utf8') : bytes);
      } else {
        this.control(parse(CONTROL, parseMessage(data), 'message'));
      }
    } catch (error) {
      this.refuse(error);
    }
  }

  private control(control: z.infer<typeof CONTROL>): void {
    if ('resize' in control) {
      this.attachment?.resize(control.resize);
    } else if ('signal' in control) {
      this.deps.sessions.signal(this.wish.session.id, control.signal);
    } else {
      this.close({ code: 1000, reason: 'detach' });
    }
  }

  private handleExit(session: SessionInfo): void {
    this.announce();
    this.hasExited = true;
    if (session.isKilled || (session.isLost && session.persistence === 'host')) {
      // It leaves the list at once, or is gone with its host: it cannot be drawn any more.
      this.sink.flow.abandon();
    }
    this.sink.end(() => this.conclude(session));
  }

  private conclude({ exitCode, exitSignal, agentExitCode, isKilled }: SessionInfo): void {
    this.sink.sendMessage({ exit: { exitCode, signal: exitSignal, agentExitCode } });
    this.close({ code: 1000, reason: isKilled ? 'kill' : 'exit' });
  }

  /** Sends the message that the viewer is attached, which comes before all else. */
  private announce(): void {
    if (!this.isAnnounced) {
      this.isAnnounced = true;
      const { id: sessionId, dimensions } = this.wish.session;
      this.sink.sendMessage({ attached: { sessionId, ...(this.wish.size ?? dimensions) } });
    }
  }

  private close(closing: Closing): void {
    closeSocket(this.socket, closing);
    this.dispose();
  }
}
