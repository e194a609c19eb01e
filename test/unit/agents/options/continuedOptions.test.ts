import assert from 'node:assert/strict';
import type { AgentOptions } from '../../../../src/agents/startRequests';
import { completeOptions, continueOptions } from '../../../../src/agents/options/continuedOptions';
import type { ApprovalFacts } from '../../../../src/providers/launch/autoApproveArgs';

const PROVIDER: ApprovalFacts = {
  autoApprove: { kind: 'flag', args: ['--act'] },
  permissionModes: { kind: 'flag', flags: ['--mode'], asking: ['plan'] },
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

  it('takes a permission mode only if it is no auto-approval', () => {
    const kept = { ...KEPT, autoApprove: undefined, extraArgs: [], permissionMode: 'all' };
    const refused = { ...kept, autoApprove: false, permissionMode: undefined };
    assert.deepEqual(plan(kept, {}), refused);
    assert.deepEqual(plan(kept, { keepAutoApprove: true }), kept);
    const asking = { ...kept, permissionMode: 'plan' };
    assert.equal(plan(asking, {}), asking);
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
      const planning = plan({ ...KEPT, permissionMode: 'plan' }, agent);
      assert.deepEqual(planning, { ...expected, permissionMode: 'plan' });
      const edits = plan({ ...KEPT, permissionMode: 'all' }, agent);
      assert.deepEqual(edits, { ...expected, autoApprove: false });
    }
  });
});

describe('completeOptions', () => {
  it('adds what a start leaves out, but no connection', () => {
    const given = { model: 'haiku', autoApprove: undefined, prompt: 'go' };
    const expected = { ...KEPT, model: 'haiku', prompt: 'go', ssh: undefined };
    assert.deepEqual(completeOptions(given, KEPT, PROVIDER), expected);
  });

  it('adds no auto-approval to a permission mode, and no permission mode to auto-approval', () => {
    const given = completeOptions({ permissionMode: 'plan' }, KEPT, PROVIDER);
    assert.deepEqual(
      [given.permissionMode, given.autoApprove, given.extraArgs],
      ['plan', undefined, ['-v']],
    );
    const approved = completeOptions({ autoApprove: true }, { permissionMode: 'plan' }, PROVIDER);
    assert.deepEqual([approved.permissionMode, approved.autoApprove], [undefined, true]);
  });

  it('adds no variables to those that a start gives', () => {
    const { env, envNames } = completeOptions({ env: { C: '3' } }, KEPT, PROVIDER);
    assert.deepEqual([env, envNames], [{ C: '3' }, undefined]);
  });
});
