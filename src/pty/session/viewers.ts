import { SessionError } from '../../base/errors';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { MAX_VIEWERS } from '../limits';
import { OpenQuestions } from '../screen/openQuestions';
import { clampDimensions, isSameSize } from '../ptyDimensions';
import type { Dimensions } from '../ptyProcess';
import type { Screen } from '../screen/screen';
import type { ScreenSnapshot } from '../screen/serializer/screenSnapshot';
import type { AttachOptions, Attachment, SessionInfo } from '../sessionService';
import {
  findAnswers,
  hasKeys,
  isTerminalAnswer,
  withoutAnswers,
  withoutStatusAnswers,
} from '../screen/escapes/terminalAnswers';
import { Viewer, type ViewerHost } from './viewer';

/** What viewers may do to the session that they watch. */
export interface ViewedSession {
  readonly id: string;
  dimensions(): Dimensions;
  write(data: Uint8Array): void;
  /** A person typed in a viewer. */
  handleTyped(): void;
  resize(dimensions: Dimensions): void;
  /** Takes a size now that waits for its turn. */
  settleSize(): void;
  /** A viewer came or went. */
  handleViewersChanged(): void;
}

interface ViewersDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Those who watch one session. A viewer that throws is logged, and costs neither the others
 * nor the session anything.
 *
 * A program's questions are answered by one party: the terminal that came last of those that
 * are not behind, or the screen where there is none. The size is that of the viewer who last typed or changed its own.
 */
export class Viewers implements Disposable, ViewerHost {
  /** In the order in which they came. */
  private viewers: readonly Viewer[] = [];
  private ended: SessionInfo | undefined;
  /** Who answers the program; the screen if nobody. */
  private answering: Viewer | undefined;
  private readonly questions: OpenQuestions;

  constructor(
    private readonly session: ViewedSession,
    private readonly screen: Screen,
    private readonly deps: ViewersDeps,
  ) {
    this.questions = new OpenQuestions(deps.clock);
    this.screen.answersQueries = true;
  }

  get sessionId(): string {
    return this.session.id;
  }

  get count(): number {
    return this.viewers.length;
  }

  /** Output of the program, which the screen has had. */
  push(chunk: Uint8Array): void {
    if (this.answering) {
      this.questions.push(chunk);
    }
    this.viewers.forEach((viewer) => viewer.push(chunk));
  }

  /**
   * Adds a viewer and draws the screen for it. It takes part from this call on, so nothing
   * is lost and nothing comes twice between the screen and the output after it.
   */
  async attach(options: AttachOptions): Promise<Attachment> {
    if (this.viewers.length >= MAX_VIEWERS) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${this.session.id} has ${MAX_VIEWERS} viewers, which is the most: detach one first.`,
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
      // Nobody has it, so nobody could let go of it.
      viewer.dispose();
      throw error;
    }
    return viewer;
  }

  /** The program has ended: every viewer is told, after its last output. */
  end(session: SessionInfo): void {
    this.ended = session;
    this.viewers.forEach((viewer) => viewer.end(session));
  }

  write(viewer: Viewer, data: string | Uint8Array): void {
    const isText = typeof data === 'string';
    if (isText && viewer === this.answering) {
      findAnswers(data).forEach((answer) => this.questions.close(answer));
    }
    const pass = viewer === this.answering ? withoutStatusAnswers : withoutAnswers;
    const input = isText ? pass(data) : data;
    if (input === '') {
      return;
    }
    if (!isText || !isTerminalAnswer(data)) {
      this.takeSizeOf(viewer);
    }
    if (!isText || hasKeys(data)) {
      this.session.handleTyped();
    }
    this.session.write(typeof input === 'string' ? Buffer.from(input) : input);
  }

  resize(_viewer: Viewer, dimensions: Dimensions): void {
    this.session.resize(dimensions);
  }

  leave(viewer: Viewer): void {
    if (this.viewers.includes(viewer)) {
      this.set(this.viewers.filter((other) => other !== viewer));
    }
  }

  handleWholeness(): void {
    const answering = this.viewers.filter(({ canAnswer }) => canAnswer).at(-1);
    if (answering !== this.answering) {
      this.answering = answering;
      this.screen.answersQueries = answering === undefined;
      this.answerForLast();
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

  /** The session is gone: nobody can do anything with it any more. */
  dispose(): void {
    this.viewers.forEach((viewer) => viewer.abandon());
  }

  private takeSizeOf(viewer: Viewer): void {
    const dimensions = this.session.dimensions();
    const wanted = viewer.dimensions && clampDimensions(viewer.dimensions, dimensions);
    if (wanted && !isSameSize(wanted, dimensions)) {
      this.session.resize(wanted);
    }
  }

  /** Nobody hears any more what another terminal was asked and has not answered, so the screen does. */
  private answerForLast(): void {
    const questions = this.questions.take();
    if (questions !== '' && !this.ended) {
      this.screen.answer(questions);
    }
  }

  private set(viewers: readonly Viewer[]): void {
    this.viewers = viewers;
    this.handleWholeness();
    this.session.handleViewersChanged();
  }
}
