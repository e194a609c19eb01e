import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { AnswerFacts, OptionChoice } from '../../providers/model/answerFacts';
import { ENTER } from '../../providers/model/keys';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { readMenu, type MenuOption } from './answerMenu';
import { planOption, type AnswerStep } from './answerPlan';
import { listButtons } from './buttonMenu';
import { formatQuestion, isSameDialog, readDialog, type Dialog } from './dialog';
import type { Keyboard } from '../prompts/promptTyping';

/** How long is waited for what a key does, in milliseconds. */
export const TAKEN_LIMIT_MS = 3000;

/**
 * How long a dialog has to have stood before it is answered, in milliseconds: one that has just
 * come up drops keys, lest a person's typing answers it, or reads them late.
 */
export const SETTLED_MS = 1000;

const LOOK_EVERY_MS = 100;

/** More moves of the mark than any list needs. */
const MOVES_LIMIT = 20;

/** What an answer to a dialog that shows this screen needs next. */
export type NextStep = (screen: readonly string[]) => AnswerStep;

export interface AnswerTypingDeps {
  readonly sessions: Pick<SessionService, 'colouredText' | 'get'>;
  readonly status: Pick<StatusService, 'explain'>;
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
}

/** Types one answer into one session whose keyboard it has, and sees what becomes of it. */
export class AnswerTyping {
  constructor(
    private readonly deps: AnswerTypingDeps,
    private readonly session: SessionInfo,
    private readonly facts: AnswerFacts,
    private readonly keyboard: Keyboard,
  ) {}

  /** The dialog that the session shows now; undefined where it shows none, or has ended. */
  async look(): Promise<Dialog | undefined> {
    const { id } = this.session;
    if (!this.isRunning()) {
      return undefined;
    }
    try {
      const dialog = readDialog(await this.deps.status.explain(id));
      return dialog && (await this.withButtons(dialog));
    } catch (error) {
      if (SessionError.is(error, 'SESSION_NOT_FOUND')) {
        return undefined;
      }
      throw error;
    }
  }

  /** The dialog, once it shows: an agent may say that it asks before it has drawn what. */
  async untilShown(isAsking: () => boolean): Promise<Dialog | undefined> {
    await this.becomes((now) => now !== undefined || !isAsking() || !this.isRunning());
    return this.look();
  }

  /**
   * Types step by step, each on the screen that the one before made, until the agent took the answer.
   * @returns the dialog that the agent shows then, if it asks something else.
   */
  async give(dialog: Dialog, next: NextStep): Promise<Dialog | undefined> {
    let shown = dialog;
    for (let moves = 0; moves <= MOVES_LIMIT; moves++) {
      const step = next(shown.screen);
      if (step.kind === 'impossible') {
        throw this.illegal(
          `cannot be answered from here because ${step.why}: answer it in its terminal.`,
        );
      }
      if (step.kind === 'answer') {
        return this.press(step.key, dialog);
      }
      shown = await this.move(step.key, shown);
    }
    throw this.illegal('does not select the wanted answer: answer it in its terminal.');
  }

  /**
   * Marks the one option that `matches`, types `text` into it, and gives that as the answer.
   * @returns what {@link give} returns.
   */
  async giveText(
    dialog: Dialog,
    matches: (option: MenuOption) => boolean,
    { by, text }: { readonly by: OptionChoice; readonly text: string },
  ): Promise<Dialog | undefined> {
    let shown = dialog;
    for (let moves = 0; moves <= MOVES_LIMIT && !isMarked(shown, matches); moves++) {
      const step = planOption(readMenu(shown.screen), matches, by);
      if (step.kind === 'impossible') {
        throw this.illegal(
          `cannot be answered from here because ${step.why}: answer it in its terminal.`,
        );
      }
      shown = await this.move(step.key, shown);
    }
    await this.keyboard.type([{ data: text, waitMs: LOOK_EVERY_MS }]);
    // The option is called what was typed into it.
    const filled = await this.becomes((now) => now !== undefined && !isMarked(now, matches));
    if (filled === 'late') {
      throw this.illegal('does not show the text that was typed: answer it in its terminal.');
    }
    return this.press(ENTER, (await this.look()) ?? dialog);
  }

  /** An error that begins with who it is about. */
  illegal(predicate: string): SessionError {
    return new SessionError('ILLEGAL_STATE', `${this.session.label} ${predicate}`);
  }

  /** Waits until `dialog` has stood for {@link SETTLED_MS}. */
  async settle(dialog: Dialog, since: number): Promise<Dialog> {
    let shown = dialog;
    let begin = this.deps.clock.monotonic() - Math.max(0, this.deps.clock.now() - since);
    while (this.deps.clock.monotonic() - begin < SETTLED_MS) {
      await this.keyboard.pause(LOOK_EVERY_MS);
      const now = await this.requireSame(dialog);
      begin = markOf(now) === markOf(shown) ? begin : this.deps.clock.monotonic();
      shown = now;
    }
    return shown;
  }

  /** Types a key that ends `dialog`, once: a second one that is read late would answer what comes next. */
  private async press(key: string, dialog: Dialog): Promise<Dialog | undefined> {
    await this.keyboard.type([{ data: key, waitMs: LOOK_EVERY_MS }]);
    const next = await this.becomes((now) => !now || !isSameDialog(now, dialog));
    if (next === 'late') {
      const asks = formatQuestion(dialog.question);
      throw this.illegal(`still asks ${asks} after it was answered: look at its terminal.`);
    }
    return next;
  }

  /** Types a key that moves the mark, once: a second one that is read late would move it on. */
  private async move(key: string, dialog: Dialog): Promise<Dialog> {
    const before = markOf(dialog);
    await this.keyboard.type([{ data: key, waitMs: LOOK_EVERY_MS }]);
    const moved = await this.becomes(
      (now) => !now || !isSameDialog(now, dialog) || markOf(now) !== before,
    );
    if (moved === 'late') {
      throw this.illegal('does not move the selection in its list: answer it in its terminal.');
    }
    return this.requireSame(dialog);
  }

  /** What only colours tell is written below the screen, as a list. */
  private async withButtons(dialog: Dialog): Promise<Dialog> {
    const buttons = dialog.need === 'question' ? undefined : this.facts[dialog.need]?.buttons;
    if (!buttons) {
      return dialog;
    }
    const coloured = await this.deps.sessions.colouredText(this.session.id);
    return { ...dialog, screen: [...dialog.screen, ...listButtons(coloured, buttons)] };
  }

  private async requireSame(dialog: Dialog): Promise<Dialog> {
    const now = await this.look();
    if (now && isSameDialog(now, dialog)) {
      return now;
    }
    const asks = now ? formatQuestion(now.question) : 'nothing';
    throw this.illegal(`asked ${asks} while it was being answered: look at its terminal.`);
  }

  /** The first look for which `holds`; `late` after {@link TAKEN_LIMIT_MS}. */
  private async becomes(
    holds: (now: Dialog | undefined) => boolean,
  ): Promise<Dialog | 'late' | undefined> {
    const begin = this.deps.clock.monotonic();
    for (;;) {
      const now = await this.look();
      if (holds(now)) {
        return now;
      }
      if (this.deps.clock.monotonic() - begin >= TAKEN_LIMIT_MS) {
        return 'late';
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

function isMarked({ screen }: Dialog, matches: (option: MenuOption) => boolean): boolean {
  return readMenu(screen).some((option) => option.marked && matches(option));
}
