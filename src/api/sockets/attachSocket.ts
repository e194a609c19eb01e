import { isUtf8 } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Clock } from '../../base/clock';
import { Timer } from '../../base/timer';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment, SessionInfo, SessionService } from '../../pty/sessionService';
import { toApiError } from '../http/apiError';
import { STALLED_MS, VIEWER_BYTES } from '../limits';
import { RESIZE, SIGNAL } from '../http/requests';
import { parse } from '../http/route';
import { closeSocket, parseMessage, refusalBy, toBytes, type Closing } from './socketMessages';

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
 * is sent no more than it reads: one that falls behind gets the screen anew once it has read what
 * was sent, and one that does not read at all is dropped. The exit is told once all before it was
 * read, and after the last screen where that was missed.
 */
export class AttachSocket {
  private attachment: Attachment | undefined;
  /** `behind`: nothing is sent until all was read; `drawing`: the screen that comes then is made. */
  private pace: 'live' | 'behind' | 'drawing' = 'live';
  /** The session as it ended: the viewer is told once it has read what came before. */
  private ended: SessionInfo | undefined;
  private isTold = false;
  private readonly stalled: Timer;

  constructor(
    private readonly deps: AttachSocketDeps,
    private readonly socket: WebSocket,
    private readonly wish: AttachWish,
  ) {
    this.stalled = new Timer(deps.clock);
  }

  async start(): Promise<void> {
    const { socket, wish } = this;
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('close', () => this.end());
    // What is typed waits in the network for the viewer to be there.
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
      this.tellAttached();
    } catch (error) {
      this.close({ code: 1011, reason: toApiError(error).error.code });
    }
    socket.resume();
    if (socket.readyState !== socket.OPEN) {
      this.end();
    }
  }

  /** Closes it for the reason that the error says; nothing is taken from then on. */
  refuse(error: unknown): void {
    this.close(refusalBy(error));
  }

  private end(): void {
    this.stalled.dispose();
    this.attachment?.dispose();
  }

  private push(bytes: Uint8Array): void {
    this.tellAttached();
    if (this.pace === 'live') {
      this.send(bytes);
    }
    // The drawing at the start is as long as it is.
    if (this.attachment && this.pace === 'live' && this.socket.bufferedAmount > VIEWER_BYTES) {
      this.pace = 'behind';
      this.attachment.fallBehind();
      this.watch();
    }
  }

  private send(bytes: Uint8Array): void {
    this.socket.send(bytes, { binary: true }, () => this.handleRead());
  }

  /** Something that was sent has left. */
  private handleRead(): void {
    const isFollowed = this.pace === 'behind' || this.ended !== undefined;
    if (!isFollowed || this.socket.readyState !== this.socket.OPEN) {
      return;
    }
    this.watch();
    // Of what leaves at once each part is told, the first when all has left already.
    if (this.socket.bufferedAmount > 0) {
      return;
    }
    if (this.pace === 'behind') {
      this.draw();
    } else if (this.pace === 'live' && this.ended) {
      this.conclude(this.ended);
    }
  }

  private draw(): void {
    this.pace = 'drawing';
    if (!this.ended) {
      this.stalled.stop();
    }
    this.attachment?.redraw('all', (screen) => {
      this.pace = 'live';
      this.send(Buffer.from(screen));
    });
  }

  private watch(): void {
    this.stalled.start(STALLED_MS, () => this.close({ code: 1008, reason: 'RATE_LIMITED' }));
  }

  private receive(data: RawData, isBinary: boolean): void {
    // After the end, and after a close of ours, what still comes is nobody's.
    if (this.ended || this.socket.readyState !== this.socket.OPEN) {
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
    this.tellAttached();
    this.ended = session;
    if (session.isKilled || (session.isLost && session.persistence === 'host')) {
      // It leaves the list at once, or is gone with its host: nothing draws it any more.
      this.pace = 'live';
    } else if (this.pace === 'behind') {
      // Its last screen is drawn while it is kept; that waits behind what was sent.
      this.draw();
    }
    this.handleRead();
  }

  private conclude({ exitCode, exitSignal, agentExitCode, isKilled }: SessionInfo): void {
    this.tell({ exit: { exitCode, signal: exitSignal, agentExitCode } });
    this.close({ code: 1000, reason: isKilled ? 'kill' : 'exit' });
  }

  private tellAttached(): void {
    if (!this.isTold) {
      this.isTold = true;
      const { id: sessionId, dimensions } = this.wish.session;
      this.tell({ attached: { sessionId, ...(this.wish.size ?? dimensions) } });
    }
  }

  private tell(message: object): void {
    this.socket.send(JSON.stringify(message), () => this.handleRead());
  }

  private close(closing: Closing): void {
    closeSocket(this.socket, closing);
    this.end();
  }
}
