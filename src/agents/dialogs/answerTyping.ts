import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { AnswerFacts, OptionChoice } from '../../providers/model/answerFacts';
import { ENTER } from '../../providers/model/keys';
import { isSameRun } from '../../pty/liveAgent';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { readMenu, type MenuOption } from './answerMenu';
import { planOption, type AnswerStep } from './answerPlan';
import { listButtons } from './buttonMenu';
import { formatQuestion, isSameDialog, isSameQuestion, readDialog, type Dialog } from './dialog';
import type { Keyboard } from '../prompts/promptTyping';

/** How long an agent may take to show the effect of a key, in milliseconds; long, for a busy machine. */
export const ACCEPT_LIMIT_MS = 10_000;

/** How long to wait for a dialog that can be answered, and for a status, in milliseconds. */
export const READ_LIMIT_MS = 3000;

/**
 * How long a dialog has to be unchanged before it is answered, in milliseconds. A new dialog ignores
 * keys, to protect a person who is typing, or reads them late.
 */
export const SETTLED_MS = 1000;

const POLL_INTERVAL_MS = 100;

/** How often a key is tried without a pause, and the pause between further tries, in milliseconds. */
const TRIES_AT_ONCE = 3;
const FRAME_MS = 16;

/** The most moves of the mark, more than any list needs. */
const MOVES_LIMIT = 20;

/** Returns the next step of an answer to a dialog that shows this screen. */
type NextStep = (screen: readonly string[]) => AnswerStep;

export interface AnswerTypingDeps {
  readonly sessions: Pick<SessionService, 'get'> & SessionLookup<'colouredText'>;
  readonly status: StatusService;
  readonly clock: Clock;
}

/** Types one answer into one session and checks on the screen what each key does. */
export class AnswerTyping {
  constructor(
    private readonly deps: AnswerTypingDeps,
    private readonly session: SessionInfo,
    private readonly facts: AnswerFacts,
    private readonly keyboard: Keyboard,
  ) {}

