import { toDisposable, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { noSessionError } from '../../pty/sessionBackend';
import type { AttachOptions, Attachment, SessionInfo } from '../../pty/sessionService';
import type { Frame } from '../protocol/frame';
import type { HostLink } from './hostLink';
import { HostViewer, type HostStream, type StreamMessage } from './hostViewer';
import { ACKNOWLEDGE_BYTES } from './limits';

/**
 * The viewers and listeners of a window, across connections: each new one attaches them again.
 * Processed bytes are acknowledged.
 */
export class HostStreams {
  private readonly streams = new Map<number, HostStream>();
  /** The bytes of each stream that were processed and not yet acknowledged. */
  private readonly processed = new Map<number, number>();
  private lastStream = 0;

  constructor(
    private readonly link: HostLink,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /**
   * Attaches over the current connection, or over the next one. Resolves with a detached viewer,
   * after its `onExit`, if the session ends before. @throws the host's error if it refuses.
   */
  async attach(session: SessionInfo, options: AttachOptions): Promise<Attachment> {
    const { link, logger } = this;
    const stream = ++this.lastStream;
    const handleDetached = (): void => this.close(stream);
    const viewer = new HostViewer(session, options, { stream, link, logger, handleDetached });
    this.open(stream, viewer);
    await viewer.ready;
    return viewer;
  }

  /**
   * Passes a session's output to a listener that is not a viewer. What is written while disconnected
   * is not sent later.
   */
  watch(session: SessionInfo, listener: (bytes: Uint8Array) => void): Disposable {
    const { link } = this;
    const stream = ++this.lastStream;
    const { id } = session;
    const close = (): void => {
      if (this.streams.has(stream)) {
        link.note({ note: 'unwatch', stream });
        this.close(stream);
      }
    };
    this.open(stream, {
      session,
      join: () => link.note({ note: 'watch', id, stream }),
      handleFrame: (_kind, content) => content.length > 0 && listener(content),
      handleMessage() {},
      handleRemoved: close,
      end: close,
      abandon: close,
    });
    return toDisposable(close);
  }

  /** Attaches all over a new connection. */
  rejoin(): void {
    this.processed.clear();
    this.streams.forEach((stream) => stream.join());
  }

  handleFrame({ kind, stream, content }: Frame): void {
    const target = this.streams.get(stream);
    if (!target) {
      return;
    }
    this.guard(() => target.handleFrame(kind, content));
    const bytes = (this.processed.get(stream) ?? 0) + content.length;
    const isDue = bytes >= ACKNOWLEDGE_BYTES;
    this.processed.set(stream, isDue ? 0 : bytes);
    if (isDue) {
      this.link.note({ note: 'acknowledge', stream, bytes });
    }
  }

  handleMessage(note: StreamMessage): void {
    this.guard(() => this.streams.get(note.stream)?.handleMessage(note));
  }

  /** A session was removed: viewers that have received its exit are forgotten. */
  handleRemoved(session: SessionInfo): void {
    this.of(session).forEach((stream) => stream.handleRemoved());
  }

  /** A session has ended with its host, or while disconnected. */
  endAll(session: SessionInfo): void {
    this.of(session).forEach((stream) => {
      stream.handleRemoved();
      stream.end(session);
    });
  }

  /** Forgets all, because the window is closing. */
  clear(): void {
    [...this.streams.values()].forEach((stream) =>
      stream.abandon(noSessionError(stream.session.id)),
    );
  }

  private open(number: number, stream: HostStream): void {
    this.streams.set(number, stream);
    stream.join();
  }

  private close(number: number): void {
    this.streams.delete(number);
    this.processed.delete(number);
  }

  private of({ id, generation }: SessionInfo): readonly HostStream[] {
    return [...this.streams.values()].filter(
      ({ session }) => session.id === id && session.generation === generation,
    );
  }

  /** An error in one stream does not affect the others. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error('A message of the session host could not be processed.', error);
    }
  }
}
