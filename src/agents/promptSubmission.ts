import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { Keystrokes } from '../providers/keys';
import { CTRL_U } from '../providers/keys';
import type { SessionInfo, SessionService, VisibleScreen } from '../pty/sessionService';
import type { Activity } from '../status/activity';
import type { StatusService } from '../status/statusService';
import { readDraft } from './draft';
import type { Keyboard } from './promptTyping';

/** How long an agent may take to show a short prompt that was typed, and again that it was submitted. */
export const SEEN_LIMIT_MS = 2000;

/** So short, since whoever asks waits for it. */
const LOOK_EVERY_MS = 25;

/** How many characters an agent may take a millisecond longer for: a megabyte takes seconds. */
const CHARS_PER_MS = 100;

/** How long an agent may take to clear its input. */
const CLEARED_MS = 100;

/** How many rows of the screen an error shows. */
const ROWS_SHOWN = 3;

export interface PromptSubmissionDeps {
  readonly sessions: Pick<SessionService, 'get' | 'screen'>;
  readonly status: Pick<StatusService, 'get'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** A session as it is before a key is pressed that is to change it. */
interface Before {
  readonly screen: VisibleScreen;
  readonly activity: Activity;
}

/** What a session is to become, from what it was, and how long it may take. */
interface Change {
  readonly from: Before;
  readonly holds: (from: Before, now: Before) => boolean;
  readonly limitMs: number;
}

/** Types a prompt and sees that the agent took it. */
export class PromptSubmission {
  constructor(private readonly deps: PromptSubmissionDeps) {}

  /**
   * Types `text`, which has to show, then `enter` until the agent has taken it: twice at most.
   * @throws {SessionError} `PROMPT_STALLED` where it does neither, with what the screen shows.
   */
  async submit(
    session: SessionInfo,
    { text, enter }: { readonly text: Keystrokes; readonly enter: Keystrokes },
    keyboard: Keyboard,
  ): Promise<void> {
    await this.clearLeftOver(session, keyboard);
    const before = await this.look(session);
    const limitMs = SEEN_LIMIT_MS + text.data.length / CHARS_PER_MS;
    const isSeen = (from: Before, holds: typeof isTaken): Promise<boolean> =>
      this.becomes(session, { from, holds, limitMs }, keyboard);
    await keyboard.type([text]);
    if (!(await isSeen(before, hasChanged))) {
      throw await this.stalled(session, 'does not show the prompt that was typed');
    }
    for (let attempt = 1; attempt <= 2; attempt++) {
      const typed = await this.look(session);
      await keyboard.type([enter]);
      if (await isSeen(typed, isTaken)) {
        return;
      }
    }
    throw await this.stalled(session, 'has the prompt in its input and does not take it');
  }

  /** What an interrupt put back into the input is no part of the next prompt. */
  private async clearLeftOver(session: SessionInfo, keyboard: Keyboard): Promise<void> {
    const { screen } = await this.look(session);
    if (session.lastInputAt === null && readDraft(screen)) {
      await keyboard.type([{ data: CTRL_U, waitMs: CLEARED_MS }]);
    }
  }

  private async becomes(
    session: SessionInfo,
    { from, holds, limitMs }: Change,
    keyboard: Keyboard,
  ): Promise<boolean> {
    const begin = this.deps.clock.monotonic();
    for (;;) {
      if (!this.isRunning(session) || holds(from, await this.look(session))) {
        return true;
      }
      if (this.deps.clock.monotonic() - begin >= limitMs) {
        return false;
      }
      await keyboard.pause(LOOK_EVERY_MS);
    }
  }

  private async look({ id }: SessionInfo): Promise<Before> {
    return { screen: await this.deps.sessions.screen(id), activity: this.deps.status.get(id) };
  }

  /** What ended cannot stall: the prompt may have been the word that ended it. */
  private isRunning({ id, life }: SessionInfo): boolean {
    const now = this.deps.sessions.get(id);
    return now?.life === life && now.state !== 'terminated' && now.agentExitCode === null;
  }

  private async stalled({ id, label }: SessionInfo, what: string): Promise<SessionError> {
    const { rows } = await this.deps.sessions.screen(id);
    const last = rows.filter((row) => row.trim() !== '').slice(-ROWS_SHOWN);
    const shown = last.map((row) => row.trim()).join(' / ');
    return new SessionError(
      'PROMPT_STALLED',
      `${label} ${what}: look at its terminal, which ends with "${shown}".`,
    );
  }
}

function hasChanged({ screen }: Before, now: Before): boolean {
  return screen.rows.join('\n') !== now.screen.rows.join('\n');
}

/** By its status, else by its input, which is empty again, else by anything that moved. */
function isTaken(before: Before, now: Before): boolean {
  if (hasTurned(before.activity, now.activity)) {
    return true;
  }
  return readDraft(before.screen) ? !readDraft(now.screen) : hasChanged(before, now);
}

/** Whether a turn has begun since, and may have ended already; that somebody looked is none. */
export function hasTurned(before: Activity, now: Activity): boolean {
  switch (now.state.kind) {
    case 'working':
    case 'needsInput':
    case 'done':
    case 'failed':
    case 'limited':
      return now.state.kind !== before.state.kind || now.since !== before.since;
    case 'idle':
    case 'unknown':
      return false;
  }
}
