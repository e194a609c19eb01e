import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { Keystrokes } from '../../providers/model/keys';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import { formatLook } from './formatLook';
import { InputClearing } from './inputClearing';
import { isMixed, seePrompt, seeTaken, type Seen, type SessionLook } from './promptLook';
import type { Keyboard } from './promptTyping';

/** How long an agent that listens may take to show what was typed; then Enter counts as lost. */
const SEEN_LIMIT_MS = 2000;

/** How long one may take that draws nothing meanwhile: a busy machine holds it up. Then it has stalled. */
const STALLED_MS = 10_000;

/** So short, since whoever asks waits for it. */
const LOOK_EVERY_MS = 25;

/** How many characters an agent may take a millisecond longer for: a megabyte takes seconds. */
const CHARS_PER_MS = 100;

/** For so long an input that cannot be read any more is none between two frames. */
const BETWEEN_FRAMES_MS = 200;

export interface PromptSubmissionDeps {
  readonly sessions: Pick<SessionService, 'get' | 'screen'>;
  readonly status: Pick<StatusService, 'get'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** A prompt, and the writes that type it and submit it. */
export interface TypedPrompt {
  readonly prompt: string;
  readonly text: Keystrokes;
  readonly enter: Keystrokes;
}

/** What is waited for, in milliseconds. */
interface Wait {
  readonly see: (now: SessionLook) => Seen;
  /** How long it has to be a `maybe` to count before the limit. */
  readonly maybeMs: number;
  /** At the limit all but `no` counts. */
  readonly limitMs: number;
}

/** Types a prompt and sees that the agent took it. */
export class PromptSubmission {
  private readonly clearing: InputClearing;

  constructor(private readonly deps: PromptSubmissionDeps) {
    this.clearing = new InputClearing(deps.sessions);
  }

  /**
   * Types the text, which has to show, then Enter until the agent has taken it: twice at most.
   * @throws {SessionError} `AGENT_NOT_READY` where its input holds something else, `PROMPT_STALLED`
   * where it does neither, with what the screen shows; what was typed is cleared then.
   */
  async submit(
    session: SessionInfo,
    { prompt, text, enter }: TypedPrompt,
    keyboard: Keyboard,
  ): Promise<void> {
    const moreMs = text.data.length / CHARS_PER_MS;
    const limitMs = STALLED_MS + moreMs;
    await this.clearLeftOver(session, keyboard);
    await this.type(session, { prompt, text, limitMs }, keyboard);
    const { screen } = await this.look(session);
    if (isMixed(screen, prompt)) {
      // An interrupt may put the earlier prompt back as late as that.
      await this.clearLeftOver(session, keyboard);
      await this.type(session, { prompt, text, limitMs }, keyboard);
    }
    for (const timeoutMs of [SEEN_LIMIT_MS, STALLED_MS]) {
      const typed = await this.look(session);
      await keyboard.type([enter]);
      const taken = (now: SessionLook): Seen => seeTaken(typed, now);
      const wait = { see: taken, maybeMs: BETWEEN_FRAMES_MS, limitMs: timeoutMs + moreMs };
      if (await this.becomes(session, wait, keyboard)) {
        return;
      }
    }
    const what = 'has the prompt in its input and does not accept it';
    throw await this.stalled(session, keyboard, what);
  }

  private async type(
    session: SessionInfo,
    { prompt, text, limitMs }: Omit<TypedPrompt, 'enter'> & { readonly limitMs: number },
    keyboard: Keyboard,
  ): Promise<void> {
    const before = await this.look(session);
    await keyboard.type([text]);
    const see = (now: SessionLook): Seen => seePrompt(before, now, prompt);
    if (!(await this.becomes(session, { see, maybeMs: SEEN_LIMIT_MS, limitMs }, keyboard))) {
      throw await this.stalled(session, keyboard, 'does not show the prompt that was typed');
    }
  }

  /** What an interrupt put back into the input, or a prompt that stalled left, is no part of the next. */
  private async clearLeftOver(session: SessionInfo, keyboard: Keyboard): Promise<void> {
    const isOurs = session.lastInputAt === null;
    const isClear = isOurs
      ? await this.clearing.clear(session, keyboard)
      : !(await this.clearing.holdsText(session.id));
    if (!isClear) {
      throw new SessionError(
        'AGENT_NOT_READY',
        `The input of ${session.label} holds text that a prompt would be added to: send or clear it at its terminal, then send the prompt.`,
      );
    }
  }

  private async becomes(
    session: SessionInfo,
    { see, maybeMs, limitMs }: Wait,
    keyboard: Keyboard,
  ): Promise<boolean> {
    const { clock } = this.deps;
    const begin = clock.monotonic();
    let maybeSince = begin;
    for (;;) {
      const seen = this.isRunning(session) ? see(await this.look(session)) : 'yes';
      const now = clock.monotonic();
      maybeSince = seen === 'maybe' ? maybeSince : now;
      if (seen === 'yes' || (seen === 'maybe' && now - maybeSince >= maybeMs)) {
        return true;
      }
      if (now - begin >= limitMs) {
        return seen !== 'no';
      }
      await keyboard.pause(LOOK_EVERY_MS);
    }
  }

  private async look({ id }: SessionInfo): Promise<SessionLook> {
    return { screen: await this.deps.sessions.screen(id), activity: this.deps.status.get(id) };
  }

  /** What ended cannot stall: the prompt may have been the word that ended it. */
  private isRunning({ id, life }: SessionInfo): boolean {
    const now = this.deps.sessions.get(id);
    return now?.life === life && now.state !== 'terminated' && now.agentExitCode === null;
  }

  private async stalled(
    session: SessionInfo,
    keyboard: Keyboard,
    what: string,
  ): Promise<SessionError> {
    const { id, label } = session;
    const look = formatLook(await this.deps.sessions.screen(id));
    await this.clearing.clear(session, keyboard);
    return new SessionError('PROMPT_STALLED', `${label} ${what}: ${look}.`);
  }
}
