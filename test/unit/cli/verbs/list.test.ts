import assert from 'node:assert/strict';
import { describeState } from '../../../../src/cli/verbs/list';
import type { ActivityInfo, SessionInfo } from '../../../../src/client/sessionInfo';

describe('describeState', () => {
  const describeAs = (activity: Partial<ActivityInfo>, change: Partial<SessionInfo> = {}): string =>
    describeState({
      state: 'idle',
      running: true,
      exitCode: null,
      activity,
      ...change,
    } as SessionInfo);

  it('returns the activity, with the error of a failed turn or the end of a limit', () => {
    const none = { error: null, resets: null };
    assert.equal(describeAs({ kind: 'failed', ...none }), 'failed');
    assert.equal(describeAs({ kind: 'failed', ...none, error: 'API Error' }), 'failed: API Error');
    assert.equal(describeAs({ kind: 'limited', ...none, resets: '3pm' }), 'limited, resets 3pm');
    assert.equal(describeAs({ kind: 'working', ...none }), 'working');
    assert.equal(describeAs({ kind: 'working', ...none, background: 0 }), 'working');
    assert.equal(
      describeAs({ kind: 'working', ...none, background: 2 }),
      'working (2 in background)',
    );
  });

  it('returns the activity alone if a window of 0.1.0 does not report more', () => {
    assert.equal(describeAs({ kind: 'failed' }), 'failed');
  });

  it('returns the state of the process if the activity is unknown or it has ended', () => {
    assert.equal(describeAs({ kind: 'unknown' }), 'idle');
    assert.equal(describeAs({ kind: 'failed' }, { running: false, exitCode: 1 }), 'exited 1');
    assert.equal(describeAs({ kind: 'failed' }, { running: false }), 'exited');
  });
});
