import assert from 'node:assert/strict';
import {
  INPUT_LAG_MS,
  PromptReadiness,
  READY_TIMEOUT_MS,
  STARTING_MS,
  type WaitingPrompt,
} from '../../../../src/agents/prompts/promptReadiness';
import { Emitter } from '../../../../src/base/event';
import type { SessionEvent, SessionInfo } from '../../../../src/pty/sessionService';
import type { ActivityState, SignalSource } from '../../../../src/status/activity';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { readRecordedScreen } from '../../../support/status/recordedScreens';
import { FakeAgentStatus } from '../../../support/status/fakeAgentStatus';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { ManualClock } from '../../../support/manualClock';

const START = { programStartedAt: new Date(0).toISOString() };
const SESSION = sessionInfo({ id: 'a', state: 'active', ...START });
const BLANK = { rows: [], cursor: { row: 0, column: 0 } };
const INPUT = readRecordedScreen('claude-04-idle.txt').screen;
const DIALOG = readRecordedScreen('claude-11-permission.txt').screen;
const TRUST_QUESTION = { kind: 'needsInput', need: 'trust', question: 'Trust it?' } as const;

interface Silence extends Pick<SessionInfo, 'state'> {
  readonly ageMs: number;
  readonly sinceMs: number;
}

describe('PromptReadiness', () => {
  let clock: ManualClock;
  let session: SessionInfo | undefined;
  let changes: Emitter<SessionEvent>;
  let status: FakeAgentStatus;
  let readiness: PromptReadiness;

  beforeEach(() => {
    clock = new ManualClock();
    session = SESSION;
    changes = new Emitter();
    status = new FakeAgentStatus();
    const sessions = { get: () => session, onDidChange: changes.event };
    readiness = new PromptReadiness(sessions, status, clock);
  });

  afterEach(() => {
    readiness.dispose();
    assert.equal(clock.pendingTimers, 0, 'a timer outlived the wait');
  });

  const change = (next: Partial<SessionInfo>, type: SessionEvent['type'] = 'changed') => {
    session = { ...SESSION, ...next };
    changes.fire({ type, session });
  };
  /** The result for `prompt`, or `waiting` while it is pending. */
  const resultOf = (prompt: WaitingPrompt) =>
    Promise.race([readiness.until('a', prompt), Promise.resolve('waiting')]);

  const WORKING: ActivityState = { kind: 'working' };
  for (const [state, first, later] of [
    [WORKING, 'waiting', 'ready'],
    [{ kind: 'idle' }, 'ready', 'ready'],
    [{ kind: 'done' }, 'ready', 'ready'],
    [{ kind: 'failed' }, 'ready', 'ready'],
    [{ kind: 'limited', resets: undefined }, 'ready', 'ready'],
    [TRUST_QUESTION, 'waiting', 'blocked'],
    [{ kind: 'unknown' }, 'waiting', 'waiting'],
  ] as const) {
    it(`follows the status ${state.kind}`, async () => {
      status.set('a', state);
      assert.deepEqual([await resultOf('first'), await resultOf('later')], [first, later]);
    });
  }

  const shows = (screen: ReadableScreen): void => {
    session = { ...SESSION, ...session, lastOutputAt: clock.now() };
    status.screens.set('a', screen);
  };

  const reportIdle = (source: SignalSource) =>
    status.set('a', { kind: 'idle' }, { source, since: clock.now() });

  /** Lets the agent have no report since `sinceMs`, `ageMs` after its start. */
  const beWithoutReport = ({ ageMs, sinceMs, state }: Silence): void => {
    const programStartedAt = new Date(clock.now() - ageMs).toISOString();
    session = { ...SESSION, ...session, programStartedAt, state };
    status.set('a', { kind: 'unknown' }, { since: sinceMs });
  };

  /** Lets `ms` milliseconds pass, with reads of the screen. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 50) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(Math.min(left, 50));
    }
  };

  describe('after the agent has just reported that it is idle', () => {
    beforeEach(() => {
      shows(BLANK);
      reportIdle('hook');
    });

    for (const prompt of ['first', 'later'] as const) {
      it(`is ready for a ${prompt} prompt once its input is drawn`, async () => {
        let result: unknown = 'waiting';
        void readiness.until('a', prompt).then((ready) => (result = ready));
        await pass(1000);
        reportIdle('program');
        await pass(1000);
        assert.equal(result, 'waiting');
        shows(INPUT);
        await pass(200);
        assert.equal(result, 'ready');
      });
    }

    it('waits anew if it reports late that it is idle', async () => {
      beWithoutReport({ ageMs: 0, sinceMs: 0, state: 'active' });
      let result: unknown = 'waiting';
      void readiness.until('a', 'first').then((ready) => (result = ready));
      await pass(INPUT_LAG_MS - 1000);
      reportIdle('hook');
      await pass(3000);
      assert.equal(result, 'waiting');
      shows(INPUT);
      await pass(200);
      assert.equal(result, 'ready');
    });

    it('is ready at once if it has worked before', async () => {
      status.hasWorked = true;
      assert.deepEqual([await resultOf('first'), await resultOf('later')], ['ready', 'ready']);
    });

    it('is not ready while the screen shows a dialog', async () => {
      shows(DIALOG);
      let result: unknown = 'waiting';
      void readiness.until('a', 'later').then((ready) => (result = ready));
      await pass(1000);
      assert.equal(result, 'waiting');
      shows(INPUT);
      await pass(200);
      assert.equal(result, 'ready');
    });

    it('is ready at once if the screen shows it as idle, or after a time limit', async () => {
      reportIdle('screen');
      assert.equal(await resultOf('first'), 'ready');
      reportIdle('hook');
      assert.equal(await resultOf('first'), 'waiting');
      clock.advance(INPUT_LAG_MS);
      assert.equal(await resultOf('first'), 'ready');
    });

    it('is ready after a time limit if its screen never shows an input', async () => {
      session = { ...SESSION, programStartedAt: new Date(-STARTING_MS).toISOString() };
      let result: unknown = 'waiting';
      void readiness.until('a', 'later').then((ready) => (result = ready));
      await pass(INPUT_LAG_MS - 100);
      assert.equal(result, 'waiting');
      await pass(200);
      assert.equal(result, 'ready');
    });

    it('is ready after a time limit if its screen cannot be read', async () => {
      status.showsInput = () => new Promise(() => {});
      const ready = readiness.until('a', 'later');
      clock.advance(INPUT_LAG_MS);
      assert.equal(await ready, 'ready');
    });

    it('waits as long, too, if the report comes just before the timeout of a first prompt', async () => {
      status.showsInput = () => new Promise(() => {});
      status.set('a', { kind: 'unknown' });
      let result: unknown = 'waiting';
      void readiness.until('a', 'first').then((ready) => (result = ready));
      clock.advance(READY_TIMEOUT_MS - 1000);
      reportIdle('hook');
      await pass(1100);
      assert.equal(result, 'waiting');
      await pass(INPUT_LAG_MS - 100);
      assert.equal(result, 'ready');
    });

    it('returns timeout for a first prompt if the agent works again by then', async () => {
      status.set('a', { kind: 'unknown' });
      const ready = readiness.until('a', 'first');
      clock.advance(READY_TIMEOUT_MS - 1000);
      reportIdle('hook');
      await pass(2000);
      status.set('a', WORKING);
      clock.advance(INPUT_LAG_MS);
      assert.equal(await ready, 'timeout');
    });

    it('ignores a read of the screen that began before a dialog', async () => {
      let finish = (_isShown: boolean): void => {};
      status.showsInput = () => new Promise((resolve) => (finish = resolve));
      let result: unknown = 'waiting';
      void readiness.until('a', 'first').then((ready) => (result = ready));
      finish(true);
      status.set('a', TRUST_QUESTION);
      reportIdle('hook');
      await pass(200);
      assert.equal(result, 'waiting');
      finish(true);
      await pass(100);
      assert.equal(result, 'ready');
    });

    it('returns blocked if a dialog appears meanwhile', async () => {
      const ready = readiness.until('a', 'later');
      status.set('a', TRUST_QUESTION);
      assert.equal(await ready, 'blocked');
    });

    it('returns gone and stops reading after dispose', async () => {
      const ready = readiness.until('a', 'later');
      readiness.dispose();
      assert.equal(await ready, 'gone');
      await pass(100);
    });
  });

  it('keeps a first prompt waiting until a dialog is answered, beyond the timeout', async () => {
    status.set('a', TRUST_QUESTION);
    const ready = readiness.until('a', 'first');
    clock.advance(100 * READY_TIMEOUT_MS);
    status.set('a', { kind: 'idle' });
    assert.equal(await ready, 'ready');
  });

  describe('without a reported status, with rules for its input', () => {
    const START_MS = 10 * INPUT_LAG_MS;

    beforeEach(() => clock.advance(2 * START_MS));

    for (const [what, begin] of [
      [
        'just after its start',
        (state: SessionInfo['state']) => beWithoutReport({ ageMs: 0, sinceMs: 0, state }),
      ],
      [
        'after it withdrew a report, as after an answer',
        (state: SessionInfo['state']) =>
          beWithoutReport({ ageMs: START_MS, sinceMs: clock.now(), state }),
      ],
    ] as const) {
      for (const prompt of ['first', 'later'] as const) {
        for (const state of ['active', 'idle'] as const) {
          it(`is ready for a ${prompt} prompt once its input is drawn, ${what}, ${state}`, async () => {
            shows(BLANK);
            begin(state);
            let result: unknown = 'waiting';
            void readiness.until('a', prompt).then((ready) => (result = ready));
            await pass(INPUT_LAG_MS - 1000);
            assert.equal(result, 'waiting');
            shows(INPUT);
            await pass(200);
            assert.equal(result, 'ready');
          });
        }
      }
    }

    it('is ready after a time limit if its screen never shows an input', async () => {
      shows(BLANK);
      beWithoutReport({ ageMs: START_MS, sinceMs: clock.now(), state: 'idle' });
      const ready = readiness.until('a', 'later');
      await pass(INPUT_LAG_MS + 200);
      assert.equal(await ready, 'ready');
    });
  });

  describe('without a reported status, and without rules for its input', () => {
    beforeEach(() => (status.mayLackInput = () => false));

    it('is ready when the agent becomes silent', async () => {
      const ready = readiness.until('a', 'first');
      change({ state: 'idle' });
      assert.equal(await ready, 'ready');
    });

    it('is ready at once for an agent that is silent already', async () => {
      session = { ...SESSION, state: 'idle' };
      assert.equal(await readiness.until('a', 'later'), 'ready');
    });

    it('is not ready while the agent has drawn nothing', async () => {
      const ready = readiness.until('a', 'first');
      change({ state: 'idle', hasOutput: false });
      change({ state: 'active' });
      clock.advance(READY_TIMEOUT_MS);
      assert.equal(await ready, 'timeout');
    });

    it('is ready for an agent that still draws long after its start', async () => {
      const ready = readiness.until('a', 'later');
      clock.advance(STARTING_MS);
      assert.equal(await ready, 'ready');
      const next = readiness.until('a', 'later');
      clock.advance(0);
      assert.equal(await next, 'ready');
    });

    it('returns timeout for an agent that draws nothing', async () => {
      session = { ...SESSION, hasOutput: false };
      const ready = readiness.until('a', 'later');
      clock.advance(STARTING_MS);
      assert.equal(await ready, 'timeout');
    });

    it('returns timeout for an agent that is never silent', async () => {
      const ready = readiness.until('a', 'first');
      clock.advance(READY_TIMEOUT_MS);
      assert.equal(await ready, 'timeout');
    });
  });

  it('returns gone for an agent that ends, exits to its shell, or is removed', async () => {
    const ended = readiness.until('a', 'first');
    change({ state: 'terminated' }, 'exit');
    assert.equal(await ended, 'gone');
    session = SESSION;
    const left = readiness.until('a', 'later');
    change({ agentExitCode: 1 }, 'agentExit');
    assert.equal(await left, 'gone');
    session = SESSION;
    const removed = readiness.until('a', 'later');
    session = undefined;
    changes.fire({ type: 'removed', session: SESSION });
    assert.equal(await removed, 'gone');
  });
});
