import assert from 'node:assert/strict';
import type { AgentOptions } from '../../../../src/agents/agentService';
import { completeOptions, continueOptions } from '../../../../src/agents/options/continuedOptions';
import type { ProviderDefinition } from '../../../../src/providers/model/providerDefinition';

const PROVIDER: Pick<ProviderDefinition, 'autoApprove'> = {
  autoApprove: { kind: 'flag', args: ['--act'] },
};
const KEPT = {
  model: 'opus',
  spawnMode: 'direct',
  persistence: 'host',
  autoApprove: true,
  extraArgs: ['--act', '-v'],
  shellSetup: 'setup',
  env: { A: '1' },
  envNames: ['B'],
  ssh: { target: 'host', sshArgs: [] },
} as const satisfies AgentOptions;

describe('continueOptions', () => {
  const plan = (kept: AgentOptions, more: Partial<Parameters<typeof continueOptions>[1]>) =>
    continueOptions(kept, { provider: PROVIDER, settings: { autoApprove: false }, ...more });

  it('takes all if the settings or the person allow auto-approval', () => {
    assert.deepEqual(plan(KEPT, { keepAutoApprove: true }), KEPT);
    assert.deepEqual(plan(KEPT, { settings: { autoApprove: true } }), KEPT);
  });

  it('takes all but auto-approval otherwise, also that of an argument', () => {
    const expected = { ...KEPT, autoApprove: false, extraArgs: ['-v'] };
    assert.deepEqual(plan(KEPT, {}), expected);
    assert.deepEqual(plan({ ...KEPT, autoApprove: undefined }, {}), expected);
  });

  it('changes nothing of a start that requests permission', () => {
    const asking = { ...KEPT, autoApprove: undefined, extraArgs: ['-v'] };
    assert.equal(plan(asking, {}), asking);
  });

  it('takes nothing for an agent that only a person may set, even with an answer [S7]', () => {
    const { model, spawnMode, persistence, ssh } = KEPT;
    const expected = { model, spawnMode, persistence, ssh };
    for (const settings of [{ autoApprove: false }, { autoApprove: true }]) {
      const agent = { settings, startedBy: 'ada-chat-c1', keepAutoApprove: true };
      assert.deepEqual(plan(KEPT, agent), expected);
      const asking = plan({ ...KEPT, autoApprove: false }, agent);
      assert.deepEqual(asking, { ...expected, autoApprove: false });
    }
  });
});

describe('completeOptions', () => {
  it('adds what a start leaves out, but no connection', () => {
    const given = { model: 'haiku', autoApprove: undefined, prompt: 'go' };
    const expected = { ...KEPT, model: 'haiku', prompt: 'go', ssh: undefined };
    assert.deepEqual(completeOptions(given, KEPT), expected);
  });

  it('adds no variables to those that a start gives', () => {
    const { env, envNames } = completeOptions({ env: { C: '3' } }, KEPT);
    assert.deepEqual([env, envNames], [{ C: '3' }, undefined]);
  });
});
