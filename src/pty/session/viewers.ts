import { SessionError } from '../../base/errors';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { MAX_VIEWERS } from '../limits';
import type { OutputMarks } from '../screen/escapes/outputMarks';
import { OpenQueries } from '../screen/openQueries';
import type { Dimensions } from '../ptyProcess';
import type { Screen } from '../screen/screen';
import type { ScreenSnapshot } from '../screen/screenSnapshot';
import type { AttachOptions, Attachment, SessionHandle, SessionInfo } from '../sessionService';
import {
  findAnswers,
  hasKeys,
  isTerminalAnswer,
  withoutAnswers,
  withoutStatusAnswers,
} from '../screen/escapes/terminalAnswers';
import { Viewer, type ViewerCallbacks } from './viewer';

/** The session of viewers. */
export interface ViewedSession extends Pick<SessionHandle, 'resize' | 'write'> {
  readonly id: string;
  readonly dimensions: Dimensions;
  /** A person typed in a viewer. */
  handleTyped(): void;
  /** Applies a waiting size now. */
  settleSize(): void;
  /** A viewer attached or detached. */
  handleViewers(count: number): void;
}

const ESC = '\x1b';

interface ViewersDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * The viewers of one session. An error of a viewer is logged and affects neither the session nor
 * other viewers.
 *
 * One party answers the program's queries: the newest terminal that is not behind, or the screen if
 * no terminal qualifies. The session has the size of the viewer that last typed or was resized.
 */
export class Viewers implements Disposable, ViewerCallbacks {
  /** In the order of their attachment. */
  private viewers: readonly Viewer[] = [];
  private ended: SessionInfo | undefined;
  /** The viewer that answers the program's queries; undefined: the screen answers. */
  private answering: Viewer | undefined;
  private readonly queries: OpenQueries;

  constructor(
    private readonly session: ViewedSession,
    private readonly screen: Screen,
    private readonly deps: ViewersDeps,
  ) {
    this.queries = new OpenQueries(deps.clock);
    this.screen.answersQueries = true;
  }

  get sessionId(): string {
    return this.session.id;
  }

  get count(): number {
    return this.viewers.length;
  }

  /** Passes on output of the program. The screen must have received it before. */
  push(chunk: Uint8Array, marks?: OutputMarks): void {
    if (this.answering) {
      this.queries.push(chunk, marks);
    }
    this.viewers.forEach((viewer) => viewer.push(chunk));
  }

  /**
   * Adds a viewer and draws the screen for it. The viewer counts from this call on, so no output is
   * lost or repeated between the screen and the output after it.
   * @throws {SessionError} `ILLEGAL_STATE` beyond `MAX_VIEWERS`.
   */
  async attach(options: AttachOptions): Promise<Attachment> {
    if (this.viewers.length >= MAX_VIEWERS) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${this.session.id} has ${MAX_VIEWERS} viewers, the maximum: detach one first.`,
      );
    }
    const viewer = new Viewer(this, options);
    if (options.dimensions) {
      this.session.resize(options.dimensions);
      this.session.settleSize();
    }
    this.set([...this.viewers, viewer]);
    if (this.ended) {
      viewer.end(this.ended);
    }
    try {
      await viewer.join();
    } catch (error) {
      // The caller gets no viewer, so it cannot dispose it.
      viewer.dispose();
      throw error;
    }
    return viewer;
  }

  /** Reports the end of the program to every viewer, after its last output. */
  end(session: SessionInfo): void {
    this.ended = session;
    this.viewers.forEach((viewer) => viewer.end(session));
  }

  write(viewer: Viewer, data: string | Uint8Array): void {
    if (typeof data !== 'string' || !data.includes(ESC)) {
      this.type(viewer, data);
      return;
    }
    if (viewer === this.answering) {
      findAnswers(data).forEach((answer) => this.queries.close(answer));
    }
    const input = viewer === this.answering ? withoutStatusAnswers(data) : withoutAnswers(data);
    if (hasKeys(data)) {
      this.type(viewer, input);
    } else if (input !== '') {
      // Of the mouse and of focus, which takes the size, or an answer.
      this.takeSizeOf(isTerminalAnswer(data) ? undefined : viewer);
      this.session.write(input);
    }
  }

  resize(_viewer: Viewer, dimensions: Dimensions): void {
    this.session.resize(dimensions);
  }

  leave(viewer: Viewer): void {
    if (this.viewers.includes(viewer)) {
      this.set(this.viewers.filter((other) => other !== viewer));
    }
  }

  handleCaughtUpChanged(): void {
    const answering = this.viewers.filter(({ canAnswer }) => canAnswer).at(-1);
    if (answering !== this.answering) {
      this.answering = answering;
      this.screen.answersQueries = answering === undefined;
      this.answerOpenQueries();
    }
  }

  snapshot(scrollback: number | undefined): Promise<ScreenSnapshot> {
    return this.screen.snapshot(scrollback === undefined ? {} : { scrollback });
  }

  handleError(error: unknown): void {
    this.deps.logger.error(
      `A viewer of ${this.session.id} failed. Its further errors are not logged.`,
      error,
    );
  }

  /** The session was removed: detaches all viewers. */
  dispose(): void {
    this.viewers.forEach((viewer) => viewer.abandon());
  }

  private type(viewer: Viewer, input: string | Uint8Array): void {
    if (input.length > 0) {
      this.takeSizeOf(viewer);
      this.session.handleTyped();
      this.session.write(input);
    }
  }

  private takeSizeOf(viewer: Viewer | undefined): void {
    const wanted = viewer?.dimensions;
    const { cols, rows } = this.session.dimensions;
    if (wanted && (wanted.cols !== cols || wanted.rows !== rows)) {
      this.session.resize(wanted);
    }
  }

  /** Lets the screen answer the queries that the previous terminal has not answered. */
  private answerOpenQueries(): void {
    const questions = this.queries.take();
    if (questions !== '' && !this.ended) {
      this.screen.answer(questions);
    }
  }

  private set(viewers: readonly Viewer[]): void {
    this.viewers = viewers;
    this.handleCaughtUpChanged();
    this.session.handleViewers(viewers.length);
  }
}
