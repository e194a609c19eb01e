import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { Keystrokes } from '../../providers/model/keys';
import type { ShellMode } from '../../providers/model/providerDefinition';
import { isSameRun } from '../../pty/liveAgent';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { readDraft } from './draft';
import { formatScreenHint } from './formatScreenHint';
import { InputClearing } from './inputClearing';
import {
  isMixed,
  matchPrompt,
  matchAccepted,
  matchSeen,
  type Match,
  type AgentObservation,
} from './promptMatch';
import { requireNoDialog, requireOpenInput } from './openInput';
import type { Keyboard } from './promptTyping';
import { holdsText } from './typedText';

/** How long a ready agent may take to react; after that, Enter is typed again. In milliseconds. */
const SEEN_LIMIT_MS = 2000;

/**
 * How long an agent on a busy machine may take; after that, the prompt has stalled. In milliseconds. It may take
 * so long twice, and a client waits 60 s for the answer.
 */
const STALLED_MS = 20_000;

/** How long the input may show other text; after that, it counts as the prompt. In ms. */
const OTHER_MS = 10_000;

/** Short, because the caller waits for the result. */
const POLL_INTERVAL_MS = 25;

/** Each millisecond of further time is for this many characters; a megabyte takes seconds. */
const CHARS_PER_MS = 100;

/** How long a dialog that was answered may still be on the screen, in milliseconds. */
const ERASED_MS = 1000;

/** How long a screen may not be recognised, such as one that is half drawn; after that, the prompt is refused. In ms. */
const RECOGNISED_MS = 5000;

/** How long an agent may show a prompt as if it had refused it, while it draws. In milliseconds. */
const REFUSED_MS = 500;

/** An unreadable input may be half drawn; after this long it counts as gone. In milliseconds. */
const BETWEEN_FRAMES_MS = 200;

/** A prompt, and the keystrokes that type it and submit it. */
interface TypedPrompt {
  readonly prompt: string;
  readonly text: Keystrokes;
  readonly enter: Keystrokes;
  readonly shellMode: ShellMode;
}

/** What to wait for, and how long. */
interface Wait {
  readonly match: (now: AgentObservation) => Match;
  /** After this long, an uninterrupted `maybe` counts as `yes`. In milliseconds. */
  readonly maybeMs: number;
  /** After this long, an uninterrupted `other` counts as `yes`. In milliseconds; by default never before the end. */
  readonly otherMs?: number;
  /** The end of the wait, at which every result except `no` counts as `yes`. In milliseconds. */
  readonly limitMs: number;
}

/** Types a prompt and checks that the agent accepts it. */
export class PromptSubmission {
  private readonly clearing: InputClearing;

  constructor(
    private readonly deps: {
      readonly sessions: Pick<SessionService, 'get'> & SessionLookup<'colouredText' | 'screen'>;
      readonly status: StatusService;
      readonly clock: Clock;
    },
  ) {
    this.clearing = new InputClearing(deps.sessions);
  }

  /**
   * Types the text, waits until the screen shows it, and types Enter, at most twice, until the agent
   * has accepted it. First waits until the rules of the agent recognise its screen. Without rules, Enter is typed
   * only if the screen certainly shows the text.
   * @throws {SessionError} `AGENT_NOT_READY` if the input contains other text or is in shell mode;
   * `PROMPT_STALLED`, with the last rows of the screen, if the agent does not show or does not accept
   * the prompt, or with its words if it refuses it. The typed text is then cleared, unless a dialog is open. `SESSION_EXITED` if the agent ends before the text or
   * Enter is typed, `AGENT_BLOCKED` if the screen shows a dialog then.
   */
  async submit(session: SessionInfo, typed: TypedPrompt, keyboard: Keyboard): Promise<void> {
    const { prompt, text, enter, shellMode } = typed;
    const { sessions, status } = this.deps;
    const moreMs = text.data.length / CHARS_PER_MS;
    await this.type(session, { ...typed, moreMs }, keyboard);
    for (const timeoutMs of [SEEN_LIMIT_MS, STALLED_MS]) {
      if (isMixed((await this.read(session)).screen, prompt)) {
        // An interrupt has restored the earlier prompt only now.
        await this.type(session, { ...typed, moreMs }, keyboard);
      }
      const before = await this.read(session);
      const { screen } = before;
      requireOpenInput({ sessions, status, session, screen, shellMode, typed: prompt });
      await keyboard.type([enter]);
      const taken = (now: AgentObservation): Match => matchAccepted(before, now, prompt);
      const wait = { match: taken, maybeMs: BETWEEN_FRAMES_MS, limitMs: timeoutMs + moreMs };
      const result = await this.waitFor(session, wait, keyboard);
      if (result === 'yes') {
        return;
      }
      if (result === 'refused') {
        throw await this.refused(session, { before, prompt }, keyboard);
      }
    }
    const what = 'has the prompt in its input and does not accept it';
    throw await this.stalled(session, { prompt, what }, keyboard);
  }

