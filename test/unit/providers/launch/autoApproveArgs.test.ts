import assert from 'node:assert/strict';
import {
  isAutoApproveMode,
  withoutAutoApprove,
} from '../../../../src/providers/launch/autoApproveArgs';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type {
  AutoApprove,
  PermissionModes,
} from '../../../../src/providers/model/providerDefinition';

describe('withoutAutoApprove', () => {
  const flag = (...args: string[]): AutoApprove => ({ kind: 'flag', args });
  const SWITCHED: AutoApprove = {
    kind: 'byDefault',
    args: ['--auto-approve', 'true'],
    offArgs: ['--auto-approve', 'false'],
  };
  const CASES: readonly (readonly [
    name: string,
    autoApprove: AutoApprove,
    args: readonly string[],
    kept: readonly string[],
  ])[] = [
    ['a flag', flag('--yolo'), ['-v', '--yolo', 'x', '--yolo'], ['-v', 'x']],
    [
      'no other flag',
      flag('--yolo'),
      ['--yolo-not', '--no', '--yol'],
      ['--yolo-not', '--no', '--yol'],
    ],
    ['an option of two words', flag('--auto', 'high'), ['--auto', 'high', 'x'], ['x']],
    [
      'an option of two words that is written as one',
      flag('--auto', 'high'),
      ['x', '--auto=high'],
      ['x'],
    ],
    ['an option of one word that is written as two', flag('--mode=all'), ['--mode', 'all'], []],
    ['no other value of an option', flag('--mode=all'), ['--mode', 'plan'], ['--mode', 'plan']],
    ['no option whose value is missing', flag('--mode=all'), ['--mode'], ['--mode']],
    ['an option that is on by default', SWITCHED, ['--auto-approve=true'], []],
    ['nothing for a CLI that never asks', { kind: 'neverAsks' }, ['--yolo'], ['--yolo']],
    ['nothing if no flag is known', { kind: 'none' }, ['--yolo', ''], ['--yolo', '']],
  ];
  for (const [name, autoApprove, args, kept] of CASES) {
    const facts = { autoApprove, permissionModes: { kind: 'none' } } as const;
    it(`removes ${name}`, () => assert.deepEqual(withoutAutoApprove(facts, args), kept));
  }

  const MODES: PermissionModes = { kind: 'flag', flags: ['--mode', '-m'], asking: ['plan'] };

  it('removes permission modes that are auto-approval, known or not, in each spelling', () => {
    const facts = { autoApprove: flag('--yolo'), permissionModes: MODES };
    const args = ['--mode', 'all', '--mode=new', '-m', 'edits', '-mall', '-m=all', '--yolo'];
    const kept = ['-mplan', '--mode', 'plan', '--mode'];
    assert.deepEqual(withoutAutoApprove(facts, [...args, ...kept]), kept);
  });

  for (const [id, args] of [
    ['gemini', ['--yolo', '-y', '--yolo=true', '--approval-mode', 'auto_edit']],
    ['codex', ['--yolo', '-anever', '-a', 'never', '-c', 'approval_policy=never']],
    ['codex', ['--config=approval_policy="never"', '-capproval_policy=never']],
    ['codex', ['-c', '--yolo', 'approval_policy=never']],
    [
      'codex',
      ['-c', '-a', 'never', '-c', '--yolo', 'approval_policy=never', 'approval_policy=never'],
    ],
    ['copilot', ['--yolo', '--allow-all', '--allow-all-tools']],
    ['droid', ['--auto', 'medium', '--auto=high']],
    ['commandcode', ['--dangerously-skip-permissions', '--permission-mode', 'accept-edits']],
    ['commandcode', ['--permission-mode=yolo', '--accept-edits', '--auto-accept']],
    ['grok', ['--permission-mode', 'bypassPermissions', '--always-approve']],
  ] as const) {
    it(`removes each known spelling of ${id}: ${args.join(' ')}`, () => {
      const provider = BUILT_IN_PROVIDERS.find((one) => one.id === id);
      assert.ok(provider);
      const kept = ['-v', '--yolo=false'];
      assert.deepEqual(withoutAutoApprove(provider, [...args, ...kept]), kept);
    });
  }

  it('has no such mode of a CLI without permission modes', () => {
    assert.equal(isAutoApproveMode({ permissionModes: { kind: 'none' } }, 'all'), false);
    assert.deepEqual(
      ['all', 'plan'].map((mode) => isAutoApproveMode({ permissionModes: MODES }, mode)),
      [true, false],
    );
  });
});
