import { isUtf8 } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';
import type { Clock } from '../../base/clock';
import type { Dimensions } from '../../pty/ptyProcess';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { Attachment, SessionInfo } from '../../pty/sessionService';
import { toApiError } from '../../operations/apiError';
import { RESIZE } from '../../operations/declarations/resize';
import { SIGNAL } from '../../operations/declarations/signal';
import { parse } from '../../operations/parse';
import { closeSocket, parseMessage, refusalBy, toBytes, type Closing } from './socketMessages';
import { WebSocketSink } from './webSocketSink';

/**
 * The control messages that a viewer sends as text; keystrokes are binary. The names are public.
 */
const CONTROL = z.union([
  z.strictObject({ resize: RESIZE.input.omit({ session: true }) }),
  SIGNAL.input.omit({ session: true }),
  z.strictObject({ detach: z.literal(true) }),
]);

interface AttachSocketDeps {
  readonly sessions: SessionLookup<'attach' | 'signal'>;
  readonly clock: Clock;
}

/** The session to attach to, and how to display it. */
interface AttachRequest {
  readonly session: SessionInfo;
  /**
   * The size of the caller's terminal. A caller without one does not answer the program's queries.
   */
  readonly size: Dimensions | undefined;
  /**
   * How many rows above the screen to send; undefined for the default of `SessionService.attach`.
   */
  readonly scrollback: number | undefined;
}

/**
 * A viewer of a session over a WebSocket. It receives the screen, then all output, and sends
 * keystrokes. A viewer that reads too slowly is redrawn; one that reads nothing is disconnected.
 * The exit is sent after the viewer has read all output before it, so that the following close
 * discards nothing.
 */
export class AttachSocket {
  private readonly sink: WebSocketSink;
  private attachment: Attachment | undefined;
  private hasExited = false;
  private isAnnounced = false;

  constructor(
    private readonly deps: AttachSocketDeps,
    private readonly socket: WebSocket,
    private readonly request: AttachRequest,
  ) {
    this.sink = new WebSocketSink({
      clock: deps.clock,
      socket,
      source: () => this.attachment,
      onStalled: () => this.close({ code: 1008, reason: 'RATE_LIMITED' }),
    });
  }

  async start(): Promise<void> {
    const { socket, request } = this;
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('close', () => this.dispose());
    // Keystrokes wait in the socket until the viewer is attached.
    socket.pause();
    try {
      this.attachment = await requireSession(this.deps.sessions, request.session.id).attach({
        dimensions: request.size,
        scrollback: request.scrollback,
        isTerminal: request.size !== undefined,
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

  /** Closes the socket with the error's code; later messages are ignored. */
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
    // Input after the session's end or after the close is ignored.
    if (this.hasExited || this.socket.readyState !== this.socket.OPEN) {
      return;
    }
    try {
      if (isBinary) {
        const bytes = toBytes(data);
        // Only in text can a terminal's answers be distinguished from keystrokes.
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
      this.deps.sessions.find(this.request.session.id)?.signal(control.signal);
    } else {
      this.close({ code: 1000, reason: 'detach' });
    }
  }

  private handleExit(session: SessionInfo): void {
    this.announce();
    this.hasExited = true;
    if (session.isKilled || (session.isLost && session.persistence === 'host')) {
      // The session leaves the list at once, or its host has gone, so it cannot be redrawn.
      this.sink.flow.abandon();
    }
    this.sink.end(() => this.conclude(session));
  }

  private conclude({ exitCode, exitSignal, agentExitCode, isKilled }: SessionInfo): void {
    this.sink.sendMessage({ exit: { exitCode, signal: exitSignal, agentExitCode } });
    this.close({ code: 1000, reason: isKilled ? 'kill' : 'exit' });
  }

  /** Sends `attached`, which precedes all other messages. */
  private announce(): void {
    if (!this.isAnnounced) {
      this.isAnnounced = true;
      const { id: sessionId, dimensions } = this.request.session;
      this.sink.sendMessage({ attached: { sessionId, ...(this.request.size ?? dimensions) } });
    }
  }

  private close(closing: Closing): void {
    closeSocket(this.socket, closing);
    this.dispose();
  }
}
