import assert from 'node:assert/strict';
import type { ActivityState } from '../../../../src/status/activity';
import { planStatusBarText } from '../../../../src/views/attention/statusBarText';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { activity, needsInput } from '../../../support/status/fakeStatus';

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

  it('shows nothing if no session runs', () => assert.equal(planStatusBarText([]), undefined));
});
