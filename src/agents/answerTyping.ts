import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { OptionChoice } from '../providers/answerFacts';
import { ENTER } from '../providers/keys';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import { readMenu, type MenuOption } from './answerMenu';
import { planOption, type AnswerStep } from './answerPlan';
import { formatQuestion, isSameDialog, readDialog, type Dialog } from './dialog';
import type { Keyboard } from './promptTyping';

/** How long an agent may take to take an answer, or to move its mark, in milliseconds. */
export const TAKEN_LIMIT_MS = 3000;

const LOOK_EVERY_MS = 100;

/** More moves of the mark than any list needs. */
const MOVES_LIMIT = 20;

/** What an answer to a dialog that shows this screen needs next. */
export type NextStep = (screen: readonly string[]) => AnswerStep;

export interface AnswerTypingDeps {
  readonly sessions: Pick<SessionService, 'get'>;
  readonly status: Pick<StatusService, 'explain'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Types one answer into one session whose keyboard it has, and sees what becomes of it. */
export class AnswerTyping {
  constructor(
    private readonly deps: AnswerTypingDeps,
    private readonly session: SessionInfo,
    private readonly keyboard: Keyboard,
  ) {}

  /** The dialog that the session shows now; undefined where it shows none, or has ended. */
  async look(): Promise<Dialog | undefined> {
    const { id } = this.session;
    if (!this.isRunning()) {
      return undefined;
    }
    try {
      return readDialog(await this.deps.status.explain(id));
    } catch (error) {
      if (SessionError.is(error, 'SESSION_NOT_FOUND')) {
        return undefined;
      }
      throw error;
    }
  }

  /** Types step by step, each on the screen that the one before made, until the answer is given. */
  async give(dialog: Dialog, next: NextStep): Promise<void> {
    let shown = dialog;
    for (let moves = 0; moves <= MOVES_LIMIT; moves++) {
      const step = next(shown.screen);
      if (step.kind === 'impossible') {
        throw this.illegal(`cannot be answered from here, for ${step.why}: answer it there.`);
      }
      await this.press(step.key);
      if (step.kind === 'answer') {
        return;
      }
      const before = markOf(shown);
      shown = await this.untilShown(dialog, (now) => markOf(now) !== before);
    }
    throw this.illegal('does not mark the answer that is wanted: answer it there.');
  }

  /** Marks the one option that `matches` and types `text` into it, without an Enter. */
  async typeInto(
    dialog: Dialog,
    matches: (option: MenuOption) => boolean,
    { by, text }: { readonly by: OptionChoice; readonly text: string },
  ): Promise<void> {
    const isMarked = (shown: Dialog): boolean =>
      readMenu(shown.screen).some((option) => option.marked && matches(option));
    await this.give(dialog, (screen) => {
      const step = planOption(readMenu(screen), matches, by);
      // The text is what is typed where Enter would take the option.
      return step.kind === 'answer' && step.key === ENTER ? { kind: 'answer', key: '' } : step;
    });
    await this.untilShown(dialog, isMarked);
    await this.press(text);
  }

  /** Settles once the session shows `dialog` no more: it was taken. */
  async untilTaken(dialog: Dialog): Promise<void> {
    const begin = this.deps.clock.monotonic();
    for (;;) {
      const now = await this.look();
      if (!now || !isSameDialog(now, dialog)) {
        return;
      }
      if (this.deps.clock.monotonic() - begin >= TAKEN_LIMIT_MS) {
        const asks = formatQuestion(now.question);
        throw this.illegal(
          `still asks ${asks} ${TAKEN_LIMIT_MS / 1000} s after it was answered: look at it.`,
        );
      }
      await this.keyboard.pause(LOOK_EVERY_MS);
    }
  }

  /** An error that begins with who it is about. */
  illegal(predicate: string): SessionError {
    return new SessionError('ILLEGAL_STATE', `${this.session.label} ${predicate}`);
  }

  press(data: string): Promise<void> {
    return data === '' ? Promise.resolve() : this.keyboard.type([{ data, waitMs: LOOK_EVERY_MS }]);
  }

  private async untilShown(dialog: Dialog, holds: (now: Dialog) => boolean): Promise<Dialog> {
    const begin = this.deps.clock.monotonic();
    for (;;) {
      const now = await this.look();
      if (!now || now.ruleId !== dialog.ruleId || now.question !== dialog.question) {
        throw this.illegal(
          now
            ? `asks something else now: ${formatQuestion(now.question)}.`
            : 'has stopped asking while it was answered.',
        );
      }
      if (holds(now)) {
        return now;
      }
      if (this.deps.clock.monotonic() - begin >= TAKEN_LIMIT_MS) {
        throw this.illegal('does not move the mark in its list: answer it in its terminal.');
      }
      await this.keyboard.pause(LOOK_EVERY_MS);
    }
  }

  private isRunning(): boolean {
    const now = this.deps.sessions.get(this.session.id);
    return (
      now?.life === this.session.life && now.state !== 'terminated' && now.agentExitCode === null
    );
  }
}

function markOf({ screen }: Dialog): number {
  return readMenu(screen).findIndex(({ marked }) => marked);
}
