import assert from 'node:assert/strict';
import { SessionScope } from '../../../../src/operations/access/sessionScope';
import { SessionWait, type WaitTarget } from '../../../../src/operations/sessions/sessionWait';
import type { ActivityState } from '../../../../src/status/activity';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeStatus } from '../../../support/status/fakeStatus';
import { ManualClock } from '../../../support/manualClock';

const AGENT = 'ada-main-t1';

describe('SessionWait', () => {
  let sessions: FakeSessions;
  let status: FakeStatus;
  let clock: ManualClock;
  let wait: SessionWait;

  beforeEach(() => {
    sessions = new FakeSessions();
    status = new FakeStatus();
    clock = new ManualClock();
    const tasks = { list: () => [] };
    const scope = new SessionScope({
      sessions,
      status,
      tasks,
      hasWindow: true,
      isArriving: () => false,
      isElsewhere: () => false,
      isSuspended: () => false,
      folders: () => [],
    });
    wait = new SessionWait({ sessions, status, scope, clock });
    sessions.put(sessionInfo({ id: AGENT }));
  });

  /** The outcome of a wait: the activity's kind, the error's code, or undefined while it waits. */
  function begin(kinds: readonly WaitTarget[], signal?: AbortSignal) {
    const seen: { outcome: string | undefined } = { outcome: undefined };
    const session = sessions.get(AGENT) ?? sessionInfo();
    wait.until(session, { kinds, timeoutMs: 1000, signal }).then(
      (view) => (seen.outcome = view.running ? view.activity.kind : 'exit'),
      (error: Error & { code?: string }) => (seen.outcome = error.code ?? error.message),
    );
    return seen;
  }

  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('sends its caller to the window that takes the session over', async () => {
    const seen = begin(['idle']);
    // The fake removes a session that runs, as a release does.
    await sessions.find(AGENT)?.kill();
    await settle();
    assert.equal(seen.outcome, 'MOVED');
  });

  it('rejects if its signal is aborted already', async () => {
    const seen = begin(['idle'], AbortSignal.abort(new Error('too late')));
    await settle();
    assert.equal(seen.outcome, 'too late');
  });

  const reached: readonly (readonly [readonly WaitTarget[], ActivityState, boolean])[] = [
    [['idle'], { kind: 'idle' }, true],
    [['idle'], { kind: 'done' }, true],
    [['done'], { kind: 'idle' }, false],
    [['needsInput'], { kind: 'needsInput', need: 'trust', question: 'Sure?' }, true],
    [['idle', 'needsInput'], { kind: 'working' }, false],
    [['idle'], { kind: 'failed' }, true],
    [['needsInput'], { kind: 'limited', resets: undefined }, true],
    [['exit'], { kind: 'idle' }, false],
    [['idle'], { kind: 'unknown' }, false],
  ];
  for (const [kinds, state, isReached] of reached) {
    it(`${isReached ? 'ends' : 'continues'} for ${kinds.join()} if the agent is ${state.kind}`, async () => {
      const seen = begin(kinds);
      status.put(AGENT, state);
      await settle();
      assert.equal(seen.outcome, isReached ? state.kind : undefined);
    });
  }

  it('ends at once if the state is already reached', async () => {
    status.put(AGENT, { kind: 'idle' });
    const seen = begin(['idle']);
    await settle();
    assert.equal(seen.outcome, 'idle');
    assert.equal(clock.pendingTimers, 0);
  });

  it('ends with the agent and with the session, for all targets', async () => {
    const first = begin(['needsInput']);
    sessions.put(sessionInfo({ id: AGENT, agentExitCode: 0 }));
    await settle();
    assert.equal(first.outcome, 'unknown');
    sessions.put(sessionInfo({ id: AGENT }));
    const second = begin(['needsInput']);
    sessions.put(sessionInfo({ id: AGENT, state: 'terminated' }));
    await settle();
    assert.equal(second.outcome, 'exit');
  });

  it('ends with its time limit, and when its caller aborts it', async () => {
    const late = begin(['idle']);
    clock.advance(1000);
    const leaving = new AbortController();
    const left = begin(['idle'], leaving.signal);
    leaving.abort(new Error('left'));
    await settle();
    assert.deepEqual([late.outcome, left.outcome], ['TIMEOUT', 'left']);
    assert.equal(clock.pendingTimers, 0);
  });
});
