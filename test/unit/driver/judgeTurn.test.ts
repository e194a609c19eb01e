import assert from 'node:assert/strict';
import { judgeTurn, type TurnInspection, type TurnView } from '../../../src/driver/judgeTurn';
import { UNKNOWN_ENGINE } from '../../../src/providers/model/engineFacts';
import type { ActivityState, SignalSource } from '../../../src/status/activity';
import { activity, asks } from '../../support/agents/fakeStatus';

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

/** A turn that is at rest for `restedMs`, as `source` says. */
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
    ['asks, and says what', rest(asks('May I?'), 'program', 0), 'blocked'],
    ['asks, and has not said what', rest(asks(undefined), 'program', 0), 'running'],
    ['asks, and does not say what', rest(asks(undefined), 'program', 500), 'blocked'],
    ['failed', rest({ kind: 'failed' }, 'hook', 0), 'failed'],
    ['is limited', rest({ kind: 'limited', resets: undefined }, 'screen', 0), 'failed'],
    ['had failed before', rest({ kind: 'failed' }, 'hook', 0, NOT_BEGUN), 'running'],
    ['reports its end, unseen yet', rest(DONE, 'program', 0, { inspection: undefined }), 'inspect'],
    ['reports its end', rest(DONE, 'program', 0), 'whole program'],
    ['has its end in its file', rest(IDLE, 'statusFile', 0), 'whole statusFile'],
    ['tells its end by a hook', rest(IDLE, 'hook', 0), 'whole hook'],
    ['has the prompt in its input', rest(DONE, 'program', 60_000, { inspection: HELD }), 'stalled'],
    [
      'reports its end, its screen does not',
      rest(DONE, 'program', 0, { inspection: BUSY }),
      'running',
    ],
    [
      'reports its end in a bracket',
      rest(DONE, 'program', 0, { inspection: UNFINISHED }),
      'whole program',
    ],
    [
      'reports its end, has said nothing',
      rest(DONE, 'program', 3999, { inspection: UNSEEN }),
      'running',
    ],
    ['says nothing', rest(DONE, 'program', 4000, { inspection: UNSEEN }), 'whole program'],
    ['shows its end just now', rest(DONE, 'screen', 999), 'running'],
    ['shows its end', rest(DONE, 'screen', 1000), 'whole screen'],
    ['has the title of its end', rest(DONE, 'title', 1000), 'whole title'],
    [
      'shows its end in a bracket',
      rest(DONE, 'screen', 2999, { inspection: UNFINISHED }),
      'running',
    ],
    ['stays in a bracket', rest(DONE, 'screen', 3000, { inspection: UNFINISHED }), 'whole screen'],
    [
      'shows its end and nothing else',
      rest(DONE, 'screen', 3999, { inspection: UNSEEN }),
      'running',
    ],
    ['is at rest still', rest(IDLE, 'program', 999, NOT_BEGUN), 'running'],
    ['answered unseen', rest(IDLE, 'program', 1000, NOT_BEGUN), 'whole program'],
    ['did nothing', rest(IDLE, 'program', 4000, { ...NOT_BEGUN, inspection: UNSEEN }), 'stalled'],
    ['has written its end', rest(DONE, 'screen', 0, WRITTEN), 'whole transcript'],
    [
      'has written its end, unseen',
      rest(DONE, 'screen', 0, { ...WRITTEN, inspection: undefined }),
      'inspect',
    ],
    [
      'has written its end and is drawing still',
      rest(DONE, 'screen', 0, { ...WRITTEN, inspection: BUSY }),
      'running',
    ],
    ['has not written its end', rest(DONE, 'screen', 999, { isWritten: false }), 'running'],
    ['shows it first', rest(DONE, 'screen', 1000, { isWritten: false }), 'whole screen'],
    [
      'has written its end, and was seen to work before',
      rest({ kind: 'working' }, 'screen', 0, WRITTEN),
      'whole transcript',
    ],
    [
      'has written its end, and says itself that it works',
      rest({ kind: 'working' }, 'program', 0, WRITTEN),
      'running',
    ],
    ['nobody tells of but it itself', rest(UNKNOWN, undefined, 0, WRITTEN), 'whole transcript'],
    ['has written that it failed', rest(DONE, 'screen', 999, { inspection: FAILED }), 'running'],
    ['has failed, as it wrote', rest(DONE, 'screen', 1000, { inspection: FAILED }), 'failed'],
    ['is silent for a while', rest(UNKNOWN, undefined, 7999, NOT_BEGUN), 'running'],
    ['is silent', rest(UNKNOWN, undefined, 8000, NOT_BEGUN), 'whole silence'],
    [
      'is silent in a bracket',
      rest(UNKNOWN, undefined, 23_999, { inspection: UNFINISHED }),
      'running',
    ],
    [
      'stays silent in one',
      rest(UNKNOWN, undefined, 24_000, { inspection: UNFINISHED }),
      'whole silence',
    ],
    ['is silent, unseen', rest(UNKNOWN, undefined, 31_999, { inspection: UNSEEN }), 'running'],
    [
      'is never seen',
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
      const by = verdict.kind === 'whole' ? ` ${verdict.endedBy}` : '';
      assert.equal(`${verdict.kind}${by}`, expected);
    });
  }

  it('returns when to check again', () => {
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
