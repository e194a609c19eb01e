import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { OutputRing } from './outputRing';
import type { Dimensions } from './ptyProcess';
import type { AttachOptions, Attachment, SessionInfo } from './sessionService';
import { withoutQueries } from './terminalQueries';

/** What a viewer may do to the session that it watches. */
export interface ViewedSession {
  readonly id: string;
  write(data: Uint8Array): void;
  resize(dimensions: Dimensions): void;
  /** A viewer came or went. */
  handleViewersChanged(): void;
}

/**
 * Those who watch one session, and the output kept for those who come later. A viewer that
 * throws is logged, and costs neither the others nor the session anything.
 */
export class Viewers implements Disposable {
  private readonly ring = new OutputRing();
  private readonly viewers = new Set<Viewer>();

  constructor(
    private readonly session: ViewedSession,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  get count(): number {
    return this.viewers.size;
  }

  /** Output of the program: to every viewer, and kept. */
  push(chunk: Uint8Array): void {
    this.ring.push(chunk, this.viewers.size > 0);
    for (const viewer of this.viewers) {
      this.guard(() => viewer.push(chunk));
    }
  }

  /**
   * Adds a viewer. Replay and subscription are one step without a pause between
   * them, so nothing is lost and nothing comes twice.
   */
  attach(options: AttachOptions): Attachment {
    const viewer = new Viewer(this.session, options, () => this.detach(viewer));
    const { seen, unseen } = this.ring.replay();
    this.guard(() => viewer.replay(seen, unseen));
    this.viewers.add(viewer);
    this.session.handleViewersChanged();
    return viewer;
  }

  /** The program has ended: every viewer is told, after its last output. */
  end(session: SessionInfo): void {
    for (const viewer of this.viewers) {
      this.guard(() => viewer.end(session));
    }
  }

  /** The session is gone: nobody can do anything with it any more. */
  dispose(): void {
    [...this.viewers].forEach((viewer) => viewer.dispose());
  }

  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error(`A viewer of ${this.session.id} failed.`, error);
    }
  }

  private detach(viewer: Viewer): void {
    if (this.viewers.delete(viewer)) {
      this.session.handleViewersChanged();
    }
  }
}

/** One viewer: decodes its own stream, since it may have begun in the middle of another's character. */
class Viewer implements Attachment {
  private readonly decoder = new TextDecoder();
  private attached = true;
  readonly sessionId: string;

  constructor(
    private readonly session: ViewedSession,
    private readonly options: AttachOptions,
    private readonly onDetach: () => void,
  ) {
    this.sessionId = session.id;
  }

  replay(seen: Uint8Array, unseen: Uint8Array): void {
    this.send(withoutQueries(this.decoder.decode(seen, { stream: true })));
    this.push(unseen);
  }

  push(chunk: Uint8Array): void {
    this.send(this.decoder.decode(chunk, { stream: true }));
  }

  end(session: SessionInfo): void {
    this.send(this.decoder.decode());
    this.options.onExit(session);
  }

  write(data: string | Uint8Array): void {
    this.requireAttached();
    this.session.write(typeof data === 'string' ? Buffer.from(data) : data);
  }

  resize(dimensions: Dimensions): void {
    this.requireAttached();
    this.session.resize(dimensions);
  }

  dispose(): void {
    this.attached = false;
    this.onDetach();
  }

  private send(text: string): void {
    if (text !== '') {
      this.options.onData(text);
    }
  }

  private requireAttached(): void {
    if (!this.attached) {
      throw new SessionError(
        'DETACHED',
        `This viewer has left session ${this.sessionId}: attach to the session again to go on, attach('${this.sessionId}').`,
      );
    }
  }
}
