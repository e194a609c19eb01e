import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { markOf, presentState } from '../../../../src/views/tree/sessionPresentation';
import { buildTree } from '../../../../src/views/tree/treeModel';
import { presentNode } from '../../../../src/views/tree/treePresentation';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { activity, needsInput, UNKNOWN } from '../../../support/status/fakeStatus';
import { NO_FACTS, taskIn } from '../../../support/views/treeSources';

const UNKNOWN_STATE = UNKNOWN.state;

const DISPLAY = { changesModel: false };

describe('markOf', () => {
  it('returns the mark of a running agent, and none without one', () => {
    const mark = (session: SessionInfo | undefined): string => markOf(session, needsInput('A?'));
    assert.equal(mark(undefined), '');
    assert.equal(mark(sessionInfo()), '🔔');
    assert.equal(mark(sessionInfo({ agentExitCode: 0 })), '');
    assert.equal(mark(sessionInfo({ state: 'terminated' })), '');
  });
});

describe('presentState', () => {
  for (const [state, agentExitCode, changesModel, expected] of [
    ['active', null, true, 'session.active.model'],
    ['idle', null, true, 'session.idle.model'],
    ['active', null, false, 'session.active'],
    ['idle', null, false, 'session.idle'],
    ['idle', 0, true, 'session.idle'],
    ['creating', null, true, 'session.creating'],
    ['terminated', null, true, 'session.exited'],
  ] as const) {
    it(`has the menu of ${expected} if it is ${state}, its agent's exit code ${agentExitCode}, and models can ${changesModel ? '' : 'not '}be changed`, () => {
      const session = sessionInfo({ state, agentExitCode });
      const { contextValue } = presentState(session, UNKNOWN_STATE, { changesModel });
      assert.equal(contextValue, expected);
    });
  }

  it('shows the activity of an agent if it is known, and keeps the context value', () => {
    const state = presentState(sessionInfo({ attachedCount: 0 }), needsInput('Run it?'), DISPLAY);
    assert.deepEqual(
      [state.words, state.icon, state.contextValue],
      ['needs you: permission - Run it?, in background', 'bell-dot', 'session.idle'],
    );
    assert.equal(presentState(sessionInfo(), UNKNOWN_STATE, DISPLAY).words, 'idle');
  });

  it('shows a session as starting until its agent has begun', () => {
    const pendingStart = { reason: 'has not begun', isStuck: true };
    const { words, contextValue } = presentState(
      sessionInfo({ pendingStart }),
      UNKNOWN_STATE,
      DISPLAY,
    );
    assert.deepEqual([words, contextValue], ['starting', 'session.idle']);
  });

  const WITHOUT_AGENT: readonly Partial<SessionInfo>[] = [
    { state: 'creating' },
    { state: 'terminated', exitCode: 0 },
    { agentExitCode: 0 },
  ];
  for (const overrides of WITHOUT_AGENT) {
    it(`shows the state of the process if no agent runs: ${JSON.stringify(overrides)}`, () => {
      const session = sessionInfo(overrides);
      const { words } = presentState(session, UNKNOWN_STATE, DISPLAY);
      assert.equal(presentState(session, { kind: 'working' }, DISPLAY).words, words);
    });
  }
});

describe('presentNode', () => {
  for (const [state, changesModel, contextValue] of [
    ['idle', false, 'session.idle.muted'],
    ['active', true, 'session.active.model.muted'],
  ] as const) {
    it(`shows that messages are muted, with the menu of ${contextValue}`, () => {
      const { conversations, ...task } = taskIn('app', 't1', ['ada-main-t1', 'ada-chat-c1']);
      const muted = conversations.map((one) => ({ ...one, isMuted: true }));
      const [entry] = buildTree({
        folders: [],
        tasks: [{ ...task, conversations: muted }],
        sessions: [sessionInfo({ state })],
        facts: NO_FACTS,
      }).flatMap(({ children }) => children);
      assert.ok(entry);
      const display = { name: 'Ada', icon: 'robot', resumes: true, changesModel };
      const row = presentNode(entry, () => display);
      const words = ['Ada', 'muted', state];
      assert.deepEqual(
        [row.description, row.accessibilityLabel, row.contextValue],
        [words.join(' · '), ['Talk ada-main-t1', ...words].join(', '), contextValue],
      );
    });
  }

  it('shows the reason in the tooltip of a session, and none for an unknown status', () => {
    const tooltipOf = (activityOf: () => typeof UNKNOWN): string => {
      const facts = { ...NO_FACTS, activityOf };
      const [entry] = buildTree({ folders: [], tasks: [], sessions: [sessionInfo()], facts });
      assert.ok(entry);
      return presentNode(entry, () => ({
        name: 'Ada',
        icon: 'robot',
        resumes: true,
        changesModel: false,
      })).tooltip;
    };
    assert.match(
      tooltipOf(() => activity({ kind: 'working' }, { reason: 'it\u202e says so' })),
      /^Because it\\u202e says so, since 1970-01-01T00:00:00\.000Z$/m,
    );
    assert.doesNotMatch(
      tooltipOf(() => UNKNOWN),
      /Because/,
    );
  });
});
