import assert from 'node:assert/strict';
import { recordScreen } from '../../../../src/commands/status/explainStatus';
import type { ActivityState } from '../../../../src/status/activity';
import { formatScreenCase, parseScreenCase } from '../../../../src/status/screens/screenCase';
import { activity, needsInput, UNKNOWN } from '../../../support/status/fakeStatus';

const SCREEN = {
  rows: ['Run it?', '', '❯ 1. Yes'],
  cursor: { row: 2, column: 1 },
  altScreen: false,
  title: 'Ada',
};

describe('recordScreen', () => {
  const CASES: readonly (readonly [ActivityState, expect: string])[] = [
    [needsInput('Run it?'), 'permission'],
    [needsInput('Which?', 'question'), 'question'],
    [{ kind: 'working' }, 'working'],
    [{ kind: 'done' }, 'idle'],
    [{ kind: 'limited', resets: '3pm' }, 'limited'],
  ];
  for (const [state, expect] of CASES) {
    it(`records the expected status ${expect}, in a text that can be parsed`, () => {
      const recorded = recordScreen('ada-main-t1', activity(state), SCREEN);
      const read = parseScreenCase(formatScreenCase(recorded));
      assert.deepEqual(
        [read.provider, read.expect, read.note, read.screen.rows],
        ['ada', expect, 'reported by hook, rule rule', SCREEN.rows],
      );
    });
  }

  it('notes that no source has reported', () =>
    assert.equal(recordScreen('ada-main-t1', UNKNOWN, SCREEN).note, 'no source reported'));
});
