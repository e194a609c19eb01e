import assert from 'node:assert/strict';
import type { ActivityState } from '../../../../src/status/activity';
import { formatReason, presentActivity } from '../../../../src/views/tree/activityPresentation';
import { likelyQuestion, needsInput } from '../../../support/status/fakeStatus';

describe('presentActivity', () => {
  const CASES: readonly (readonly [ActivityState, words: string, icon: string, mark: string])[] = [
    [{ kind: 'working' }, 'working', 'sync~spin', '⋯'],
    [{ kind: 'working', background: 2 }, 'working (2 in background)', 'sync~spin', '⋯'],
    [needsInput('Run it?'), 'needs you: permission - Run it?', 'bell-dot', '🔔'],
    [needsInput(undefined), 'needs you: permission', 'bell-dot', '🔔'],
    [needsInput('Which?', 'question'), 'needs you: question - Which?', 'question', '🔔'],
    [likelyQuestion('Sign in?'), 'may need you: question - Sign in?', 'question', '🔔'],
    [needsInput(undefined, 'trust'), 'needs you: trust', 'shield', '🔔'],
    [{ kind: 'done' }, 'done', 'check', '✓'],
    [{ kind: 'idle' }, 'idle', 'circle-outline', ''],
    [{ kind: 'limited', resets: undefined }, 'usage limit', 'watch', ''],
    [{ kind: 'limited', resets: '3pm' }, 'usage limit, resets 3pm', 'watch', ''],
    [{ kind: 'failed' }, 'failed', 'warning', ''],
    [{ kind: 'failed', error: 'API Error: 400' }, 'failed: API Error: 400', 'warning', ''],
  ];
  for (const [state, words, icon, mark] of CASES) {
    it(`shows '${words}'`, () => {
      const shown = presentActivity(state);
      assert.deepEqual([shown?.words, shown?.icon, shown?.mark], [words, icon, mark]);
    });
  }

  it('returns undefined for an unknown status', () =>
    assert.equal(presentActivity({ kind: 'unknown' }), undefined));

  it('uses a different icon for each status, to be distinct without colours', () => {
    const shapes = new Map(CASES.map(([state, , icon]) => [kindOf(state), icon]));
    assert.equal(new Set(shapes.values()).size, shapes.size);
  });

  it('cuts a reason that contains a whole row of the screen', () => {
    assert.equal(formatReason('it rests'), 'it rests');
    assert.equal([...formatReason(`its screen shows "${'─'.repeat(200)}"`)].length, 120);
  });

  it('cuts a long question, and escapes misleading characters', () => {
    const long = presentActivity(needsInput(`Run ${'x'.repeat(100)}?`))?.words ?? '';
    assert.match(long, /^needs you: permission - Run x+…$/);
    assert.ok(long.length < 90);
    assert.equal(
      presentActivity(needsInput('a\u202eb\nc'))?.words,
      'needs you: permission - a\\u202eb\\u000ac',
    );
  });
});

function kindOf(state: ActivityState): string {
  return state.kind === 'needsInput' ? state.need : state.kind;
}
