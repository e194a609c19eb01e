import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { StatusService } from '../../status/statusService';
import { requestOf, type ShownRequest } from '../../status/activity';
import type { AnswerService } from './answerService';

/** How long a dialog may be shown in part, because it is being drawn, in milliseconds. */
const DRAWN_WITHIN_MS = 2000;

/** How long after its start an agent may ask whether it may trust its folder, in milliseconds. */
const ASKS_WITHIN_MS = 60_000;

/**
 * Approves the question of an agent whether it may trust its folder, once, if the start requested
 * that, and notifies the person.
 */
export class TrustAnswers implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly deps: {
      readonly answers: Pick<AnswerService, 'approve'>;
      readonly status: StatusService;
      readonly clock: Clock;
      /** Shows the person one sentence. */
      readonly notify: (message: string) => void;
    },
  ) {}

  /** Approves the trust question of this session when it is asked. */
  give(sessionId: string): void {
    const { status, clock } = this.deps;
    const waiting = this.store.add(new DisposableStore());
    const asked = (): ShownRequest | undefined => {
      const { state } = status.get(sessionId);
      return state.kind === 'needsInput' && state.need === 'trust' ? requestOf(state) : undefined;
    };
    const explain = (): void => {
      const request = asked();
      if (request?.kind === 'partial') {
        this.store.delete(waiting);
        this.deps.notify(
          `${sessionId} asks whether to trust its folder: answer it there, because ${request.why}.`,
        );
      }
    };
    const check = (): void => {
      const request = asked();
      if (request?.kind === 'whole') {
        this.store.delete(waiting);
        void this.answer(sessionId, request.text);
      } else if (request) {
        waiting.add(clock.schedule(DRAWN_WITHIN_MS, explain));
      }
    };
    waiting.add(status.onDidChange((id) => id === sessionId && check()));
    waiting.add(clock.schedule(ASKS_WITHIN_MS, () => this.store.delete(waiting)));
    check();
  }

  dispose(): void {
    this.store.dispose();
  }

  private async answer(sessionId: string, request: string): Promise<void> {
    try {
      await this.deps.answers.approve(sessionId, request);
      this.deps.notify(`${sessionId} was allowed to trust its folder, as its start requested.`);
    } catch (error) {
      this.deps.notify(
        `The trust question of ${sessionId} could not be answered: ${toMessage(error)}`,
      );
    }
  }
}