  /** Types the text into the cleared input, and waits until it shows. */
  private async type(
    session: SessionInfo,
    { prompt, text, shellMode, moreMs }: TypedPrompt & { readonly moreMs: number },
    keyboard: Keyboard,
  ): Promise<void> {
    const { sessions, status } = this.deps;
    await this.untilOpen(session, keyboard);
    // The keys that clear an input could answer a dialog.
    requireNoDialog({ status, session, screen: (await this.read(session)).screen });
    await this.clearLeftover(session, keyboard);
    const before = await this.read(session);
    requireOpenInput({ sessions, status, session, screen: before.screen, shellMode });
    await keyboard.type([text]);
    const match = (now: AgentObservation): Match => {
      requireNoDialog({ status, session, screen: now.screen, typed: prompt });
      const isRuled = status.knowsInput(session.id);
      return (isRuled ? matchPrompt : matchSeen)(before, now, prompt);
    };
    const limitMs = STALLED_MS + moreMs;
    const wait = { match, maybeMs: SEEN_LIMIT_MS, otherMs: OTHER_MS + moreMs, limitMs };
    if ((await this.waitFor(session, wait, keyboard)) !== 'yes') {
      const what = 'does not show the prompt that was typed';
      throw await this.stalled(session, { prompt, what }, keyboard);
    }
  }

  /**
   * Clears the text that an interrupt restored in the input or a stalled prompt left.
   * @throws {SessionError} `AGENT_NOT_READY` if the text may be the person's own.
   */
  private async clearLeftover(session: SessionInfo, keyboard: Keyboard): Promise<void> {
    const isOurs = session.lastInputAt === null;
    const isClear = isOurs
      ? await this.clearing.clear(session, keyboard)
      : !(await holdsText(this.deps.sessions, session.id));
    if (!isClear) {
      throw new SessionError(
        'AGENT_NOT_READY',
        `The input of ${session.label} contains other text: send or clear it in its terminal, then send the prompt.`,
      );
    }
  }

  private async waitFor(
    session: SessionInfo,
    { match, maybeMs, otherMs = Infinity, limitMs }: Wait,
    keyboard: Keyboard,
  ): Promise<'no' | 'refused' | 'yes'> {
    const { clock } = this.deps;
    const limits = { yes: 0, maybe: maybeMs, other: otherMs, refused: REFUSED_MS, no: Infinity };
    const begin = clock.monotonic();
    let since = begin;
    let last: Match | undefined;
    for (;;) {
      const matched = this.isRunning(session) ? match(await this.read(session)) : 'yes';
      const now = clock.monotonic();
      since = matched === last ? since : now;
      last = matched;
      if (now - since >= limits[matched] || now - begin >= limitMs) {
        return matched === 'no' || matched === 'refused' ? matched : 'yes';
      }
      await keyboard.pause(POLL_INTERVAL_MS);
    }
  }

  /** Waits until a dialog that was answered just now is erased, and the screen after it is drawn. */
  private async untilOpen(session: SessionInfo, keyboard: Keyboard): Promise<void> {
    const { clock, status } = this.deps;
    const begin = clock.monotonic();
    const mayChange = ({ screen }: AgentObservation): boolean => {
      const ageMs = clock.monotonic() - begin;
      return status.dialogOn(session.id, screen)
        ? ageMs < ERASED_MS
        : status.isUnrecognised(session.id, screen) && ageMs < RECOGNISED_MS;
    };
    while (mayChange(await this.read(session))) {
      await keyboard.pause(POLL_INTERVAL_MS);
    }
  }

  private showsDialog({ id }: SessionInfo, { screen }: AgentObservation): boolean {
    return this.deps.status.dialogOn(id, screen) !== undefined;
  }

  private async read({ id }: SessionInfo): Promise<AgentObservation> {
    return {
      screen: await requireSession(this.deps.sessions, id).screen(),
      activity: this.deps.status.get(id),
    };
  }

  /** A prompt whose session has ended did not stall: the prompt may have ended the agent. */
  private isRunning(session: SessionInfo): boolean {
    return isSameRun(session, this.deps.sessions.get(session.id));
  }

  private async stalled(
    session: SessionInfo,
    { prompt, what }: { readonly prompt: string; readonly what: string },
    keyboard: Keyboard,
  ): Promise<SessionError> {
    const { screen } = await this.read(session);
    await this.takeOut(session, prompt, keyboard);
    const sentence = `${session.label} ${what}`;
    // The screen may show what was typed.
    const logged = `${sentence}: look at its terminal.`;
    return new SessionError('PROMPT_STALLED', `${sentence}: ${formatScreenHint(screen)}.`, {
      logged,
    });
  }

  private async refused(
    session: SessionInfo,
    { before, prompt }: { readonly before: AgentObservation; readonly prompt: string },
    keyboard: Keyboard,
  ): Promise<SessionError> {
    const { screen } = await this.read(session);
    const known = new Set(before.screen.rows);
    const reason = screen.rows.find((row) => row.trim() !== '' && !known.has(row))?.trim();
    const rest = (await this.takeOut(session, prompt, keyboard))
      ? 'was taken out of its input again: send another one'
      : 'may still be in its input: clear it in its terminal, then send another one';
    const shown = reason === undefined ? '' : ` It shows: ${reason}`;
    const logged = `${session.label} refused the prompt, which ${rest}.`;
    return new SessionError('PROMPT_STALLED', `${logged}${shown}`, { logged });
  }

  /** Clears a prompt that was typed, and returns whether the input is known to be empty then. */
  private async takeOut(
    session: SessionInfo,
    prompt: string,
    keyboard: Keyboard,
  ): Promise<boolean> {
    if (this.showsDialog(session, await this.read(session))) {
      return false;
    }
    const isClear = await this.clearing.clear(session, keyboard, prompt);
    return isClear && readDraft((await this.read(session)).screen) === '';
  }
}
