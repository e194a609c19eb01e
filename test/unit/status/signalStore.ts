import type { Activity, ActivityState, Signal, SignalSource } from '../../../src/status/activity';
import { UNKNOWN_ACTIVITY } from '../../../src/status/arbiter';

export const WORKING: ActivityState = { kind: 'working' };
export const IDLE: ActivityState = { kind: 'idle' };
export const DONE: ActivityState = { kind: 'done' };
export const FAILED: ActivityState = { kind: 'failed' };
export const failed = (error: string): ActivityState => ({ kind: 'failed', error });
export const UNKNOWN: ActivityState = { kind: 'unknown' };
export const needsInput = (
  question?: string,
  need: 'permission' | 'trust' = 'permission',
): ActivityState => ({
  kind: 'needsInput',
  need,
  question,
});
export const likely = (question: string): ActivityState => ({
  kind: 'needsInput',
  need: 'question',
  question,
  likely: true,
});
export const limited = (resets?: string): ActivityState => ({ kind: 'limited', resets });

/** The signal of a source at a second. */
export const signal = (source: SignalSource, state: ActivityState, second: number): Signal => ({
  source,
  state,
  ruleId: `${source}-rule`,
  reason: `${source} says so`,
  at: second * 1000,
});

export const was = (state: ActivityState, second: number): Activity => ({
  ...UNKNOWN_ACTIVITY,
  state,
  since: second * 1000,
});

/** Signals, and the expected verdict. */
export interface Row {
  readonly name: string;
  readonly previous?: Activity;
  readonly busy?: number;
  readonly signals: readonly Signal[];
  /** Seconds. */
  readonly now: number;
  readonly screenSeen?: number;
  readonly seen?: number;
  readonly typed?: number;
  readonly expect: ActivityState;
  readonly recheck?: number;
}
