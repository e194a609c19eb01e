import assert from 'node:assert/strict';
import { judgeTurn, type TurnInspection, type TurnView } from '../../../src/driver/judgeTurn';
import { UNKNOWN_ENGINE } from '../../../src/providers/model/engineFacts';
import type { ActivityState, SignalSource } from '../../../src/status/activity';
import { applyEngineOverride } from '../../../src/providers/registry/applyProviderOverride';
import { activity, needsInput } from '../../support/status/fakeStatus';

const QUIET = UNKNOWN_ENGINE.quiet;
const NOW = 100_000;

const SEEN: TurnInspection = {
  isBusy: false,
  isSeen: true,
  isHeld: false,
  isUnfinished: false,
  hasFailed: false,
};
const UNSEEN: TurnInspection = { ...SEEN, isSeen: false };
const HELD: TurnInspection = { ...UNSEEN, isHeld: true };
const UNFINISHED: TurnInspection = { ...SEEN, isUnfinished: true };
const FAILED: TurnInspection = { ...SEEN, hasFailed: true };
const BUSY: TurnInspection = { ...SEEN, isBusy: true };

/** A turn that has rested for `restedMs`, according to `source`. */
function rest(
  state: ActivityState,
  source: SignalSource | undefined,
  restedMs: number,
  change: Partial<TurnView> = {},
): TurnView {
  const at = NOW - restedMs;
  return {
    now: NOW,
    activity: activity(state, { source, since: at }),
    hasBegun: true,
    submittedAt: 0,
    lastOutputAt: at,
    isWritten: undefined,
    inspection: SEEN,
    ...change,
  };
}

const DONE: ActivityState = { kind: 'done' };
const IDLE: ActivityState = { kind: 'idle' };
const UNKNOWN: ActivityState = { kind: 'unknown' };
const WRITTEN = { isWritten: true };
const NOT_BEGUN = { hasBegun: false };

