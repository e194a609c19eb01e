import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { isLikely } from '../../../../src/status/activity';
import { StatusReader } from '../../../../src/status/screens/statusReader';
import { TrackedAgent } from '../../../../src/status/trackedAgent';
import { sessionInfo } from '../../../support/pty/fakeSessions';
import { listHeldOutScreens, type HeldOutScreen } from '../../../support/status/heldOutScreens';

const NOW = 100_000;

describe('the status of a session, on screens that were recorded without a look at what reads them', () => {
  it('needs the person for each dialog of an agent, and for nothing else that no rule recognises', async () => {
    const screens = await Promise.all(
      listHeldOutScreens().map(async (screen) => ({ ...screen, state: await settle(screen) })),
    );
    const count = (of: (one: (typeof screens)[number]) => boolean): number =>
      screens.filter(of).length;
    const list = (of: (one: (typeof screens)[number]) => boolean): readonly string[] =>
      screens.filter(of).map(({ file }) => file);

    assert.equal(
      count(({ isOfAgent, isDialog }) => isOfAgent && isDialog),
      495,
    );
    assert.deepEqual(
      list(
        ({ isOfAgent, isDialog, state }) => isOfAgent && isDialog && state.kind !== 'needsInput',
      ),
      [],
      'dialogs of agents that are missed',
    );
    assert.deepEqual(
      list(
        ({ isOfAgent, isDialog, state }) => isOfAgent && !isDialog && state.kind === 'needsInput',
      ),
      [],
      'agents that rest or work',
    );
    assert.deepEqual(
      list(({ isOfAgent, state }) => !isOfAgent && isLikely(state)),
      [],
      'pages that the person has just opened',
    );
  });
});

/** What a session shows some seconds after this screen: of an agent that worked, or on which the person has pressed a key. */
async function settle({ provider: id, screen, isOfAgent }: HeldOutScreen) {
  const provider = BUILT_IN_PROVIDERS.find((one) => one.id === id);
  assert.ok(provider, id);
  let now = NOW - 10_000;
  const lastInputAt = isOfAgent ? null : NOW - 1000;
  const reader = new StatusReader({
    sessions: { find: () => ({ screen: () => Promise.resolve({ ...screen, altScreen: false }) }) },
    files: { read: () => Promise.resolve(undefined) },
    clock: { now: () => now },
  });
  const session = sessionInfo({
    id: `${id}-main-t1`,
    hasOutput: true,
    lastOutputAt: NOW,
    lastInputAt,
  });
  const agent = { provider, rules: [], env: {} };
  const tracked = new TrackedAgent(session.generation);
  const before = isOfAgent ? 'working' : 'idle';
  tracked.signals.updateScreen({ state: { kind: before }, ruleId: '', seen: '' }, { at: now });
  tracked.decide(now, lastInputAt);
  for (const at of [NOW, NOW + 1000, NOW + 3000]) {
    now = at;
    await reader.update(tracked, session, agent);
    tracked.decide(now, lastInputAt);
  }
  return tracked.activity.state;
}
