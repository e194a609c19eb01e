import type { Logger } from '../../base/logger';
import { Deferred } from '../../base/deferred';
import { noSessionError } from '../../pty/sessionBackend';
import type { AttachOptions, Attachment, SessionInfo } from '../../pty/sessionService';
import { ATTACH } from '../protocol/calls';
import type { ClientMessage } from '../protocol/messages';
import type { HostConnection } from './hostConnection';
import { ClosedError } from './hostErrors';
import type { HostStreams } from './hostStreams';
import { HostViewer, type ViewerConnection } from './hostViewer';
import type { Outbox } from './outbox';

interface HostViewersDeps {
  readonly streams: HostStreams;
  readonly outbox: Outbox;
  /** The connection, if there is one. */
  readonly connection: () => HostConnection | undefined;
  readonly logger: Pick<Logger, 'error'>;
}

/** The viewers of one window, across connections. */
export class HostViewers implements ViewerConnection {
  /** The attached viewers, with the promise of their first drawing while it is pending. */
  private readonly viewers = new Map<HostViewer, Deferred<void> | undefined>();
  private lastRedraw = 0;

  constructor(private readonly deps: HostViewersDeps) {}

  /**
   * Attaches over the current connection, or over the next one. Resolves with a detached viewer, after its `onExit`, if
   * the session ends before. @throws the host's error if it refuses.
   */
  async attach(session: SessionInfo, options: AttachOptions): Promise<Attachment> {
    const viewer = new HostViewer(session, options, this);
    viewer.stream = this.deps.streams.open(viewer);
    const joining = new Deferred<void>();
    this.viewers.set(viewer, joining);
    const connection = this.deps.connection();
    if (connection) {
      void this.join(connection, viewer, false);
    }
    await joining.promise;
    return viewer;
  }

  /**
   * Attaches all viewers over a new connection; settles when that is done. Skips viewers that have
   * already called over it.
   */
  async rejoin(connection: HostConnection): Promise<void> {
    await Promise.all(
      [...this.viewers.keys()]
        .filter((viewer) => !viewer.hasCalled)
        .map((viewer) => this.join(connection, viewer, viewer.wasAttaching)),
    );
  }

  handleDropped(): void {
    [...this.viewers.keys()].forEach((viewer) => viewer.handleDropped());
  }

  /**
   * A session has ended with its host, or while disconnected: its viewers get `onExit` and are
   * forgotten.
   */
  endAll(session: SessionInfo): void {
    for (const viewer of [...this.viewers.keys()].filter((one) => isOf(one, session))) {
      viewer.handleRemoved();
      viewer.end(session);
    }
  }

  /** A session was removed: viewers that have received its exit are forgotten. */
  handleRemoved(session: SessionInfo): void {
    [...this.viewers.keys()]
      .filter((viewer) => isOf(viewer, session))
      .forEach((viewer) => viewer.handleRemoved());
  }

  /** Forgets all viewers, because the window is closing. */
  clear(): void {
    for (const [viewer, joining] of [...this.viewers]) {
      joining?.reject(noSessionError(viewer.sessionId));
      this.forget(viewer);
    }
  }

  send(note: ClientMessage): void {
    this.deps.connection()?.note(note);
  }

  type(viewer: HostViewer, data: string | Uint8Array): void {
    const isText = typeof data === 'string';
    // A copy: the caller may reuse its buffer before the host has accepted the input.
    const content = isText ? Buffer.from(data) : Uint8Array.from(data);
    const kind = isText ? 'typedText' : 'typedBytes';
    this.deps.outbox.type(content.length, (seq) => {
      const connection = this.deps.connection();
      if (viewer.isDetached) {
        connection?.note(inputMessage(viewer.sessionId, content, seq));
      } else {
        connection?.send({ kind, stream: viewer.stream, seq, content });
      }
    });
  }

  nextRedraw(): number {
    return ++this.lastRedraw;
  }

  detach(viewer: HostViewer): void {
    this.send({ note: 'detach', stream: viewer.stream });
    // If its session was removed before the host answered, it has received the exit, and the attach ends.
    this.viewers.get(viewer)?.resolve();
    this.forget(viewer);
  }

  handleError({ sessionId }: HostViewer, error: unknown): void {
    this.deps.logger.error(
      `A viewer of ${sessionId} failed. Its further errors are not logged.`,
      error,
    );
  }

  private async join(
    connection: HostConnection,
    viewer: HostViewer,
    isReturning: boolean,
  ): Promise<void> {
    try {
      await connection.call(ATTACH, viewer.call(isReturning));
      if (connection.isOpen) {
        viewer.handleJoined();
        this.viewers.get(viewer)?.resolve();
        this.settle(viewer);
      }
    } catch (error) {
      // Otherwise the viewer is attached over the next connection.
      if (!(error instanceof ClosedError)) {
        this.handleRefused(viewer, error);
      }
    }
  }

  /**
   * If the first attach is refused, the caller gets the error. If a later one is refused, the
   * session has ended, and its exit follows.
   */
  private handleRefused(viewer: HostViewer, error: unknown): void {
    const joining = this.viewers.get(viewer);
    if (joining) {
      joining.reject(error);
      this.forget(viewer);
    }
  }

  private settle(viewer: HostViewer): void {
    if (this.viewers.has(viewer)) {
      this.viewers.set(viewer, undefined);
    }
  }

  private forget(viewer: HostViewer): void {
    this.viewers.delete(viewer);
    this.deps.streams.close(viewer.stream);
  }
}

/** Builds a message with input that comes from no viewer. */
export function inputMessage(id: string, content: Uint8Array, seq: number): ClientMessage {
  return { note: 'input', id, base64: Buffer.from(content).toString('base64'), seq };
}

function isOf({ session }: HostViewer, { id, generation }: SessionInfo): boolean {
  return session.id === id && session.generation === generation;
}
