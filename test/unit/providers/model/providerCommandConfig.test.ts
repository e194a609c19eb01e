import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { resolveProviderCommandConfig } from '../../../../src/providers/model/providerCommandConfig';
import type { ProviderOverride } from '../../../../src/providers/model/providerOverride';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { configOf, planFor } from '../../../support/agents/agentCommands';

describe('resolveProviderCommandConfig', () => {
  it('gives null for what nothing defines', () => {
    const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
    assert.equal(resolveProviderCommandConfig('nobody', { registry, overrides: {} }), null);
  });

  it('gives the definition as flags', () => {
    const { provider, ...config } = configOf('claude');
    assert.equal(provider.id, 'claude');
    assert.deepEqual(config, {
      cli: 'claude',
      isCustomCli: false,
      resumeFlag: '--continue',
      defaultArgs: [],
      autoApproveFlag: '--dangerously-skip-permissions',
      initialPromptFlag: '',
      extraArgs: [],
      env: {},
    });
  });

  it('gives no flag for what there is not', () => {
    const { resumeFlag, autoApproveFlag, initialPromptFlag } = configOf('jules');
    assert.deepEqual(
      { resumeFlag, autoApproveFlag, initialPromptFlag },
      { resumeFlag: undefined, autoApproveFlag: undefined, initialPromptFlag: undefined },
    );
  });

  it('takes every field from the settings first', () => {
    const override = {
      cli: 'claude-next',
      resumeFlag: '-c -r',
      defaultArgs: ['--verbose'],
      autoApproveFlag: '--permission-mode acceptEdits',
      initialPromptFlag: '-i',
      extraArgs: ['--debug'],
      env: { ANTHROPIC_LOG: 'debug' },
    };
    const { provider, ...config } = configOf('claude', override);
    assert.deepEqual(config, { ...override, isCustomCli: true });
    assert.equal(provider.cli[0], 'claude');
  });

  const changes: [string, string, ProviderOverride, boolean, string[]][] = [
    [
      'makes the prompt positional by an empty flag',
      'gemini',
      { initialPromptFlag: '' },
      false,
      ['a b'],
    ],
    [
      'takes auto-approve away by an empty flag',
      'gemini',
      { autoApproveFlag: '' },
      true,
      ['-i', 'a b'],
    ],
    [
      'uses another auto-approve flag',
      'cline',
      { autoApproveFlag: '--yolo' },
      true,
      ['-i', '--yolo', '--', 'a b'],
    ],
    [
      'keeps the off switch beside another auto-approve flag',
      'cline',
      { autoApproveFlag: '--yolo' },
      false,
      ['-i', '--auto-approve', 'false', '--', 'a b'],
    ],
  ];
  for (const [title, id, override, autoApprove, expected] of changes) {
    it(title, () => {
      const { args } = planFor(configOf(id, override), { prompt: 'a b', autoApprove });
      assert.deepEqual(args, expected);
    });
  }

  it('takes the last conversation away with an empty resume flag', () => {
    assert.equal(configOf('claude', { resumeFlag: '' }).resumeFlag, undefined);
    assert.equal(configOf('aider', { resumeFlag: '' }).provider.conversations.kind, 'none');
  });
});