describe('judgeTurn', () => {
  const rows: readonly (readonly [string, TurnView, string])[] = [
    ['works', rest({ kind: 'working' }, 'program', 60_000), 'running'],
    ['asks a question', rest(needsInput('May I?'), 'program', 0), 'blocked'],
    [
      'asks, with a question that is not yet known',
      rest(needsInput(undefined), 'program', 0),
      'running',
    ],
    [
      'asks, with a question that is unknown for 500 ms',
      rest(needsInput(undefined), 'program', 500),
      'blocked',
    ],
    ['failed', rest({ kind: 'failed' }, 'hook', 0), 'failed'],
    ['is limited', rest({ kind: 'limited', resets: undefined }, 'screen', 0), 'failed'],
    ['failed before this turn', rest({ kind: 'failed' }, 'hook', 0, NOT_BEGUN), 'running'],
    [
      'reports its end before its screen is read',
      rest(DONE, 'program', 0, { inspection: undefined }),
      'inspect',
    ],
    ['reports its end', rest(DONE, 'program', 0), 'complete program'],
    ['reports its end in its status file', rest(IDLE, 'statusFile', 0), 'complete statusFile'],
    ['reports its end by a hook', rest(IDLE, 'hook', 0), 'complete hook'],
    [
      'still has the prompt in its input',
      rest(DONE, 'program', 60_000, { inspection: HELD }),
      'stalled',
    ],
    [
      'has the prompt in its input for less than 20 s, and was not seen to work',
      rest(IDLE, 'program', 19_999, { ...NOT_BEGUN, inspection: HELD }),
      'running',
    ],
    [
      'has the prompt in its input for 20 s, and was not seen to work',
      rest(IDLE, 'program', 20_000, { ...NOT_BEGUN, inspection: HELD }),
      'stalled',
    ],
    [
      'has the prompt in its input again for 4 s, after it worked',
      rest(IDLE, 'program', 4000, { inspection: HELD }),
      'stalled',
    ],
    [
      'reports its end, but a read of its screen shows work',
      rest(DONE, 'program', 0, { inspection: BUSY }),
      'running',
    ],
    [
      'reports its end, with an unfinished text',
      rest(DONE, 'program', 0, { inspection: UNFINISHED }),
      'complete program',
    ],
    [
      'reports its end, with no answer for less than 4 s',
      rest(DONE, 'program', 3999, { inspection: UNSEEN }),
      'running',
    ],
    [
      'reports its end, with no answer for 4 s',
      rest(DONE, 'program', 4000, { inspection: UNSEEN }),
      'complete program',
    ],
    ['has shown its end for less than a second', rest(DONE, 'screen', 999), 'running'],
    ['has shown its end for a second', rest(DONE, 'screen', 1000), 'complete screen'],
    ['has shown its end in its title for a second', rest(DONE, 'title', 1000), 'complete title'],
    [
      'has shown its end for less than 3 s, with an unfinished text',
      rest(DONE, 'screen', 2999, { inspection: UNFINISHED }),
      'running',
    ],
    [
      'has shown its end for 3 s, with an unfinished text',
      rest(DONE, 'screen', 3000, { inspection: UNFINISHED }),
      'complete screen',
    ],
    [
      'has shown its end for less than 4 s, with no answer',
      rest(DONE, 'screen', 3999, { inspection: UNSEEN }),
      'running',
    ],
    [
      'shows an answer for less than a second, and was not seen to work',
      rest(IDLE, 'program', 999, NOT_BEGUN),
      'running',
    ],
    [
      'shows an answer for a second, and was not seen to work',
      rest(IDLE, 'program', 1000, NOT_BEGUN),
      'complete program',
    ],
    [
      'shows no answer for 4 s, and was not seen to work',
      rest(IDLE, 'program', 4000, { ...NOT_BEGUN, inspection: UNSEEN }),
      'stalled',
    ],
    ['has recorded its end', rest(DONE, 'screen', 0, WRITTEN), 'complete transcript'],
    [
      'has recorded its end before its screen is read',
      rest(DONE, 'screen', 0, { ...WRITTEN, inspection: undefined }),
      'inspect',
    ],
    [
      'has recorded its end, but a read of its screen shows work',
      rest(DONE, 'screen', 0, { ...WRITTEN, inspection: BUSY }),
      'running',
    ],
    [
      'has shown its end for less than a second, and not recorded it',
      rest(DONE, 'screen', 999, { isWritten: false }),
      'running',
    ],
    [
      'has shown its end for a second, and not recorded it',
      rest(DONE, 'screen', 1000, { isWritten: false }),
      'complete screen',
    ],
    [
      'has recorded its end, but is working by its last screen',
      rest({ kind: 'working' }, 'screen', 0, WRITTEN),
      'complete transcript',
    ],
    [
      'has recorded its end, but reports work itself',
      rest({ kind: 'working' }, 'program', 0, WRITTEN),
      'running',
    ],
    [
      'has recorded its end, and has no status',
      rest(UNKNOWN, undefined, 0, WRITTEN),
      'complete transcript',
    ],
    [
      'has recorded a failure, and shown its end for less than a second',
      rest(DONE, 'screen', 999, { inspection: FAILED }),
      'running',
    ],
    [
      'has recorded a failure, and shown its end for a second',
      rest(DONE, 'screen', 1000, { inspection: FAILED }),
      'failed',
    ],
    ['has been silent for less than 8 s', rest(UNKNOWN, undefined, 7999, NOT_BEGUN), 'running'],
    ['has been silent for 8 s', rest(UNKNOWN, undefined, 8000, NOT_BEGUN), 'complete silence'],
    [
      'has been silent for less than 24 s, with an unfinished text',
      rest(UNKNOWN, undefined, 23_999, { inspection: UNFINISHED }),
      'running',
    ],
    [
      'has been silent for 24 s, with an unfinished text',
      rest(UNKNOWN, undefined, 24_000, { inspection: UNFINISHED }),
      'complete silence',
    ],
    [
      'has been silent for less than 32 s, with no answer',
      rest(UNKNOWN, undefined, 31_999, { inspection: UNSEEN }),
      'running',
    ],
    [
      'has been silent for 32 s, with no answer',
      rest(UNKNOWN, undefined, 32_000, { ...NOT_BEGUN, inspection: UNSEEN }),
      'stalled',
    ],
    [
      'was prompted just now',
      rest(UNKNOWN, undefined, 60_000, { submittedAt: NOW - 1 }),
      'running',
    ],
  ];
  for (const [name, view, expected] of rows) {
    it(`${expected}: an agent that ${name}`, () => {
      const verdict = judgeTurn(view, QUIET);
      const by = verdict.kind === 'complete' ? ` ${verdict.endedBy}` : '';
      assert.equal(`${verdict.kind}${by}`, expected);
    });
  }

  describe('by the values of a provider', () => {
    const provider = { shownMs: 1500, silentMs: 2000, unseenFactor: 2, unfinishedFactor: 5 };
    const { quiet } = applyEngineOverride(UNKNOWN_ENGINE, {
      shownMs: provider.shownMs,
      idleMs: provider.silentMs,
      unseenFactor: provider.unseenFactor,
      unfinishedFactor: provider.unfinishedFactor,
    });
    for (const [name, inspection, source, dueMs] of [
      ['shownMs', SEEN, 'screen', 1500],
      ['idleMs', SEEN, undefined, 2000],
      ['unseenFactor', UNSEEN, 'screen', 3000],
      ['unfinishedFactor', UNFINISHED, 'screen', 7500],
    ] as const) {
      it(`completes an answer at the time that ${name} sets`, () => {
        const kinds = [dueMs - 1, dueMs].map(
          (restedMs) => judgeTurn(rest(DONE, source, restedMs, { inspection }), quiet).kind,
        );
        assert.deepEqual(kinds, ['running', 'complete']);
      });
    }
  });

  it('returns the time until the next check', () => {
    const verdict = judgeTurn(rest(DONE, 'screen', 400), QUIET);
    assert.deepEqual(verdict, { kind: 'running', recheckMs: 600 });
    const unwritten = rest(DONE, 'screen', 400, { isWritten: false });
    assert.deepEqual(judgeTurn(unwritten, QUIET), { kind: 'running', recheckMs: 250 });
    for (const [restedMs, recheckMs] of [
      [999, 30],
      [1000, 150],
    ] as const) {
      const busy = rest(DONE, 'program', restedMs, { inspection: BUSY });
      assert.deepEqual(judgeTurn(busy, QUIET), { kind: 'running', recheckMs });
    }
  });
});
