import type { Logger } from '../../base/logger';
import { Deferred } from '../../base/deferred';
import { noSessionError } from '../../pty/sessionBackend';
import type { AttachOptions, Attachment, SessionInfo } from '../../pty/sessionService';
import { ATTACH } from '../protocol/calls';
import type { ClientNote } from '../protocol/notes';
import type { HostConnection } from './hostConnection';
import { ClosedError } from './hostErrors';
import type { HostStreams } from './hostStreams';
import { HostViewer, type ViewerWire } from './hostViewer';
import type { Outbox } from './outbox';

export interface HostViewersDeps {
  readonly streams: HostStreams;
  readonly outbox: Outbox;
  /** The connection, if there is one. */
  readonly connection: () => HostConnection | undefined;
  readonly logger: Pick<Logger, 'error'>;
}

/** The viewers of one window, whatever connection they have. */
export class HostViewers implements ViewerWire {
  /** Those who have not left, with what waits for their first drawing. */
  private readonly viewers = new Map<HostViewer, Deferred<void> | undefined>();
  private lastRedraw = 0;

  constructor(private readonly deps: HostViewersDeps) {}

  /** Joins over the connection that there is, or over the next one. @throws what the host refuses it with. */
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

  /** A new connection: settles once all are back on it. One that has come over it is there already. */
  async rejoin(connection: HostConnection): Promise<void> {
    await Promise.all(
      [...this.viewers.keys()]
        .filter((viewer) => !viewer.isKnown)
        .map((viewer) => this.join(connection, viewer, viewer.hasAsked)),
    );
  }

  handleDropped(): void {
    [...this.viewers.keys()].forEach((viewer) => viewer.handleDropped());
  }

  /** A session has ended with its host, or while nobody could tell: its viewers are told, and forgotten. */
  endAll(session: SessionInfo, why: () => Error): void {
    for (const [viewer, joining] of [...this.viewers]) {
      if (isOf(viewer, session)) {
        joining?.reject(why());
        viewer.handleRemoved();
        viewer.end(session);
      }
    }
  }

  /** A session has left the list: nothing comes of it any more for those who know its end. */
  handleRemoved(session: SessionInfo): void {
    [...this.viewers.keys()]
      .filter((viewer) => isOf(viewer, session))
      .forEach((viewer) => viewer.handleRemoved());
  }

  /** The window lets go of all. */
  clear(): void {
    for (const [viewer, joining] of [...this.viewers]) {
      joining?.reject(noSessionError(viewer.sessionId));
      this.forget(viewer);
    }
  }

  send(note: ClientNote): void {
    this.deps.connection()?.note(note);
  }

  type(viewer: HostViewer, data: string | Uint8Array): void {
    const isText = typeof data === 'string';
    // A copy: the caller may use its buffer again before this one was taken.
    const content = isText ? Buffer.from(data) : Uint8Array.from(data);
    const kind = isText ? 'typedText' : 'typedBytes';
    this.deps.outbox.type(content.length, (seq) => {
      const connection = this.deps.connection();
      if (viewer.isDetached) {
        connection?.note(inputNote(viewer.sessionId, content, seq));
      } else {
        connection?.send({ kind, stream: viewer.stream, seq, content });
      }
    });
  }

  nextRedraw(): number {
    return ++this.lastRedraw;
  }

  leave(viewer: HostViewer): void {
    this.send({ note: 'detach', stream: viewer.stream });
    this.forget(viewer);
  }

  handleError({ sessionId }: HostViewer, error: unknown): void {
    this.deps.logger.error(
      `A viewer of ${sessionId} failed; what else fails there is not told.`,
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
      // Else the next connection is for it.
      if (!(error instanceof ClosedError)) {
        this.handleRefused(viewer, error);
      }
    }
  }

  /** What is refused when it comes was never there; who returns has lost its session and is told its end by that. */
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

/** Keystrokes of no viewer. */
export function inputNote(id: string, content: Uint8Array, seq: number): ClientNote {
  return { note: 'input', id, base64: Buffer.from(content).toString('base64'), seq };
}

function isOf({ session }: HostViewer, { id, life }: SessionInfo): boolean {
  return session.id === id && session.life === life;
}
