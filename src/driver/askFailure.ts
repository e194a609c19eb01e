import { type SessionErrorCode, SessionError } from '../base/errors';
import { describeAsking, questionOf } from '../agents/dialogs/dialog';
import { formatScreenHint } from '../agents/prompts/formatScreenHint';
import type { VisibleScreen } from '../pty/sessionService';
import type { Activity } from '../status/activity';
import type { Halt } from './askLimits';

export interface AskFailure {
  readonly code: SessionErrorCode;
  /** The sentence after the agent's name, with a next step and without the full stop. */
  readonly predicate: string;
  readonly question?: string | null;
}

export function describeBlocked(activity: Activity): AskFailure {
  const predicate = `${describeAsking(activity.state)}: answer that to continue`;
  return { code: 'NEEDS_INPUT', predicate, question: questionOf(activity) ?? null };
}

export function describeFailed({ state, reason }: Activity): AskFailure {
  const isShown = state.kind === 'failed' || state.kind === 'limited';
  const why = isShown ? reason : 'its transcript reports an error';
  return {
    code: 'ILLEGAL_STATE',
    predicate: `could not answer because ${why}: look at its terminal`,
  };
}

/** `screen` is undefined if it could not be read. */
export function describeStalled(screen: VisibleScreen | undefined): AskFailure {
  const hint = screen ? formatScreenHint(screen) : 'look at its terminal';
  return { code: 'PROMPT_STALLED', predicate: `shows no answer to the prompt: ${hint}` };
}

export function describeHalt(
  kind: Exclude<Halt['kind'], 'aborted'>,
  timeoutMs: number,
): AskFailure {
  switch (kind) {
    case 'timeout': {
      const why = `has no complete answer after ${timeoutMs / 1000} s`;
      return { code: 'TIMEOUT', predicate: `${why}: look at its terminal, or interrupt it` };
    }
    case 'exited': {
      const why = 'ended before its answer was complete: restart it';
      return { code: 'SESSION_EXITED', predicate: why };
    }
    case 'closed': {
      const why =
        'can no longer be asked here, because the window is closing: ask again in another window';
      return { code: 'DETACHED', predicate: why };
    }
  }
}

interface AskDetails {
  /** The part of the answer that was received; empty if none was. */
  readonly response: string;
  /**
   * The question that the agent asks, on one line; null if its text is not known, undefined if the
   * ask failed for another reason.
   */
  readonly question?: string | null | undefined;
}

export class AskError extends SessionError implements AskDetails {
  readonly response: string;
  readonly question: string | null | undefined;

  constructor(code: SessionErrorCode, message: string, { response, question }: AskDetails) {
    super(code, message);
    this.response = response;
    this.question = question;
  }
}
