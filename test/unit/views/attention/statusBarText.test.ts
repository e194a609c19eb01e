import assert from 'node:assert/strict';
import type { ActivityState } from '../../../../src/status/activity';
import { countWaiting, planStatusBarText } from '../../../../src/views/attention/statusBarText';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import {
  activity,
  likelyQuestion,
  needsInput,
  UNRECOGNISED,
} from '../../../support/status/fakeStatus';

describe('planStatusBarText', () => {
  const WORKING = { kind: 'working' } as const;
  const IDLE = { kind: 'idle' } as const;
  const CASES: readonly (readonly [readonly ActivityState[], text: string, needsYou: boolean])[] = [
    [[needsInput('A?'), needsInput('B?'), WORKING], '$(bell) 2 need you · 1 working', true],
    [[needsInput(undefined, 'trust')], '$(bell) 1 needs you', true],
    [[WORKING, { kind: 'done' }, IDLE], '$(robot) 1 working · 1 done', false],
    [[IDLE], '$(robot) 1 session', false],
    [[IDLE, { kind: 'unknown' }], '$(robot) 2 sessions', false],
  ];
  for (const [states, text, needsYou] of CASES) {
    it(`shows '${text}'`, () => {
      const item = planStatusBarText(
        states.map((state) => ({
          session: sessionInfo(),
          label: 'Ada',
          task: undefined,
          activity: activity(state),
        })),
      );
      assert.deepEqual(
        [item?.text, item?.needsYou, item?.words],
        [text, needsYou, `Agents: ${text.replace(/^\S+ /, '')}`],
      );
    });
  }

  it('counts no agent whose screen only is not recognised, as the badge does, but one that asks for a line', () => {
    const one = { session: sessionInfo(), label: 'Ada', task: undefined };
    const guess = { ...one, activity: activity(likelyQuestion('A?'), UNRECOGNISED) };
    const asks = { ...one, activity: activity(likelyQuestion('Go on? (y/n)')) };
    assert.equal(planStatusBarText([guess])?.text, '$(robot) 1 session');
    assert.deepEqual([countWaiting([guess]), countWaiting([guess, asks])], [0, 1]);
  });

  it('shows nothing if no session runs', () => assert.equal(planStatusBarText([]), undefined));
});
