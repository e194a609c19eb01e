import assert from 'node:assert/strict';
import { claude } from '../../../src/providers/catalog/claude/definition';
import type { ProviderDefinition } from '../../../src/providers/model/providerDefinition';
import { applyProviderOverride } from '../../../src/providers/registry/applyProviderOverride';
import type { UserRule } from '../../../src/status/screens/userRules';
import { findWatchedAgent } from '../../../src/status/watchedAgents';
import { sessionInfo } from '../../support/pty/fakeSessions';

describe('findWatchedAgent', () => {
  const rule = (label: string): UserRule => ({ label }) as unknown as UserRule;
  const [own, shared] = [rule('own'), rule('shared')];

  function watch(provider: ProviderDefinition | undefined) {
    const agentOf = findWatchedAgent({
      env: { HOME: '/home/ada', A: '0' },
      providerOf: () => provider,
      settingsFor: () => ({ statusRules: { claude: [shared], work: [own] } }),
    });
    return agentOf(sessionInfo({}));
  }

  it('has the rules and variables of a preset before those of the agent that it extends', () => {
    const preset = { ...claude, id: 'work', presetOf: 'claude' };
    const agent = watch(applyProviderOverride(preset, { env: { A: '1' } }));
    assert.deepEqual(agent?.rules, [own, shared]);
    assert.deepEqual(agent.env, { HOME: '/home/ada', A: '1' });
  });

  it('has the rules of an agent once, and none of its presets', () => {
    assert.deepEqual(watch(claude)?.rules, [shared]);
    assert.deepEqual(watch({ ...claude, id: 'other' })?.rules, []);
    assert.equal(watch(undefined), undefined);
  });
});
