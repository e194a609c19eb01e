import { Deferred } from '../../base/deferred';
import { SessionError } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { clampDimensions } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import { detachedError, ViewerCalls } from '../../pty/session/viewerCalls';
import type { AttachOptions, Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import type { FrameKind } from '../protocol/frame';
import type { HostMessage } from '../protocol/messages';
import { toCodedError } from './hostErrors';
import type { HostLink } from './hostLink';

/** A message of the host about one stream. */
export type StreamMessage = Extract<HostMessage, { readonly stream: number }>;

/** A receiver of a session's output, across connections. */
export interface HostStream {
  /** The session at the time of the attach. */
  readonly session: SessionInfo;
  /** Attaches it over the current connection, if there is one. */
  join(): void;
  handleFrame(kind: FrameKind, content: Uint8Array): void;
  handleMessage(note: StreamMessage): void;
  /** The session was removed. */
  handleRemoved(): void;
  /** The session's last program has ended. */
  end(session: SessionInfo): void;
  /** The window is closing. */
  abandon(error: Error): void;
}

/** What a viewer needs of the window's other streams. */
interface ViewerDeps {
  readonly stream: number;
  readonly link: HostLink;
  readonly logger: Pick<Logger, 'error'>;
  /** The viewer receives nothing more. */
  handleDetached(): void;
}

interface PendingRedraw {
  readonly scope: RedrawScope;
  readonly onScreen: (screen: string) => void;
}

/**
 * One viewer of a session in a host. It outlives the connection: after a reconnection its screen is
 * drawn again, and its pending requests are sent again.
 */
export class HostViewer implements Attachment, HostStream {
  private readonly calls: ViewerCalls;
  private readonly attached = new Deferred<void>();
  private decoder = new TextDecoder();
  /** In the order in which they were requested. */
  private redraws: readonly PendingRedraw[] = [];
  private isAttached = false;
  private mayRetry = true;
  private isDetached = false;
  private isBehind = false;
  /** Whether its session was removed. */
  private isOver = false;
  /** Whether its session has ended and `onExit` was called. */
  private hasEnded = false;
  private dimensions: Dimensions | undefined;

  constructor(
    readonly session: SessionInfo,
    private readonly options: AttachOptions,
    private readonly deps: ViewerDeps,
  ) {
    this.dimensions = options.dimensions && this.clamp(options.dimensions);
    this.calls = new ViewerCalls((error) =>
      deps.logger.error(
        `A viewer of ${session.id} failed. Its further errors are not logged.`,
        error,
      ),
    );
  }

  get sessionId(): string {
    return this.session.id;
  }

  /**
   * Settles when it is attached for the first time, or the session has ended. @throws the host's
   * error if it refuses.
   */
  get ready(): Promise<void> {
    return this.attached.promise;
  }

  join(): void {
    const { link, stream } = this.deps;
    const { sessionId: id, dimensions } = this;
    const { scrollback, isTerminal } = this.options;
    this.mayRetry = true;
    this.decoder = new TextDecoder();
    link.note({ note: 'attach', stream, id, dimensions, scrollback, isTerminal });
    if (this.isBehind || this.redraws.length > 0) {
      link.note({ note: 'fallBehind', stream });
    }
    this.redraws.forEach(({ scope }) => link.note({ note: 'redraw', stream, scope }));
  }

  handleFrame(kind: FrameKind, content: Uint8Array): void {
    if (kind === 'output') {
      this.handleOutput(content);
    } else if (kind === 'drawing') {
      this.handleDrawing(Buffer.from(content).toString());
    } else if (kind === 'redrawn') {
      this.handleRedrawn(Buffer.from(content).toString());
    }
  }

  handleMessage(note: StreamMessage): void {
    switch (note.note) {
      case 'attached':
        this.isAttached = true;
        this.attached.resolve();
        break;
      case 'refused':
        this.handleRefused(toCodedError(note.code, note.message));
        break;
      case 'exit':
        this.end(note.session);
        break;
    }
  }

  /** A viewer that was attached before is attached again, once for each connection. */
  private handleRefused(error: Error): void {
    if (!this.isAttached) {
      this.abandon(error);
    } else if (SessionError.is(error, 'SESSION_NOT_FOUND')) {
      // The session was removed before it could be attached to: its exit has passed.
      this.handleRemoved();
      this.end({ ...this.session, state: 'terminated', pid: null });
    } else if (this.mayRetry) {
      this.join();
      this.mayRetry = false;
    }
  }

  /** Calls `onExit` once, after the last output. */
  end(session: SessionInfo): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    if (!this.isAwaitingAll) {
      this.pass(this.decoder.decode());
    }
    this.calls.run(() => this.options.onExit(session));
    if (this.isOver) {
      this.dispose();
    }
  }

  /** After `onExit` the viewer is of no more use. */
  handleRemoved(): void {
    this.isOver = true;
    if (this.hasEnded) {
      this.dispose();
    }
  }

  abandon(error: Error): void {
    this.attached.reject(error);
    this.dispose();
  }

  write(data: string | Uint8Array): void {
    this.requireAttached();
    const { link, stream } = this.deps;
    const isText = typeof data === 'string';
    // A copy: the caller may reuse its buffer before it is sent.
    const content = isText ? Buffer.from(data) : Uint8Array.from(data);
    link.send(this.sessionId, { kind: isText ? 'typedText' : 'typedBytes', stream, content });
  }

  resize(dimensions: Dimensions): void {
    this.requireAttached();
    const { link, stream } = this.deps;
    this.dimensions = this.clamp(dimensions);
    link.note({ note: 'resizeViewer', stream, dimensions: this.dimensions });
  }

  fallBehind(): void {
    this.isBehind = true;
    if (!this.isDetached) {
      this.deps.link.note({ note: 'fallBehind', stream: this.deps.stream });
    }
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    if (scope === 'all') {
      this.isBehind = false;
    }
    if (!this.isDetached) {
      this.redraws = [...this.redraws, { scope, onScreen }];
      this.deps.link.note({ note: 'redraw', stream: this.deps.stream, scope });
    }
  }

  dispose(): void {
    const { link, stream } = this.deps;
    if (!this.isDetached) {
      this.isDetached = true;
      this.calls.leave();
      this.redraws = [];
      // If the host has not answered yet, its caller gets a viewer that is detached.
      this.attached.resolve();
      link.note({ note: 'detach', stream });
      link.handleDetached(stream);
      this.deps.handleDetached();
    }
  }

  private requireAttached(): void {
    if (this.isDetached) {
      throw detachedError(this.sessionId);
    }
  }

  /** Whether a complete drawing is pending, which includes all output before it. */
  private get isAwaitingAll(): boolean {
    return this.redraws.some(({ scope }) => scope === 'all');
  }

  private handleOutput(bytes: Uint8Array): void {
    const { onBytes } = this.options;
    if (this.hasEnded || this.isAwaitingAll) {
      return;
    }
    if (!onBytes) {
      this.pass(this.decoder.decode(bytes, { stream: true }));
    } else if (bytes.length > 0) {
      this.calls.run(() => onBytes(bytes));
    }
  }

  private handleDrawing(screen: string): void {
    if (!this.hasEnded && !this.isAwaitingAll) {
      this.decoder = new TextDecoder();
      this.pass(screen);
    }
  }

  /** The host answers in the order of the requests. */
  private handleRedrawn(screen: string): void {
    const [pending, ...rest] = this.redraws;
    this.redraws = rest;
    if (pending?.scope === 'all') {
      this.decoder = new TextDecoder();
    }
    this.calls.run(() => pending?.onScreen(screen));
  }

  /** Invalid numbers cannot be sent as JSON. */
  private clamp(wanted: Dimensions): Dimensions {
    return clampDimensions(wanted, this.dimensions ?? this.session.dimensions);
  }

  private pass(text: string): void {
    if (text !== '') {
      this.calls.run(() => this.options.onData(text));
    }
  }
}
