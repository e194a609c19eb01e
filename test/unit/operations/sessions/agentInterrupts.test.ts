import assert from 'node:assert/strict';
import { AgentInterrupts } from '../../../../src/operations/sessions/agentInterrupts';
import { SessionError } from '../../../../src/base/errors';
import type { ActivityState } from '../../../../src/status/activity';
import { activity, FakeStatus, needsInput } from '../../../support/status/fakeStatus';

const AGENT = { id: 'claude-chat-a', label: 'Claude' };
const WORKING: ActivityState = { kind: 'working' };

describe('the interrupt of an agent by another one', () => {
  let status: FakeStatus;
  let interrupts: AgentInterrupts;

  beforeEach(() => {
    status = new FakeStatus();
    const screen = { rows: [], cursor: { row: 0, column: 0 }, altScreen: false, title: '' };
    interrupts = new AgentInterrupts(
      { find: () => ({ screen: () => Promise.resolve(screen) }) },
      status,
    );
  });

  /** Sets what the agent reports, since a time, and what its screen shows. */
  function put(state: ActivityState, since: number, shown: ActivityState = state): void {
    status.put(AGENT.id, state, { source: 'program', since });
    if (shown.kind === 'needsInput') {
      status.dialogs.set(AGENT.id, shown);
    } else {
      status.dialogs.delete(AGENT.id);
    }
    const signal = { ruleId: 'r', reason: 'it says so', at: since };
    status.explainAs(AGENT.id, {
      activity: activity(state),
      signals: [
        { ...signal, source: 'program', state },
        { ...signal, source: 'screen', state: shown },
      ],
      overruled: [],
      screen: [],
      matchesScreen: true,
      rules: '',
      ruleProblems: [],
      notices: [],
    });
  }

  const isRefused = (code: SessionError['code'], words: RegExp) => (error: unknown) =>
    SessionError.is(error, code) && words.test(error.message);

  it('is possible once in each period of work', async () => {
    put(WORKING, 1000);
    await interrupts.require(AGENT);
    const again = isRefused('ILLEGAL_STATE', /^Claude was interrupted/);
    await assert.rejects(interrupts.require(AGENT), again);
    put(WORKING, 2000);
    await interrupts.require(AGENT);
  });

  it('is possible once if two come together', async () => {
    put(WORKING, 1000);
    const both = await Promise.allSettled([1, 2].map(() => interrupts.require(AGENT)));
    assert.deepEqual(
      both.map((one) => one.status),
      ['fulfilled', 'rejected'],
    );
  });

  for (const state of [
    { kind: 'idle' },
    { kind: 'done' },
    { kind: 'unknown' },
    needsInput('Which?'),
  ] as const) {
    it(`is refused while the status is ${state.kind}`, async () => {
      put(state, 1000, { kind: 'unknown' });
      const why = isRefused('ILLEGAL_STATE', /^Claude is not working/);
      await assert.rejects(interrupts.require(AGENT), why);
    });
  }

  it('is refused while the last read of the screen was a dialog, also if its next frame is not', async () => {
    put(WORKING, 1000, needsInput('Run rm -rf /?'));
    status.dialogs.clear();
    await assert.rejects(interrupts.require(AGENT), isRefused('AGENT_BLOCKED', /^Claude asks/));
  });

  it('is refused in a dialog that the status ignores', async () => {
    put(WORKING, 1000);
    status.dialogs.set(AGENT.id, { kind: 'needsInput', need: 'permission', question: 'Run?' });
    await assert.rejects(interrupts.require(AGENT), isRefused('AGENT_BLOCKED', /^Claude asks/));
  });

  it('is refused in a dialog, whatever is reported, and possible after it', async () => {
    put(WORKING, 1000, needsInput('Run rm -rf /?'));
    const why = isRefused('AGENT_BLOCKED', /^Claude asks "Run rm -rf \/\?"/);
    await assert.rejects(interrupts.require(AGENT), why);
    put(WORKING, 1000);
    await interrupts.require(AGENT);
  });
});