  /** The dialog that the session shows now; undefined if it shows none, or has ended. */
  async read(): Promise<Dialog | undefined> {
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

  /**
   * Waits for the dialog and returns it, because a hook may report a question before the agent has
   * drawn it. Undefined if the agent does not ask any more, has ended, or draws none in time.
   */
  async untilShown(isAsking: () => boolean): Promise<Dialog | undefined> {
    await this.waitFor(
      (now) => now !== undefined || !isAsking() || !this.isRunning(),
      READ_LIMIT_MS,
    );
    return this.read();
  }

  /**
   * Types one key at a time and reads the screen before each, until the agent accepts the answer.
   * @returns the next dialog if the agent then asks something else.
   * @throws {SessionError} `ILLEGAL_STATE` if a key does not have its effect.
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
        return this.press(step.key, shown);
      }
      shown = await this.move(step.key, shown);
    }
    throw this.unselectable();
  }

  /**
   * Marks the only option for which `matches` returns true, types `text` into it, and submits it.
   * @returns and throws as {@link give}.
   */
  async giveText(
    dialog: Dialog,
    matches: (option: MenuOption) => boolean,
    { by, text }: { readonly by: OptionChoice; readonly text: string },
  ): Promise<Dialog | undefined> {
    let shown = dialog;
    for (let moves = 0; !isMarked(shown, matches); moves++) {
      if (moves > MOVES_LIMIT) {
        throw this.unselectable();
      }
      const step = planOption(readMenu(shown.screen), matches, by);
      if (step.kind === 'impossible') {
        throw this.illegal(
          `cannot be answered from here because ${step.why}: answer it in its terminal.`,
        );
      }
      shown = await this.move(step.key, shown);
    }
    await this.typeInto(shown, text);
    // The typed text replaces the label of the option.
    const filled = await this.waitFor(
      (now) => now !== undefined && !isMarked(now, matches),
      ACCEPT_LIMIT_MS,
    );
    if (filled === 'late') {
      throw this.illegal('does not show the text that was typed: answer it in its terminal.');
    }
    if (!filled || !isSameQuestion(filled, dialog)) {
      throw this.changed(filled);
    }
    // The agent may draw the text in parts.
    return this.press(ENTER, filled, isSameQuestion);
  }

  /** An error whose message begins with the session's label. */
  illegal(predicate: string): SessionError {
    return new SessionError('ILLEGAL_STATE', `${this.session.label} ${predicate}`);
  }

  /**
   * Waits until `dialog`, which was shown at `since` (milliseconds since the epoch), and its mark
   * are unchanged for {@link SETTLED_MS}, and returns it as it is shown then.
   */
  async settle(dialog: Dialog, since: number): Promise<Dialog> {
    let shown = await this.requireSame(dialog);
    let begin = this.deps.clock.monotonic() - Math.max(0, this.deps.clock.now() - since);
    while (this.deps.clock.monotonic() - begin < SETTLED_MS) {
      await this.keyboard.pause(POLL_INTERVAL_MS);
      const now = await this.requireSame(dialog);
      begin = markOf(now) === markOf(shown) ? begin : this.deps.clock.monotonic();
      shown = now;
    }
    return shown;
  }

  /**
   * Types a key that closes the dialog `shown`. The key is not repeated: if the agent reads both late, the
   * second would answer the next dialog.
   */
  private async press(
    key: string,
    shown: Dialog,
    isSame = isSameDialog,
  ): Promise<Dialog | undefined> {
    const last = await this.typeInto(shown, key, isSame);
    const next = await this.waitFor((now) => !now || !isSame(now, last), ACCEPT_LIMIT_MS);
    if (next === 'late') {
      const question = formatQuestion(last.question);
      throw this.illegal(`still asks ${question} after it was answered: look at its terminal.`);
    }
    return next;
  }

  /**
   * Types a key that moves the mark. The key is not repeated: if the agent reads both late, the
   * second would move the mark too far.
   */
  private async move(key: string, dialog: Dialog): Promise<Dialog> {
    const before = markOf(dialog);
    await this.typeInto(dialog, key);
    const moved = await this.waitFor(
      (now) => !now || !isSameDialog(now, dialog) || markOf(now) !== before,
      ACCEPT_LIMIT_MS,
    );
    if (moved === 'late') {
      throw this.illegal('does not move the selection in its list: answer it in its terminal.');
    }
    return this.requireSame(dialog);
  }

  /**
   * Types into a dialog as it was read. If the agent has written since, it is read again first: no key
   * reaches a dialog that was not read.
   * @returns the last reading.
   */
  private async typeInto(shown: Dialog, data: string, isSame = isSameDialog): Promise<Dialog> {
    const begin = this.deps.clock.monotonic();
    let now = shown;
    for (let tries = 1; !(await this.keyboard.typeAfter(now.output, data)); tries++) {
      if (this.deps.clock.monotonic() - begin >= READ_LIMIT_MS) {
        throw this.illegal('writes all the time while it asks: answer it in its terminal.');
      }
      // At once at first, since an agent that draws again soon does so after a pause.
      await this.keyboard.pause(tries > TRIES_AT_ONCE ? FRAME_MS : 0);
      now = await this.requireSame(shown, isSame);
      if (markOf(now) !== markOf(shown)) {
        throw this.illegal(
          'moved the selection in its list while it was being answered: look at its terminal.',
        );
      }
    }
    await this.keyboard.pause(POLL_INTERVAL_MS);
    return now;
  }

  /** Adds buttons, whose mark is only visible as a colour, below the screen as a list. */
  private async withButtons(dialog: Dialog): Promise<Dialog> {
    const buttons = dialog.need === 'question' ? undefined : this.facts[dialog.need]?.buttons;
    if (!buttons) {
      return dialog;
    }
    const coloured = await requireSession(this.deps.sessions, this.session.id).colouredText();
    return { ...dialog, screen: [...dialog.screen, ...listButtons(coloured, buttons)] };
  }

  /** Waits for a screen that a rule matches, because a key must not rely on an earlier one. */
  private async requireSame(dialog: Dialog, isSame = isSameDialog): Promise<Dialog> {
    const now = await this.waitFor((one) => !one || one.isCurrent, READ_LIMIT_MS);
    if (now === 'late') {
      throw this.illegal('shows something unknown over its question: answer it in its terminal.');
    }
    if (now && isSame(now, dialog)) {
      return now;
    }
    throw this.changed(now);
  }

  private unselectable(): SessionError {
    return this.illegal('does not select the wanted answer: answer it in its terminal.');
  }

  private changed(now: Dialog | undefined): SessionError {
    const question = now ? formatQuestion(now.question) : 'nothing';
    return this.illegal(`asked ${question} while it was being answered: look at its terminal.`);
  }

  /** The first dialog for which `holds` returns true; `late` after `limitMs`. */
  private async waitFor(
    holds: (now: Dialog | undefined) => boolean,
    limitMs: number,
  ): Promise<Dialog | 'late' | undefined> {
    const begin = this.deps.clock.monotonic();
    for (;;) {
      const now = await this.read();
      if (holds(now)) {
        return now;
      }
      if (this.deps.clock.monotonic() - begin >= limitMs) {
        return 'late';
      }
      await this.keyboard.pause(POLL_INTERVAL_MS);
    }
  }

  private isRunning(): boolean {
    return isSameRun(this.session, this.deps.sessions.get(this.session.id));
  }
}

function markOf({ screen }: Dialog): number {
  return readMenu(screen).findIndex(({ marked }) => marked);
}

function isMarked({ screen }: Dialog, matches: (option: MenuOption) => boolean): boolean {
  return readMenu(screen).some((option) => option.marked && matches(option));
}
