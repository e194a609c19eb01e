import { Emitter } from '../../../src/base/event';
import { SessionError } from '../../../src/base/errors';
import {
  NOT_RECOGNISED,
  type Activity,
  type ActivityState,
  type NeedsInput,
} from '../../../src/status/activity';
import { UNKNOWN_ACTIVITY } from '../../../src/status/arbiter';
import type { StatusExplanation, StatusService } from '../../../src/status/statusService';

export const UNKNOWN = UNKNOWN_ACTIVITY;

/** What the activity of an agent has in addition if no rule recognises its screen. */
export const UNRECOGNISED = { source: 'screen', ruleId: NOT_RECOGNISED } as const;

/** The status of an agent, with defaults for what the test does not set. */
export function activity(state: ActivityState, overrides: Partial<Activity> = {}): Activity {
  return {
    state,
    source: 'hook',
    ruleId: 'rule',
    reason: 'its hook said so',
    since: 0,
    ...overrides,
  };
}

export function needsInput(
  question: string | undefined,
  need: NeedsInput['need'] = 'permission',
): ActivityState {
  return { kind: 'needsInput', need, question };
}

/** A question that no rule finds. */
export function likelyQuestion(question: string): NeedsInput {
  return { kind: 'needsInput', need: 'question', question, likely: true };
}

/** A request that the screen shows as a whole, with the question as its text. */
export function shownRequest(
  text: string,
  need: 'permission' | 'trust' = 'permission',
): ActivityState {
  return { kind: 'needsInput', need, question: text, request: { kind: 'whole', text } };
}

/** Agents whose statuses the test sets. */
export class FakeStatus implements StatusService {
  private readonly didChange = new Emitter<string>();
  private readonly activities = new Map<string, Activity>();
  private readonly explanations = new Map<string, StatusExplanation>();
  readonly onDidChange = this.didChange.event;
  readonly seen: string[] = [];
  /** The dialogs on the screens, by PTY id. */
  readonly dialogs = new Map<string, NeedsInput>();

  put(ptyId: string, state: ActivityState, overrides: Partial<Activity> = {}): void {
    this.activities.set(ptyId, activity(state, overrides));
    this.didChange.fire(ptyId);
  }

  explainAs(ptyId: string, explanation: StatusExplanation): void {
    this.explanations.set(ptyId, explanation);
  }

  get(ptyId: string): Activity {
    return this.activities.get(ptyId) ?? UNKNOWN;
  }

  markSeen(ptyId: string): void {
    this.seen.push(ptyId);
    if (this.get(ptyId).state.kind === 'done') {
      this.put(ptyId, { kind: 'idle' });
    }
  }

  mayLackInput(): boolean {
    return false;
  }

  showsInput(): Promise<boolean> {
    return Promise.resolve(true);
  }

  dialogOn(ptyId: string): NeedsInput | undefined {
    return this.dialogs.get(ptyId);
  }

  knowsInput(): boolean {
    return true;
  }

  isUnrecognised(): boolean {
    return false;
  }

  explain(ptyId: string): Promise<StatusExplanation> {
    const explanation = this.explanations.get(ptyId);
    return explanation
      ? Promise.resolve(explanation)
      : Promise.reject(new SessionError('SESSION_NOT_FOUND', `There is no session ${ptyId}.`));
  }
}
