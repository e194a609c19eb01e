import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { resolveProviderCommandConfig } from '../../../../src/providers/model/providerCommandConfig';
import type { ProviderOverride } from '../../../../src/providers/model/providerOverride';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { configOf, planFor } from '../../../support/agents/agentCommands';

describe('resolveProviderCommandConfig', () => {
  it('returns null for an unknown provider', () => {
    const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
    assert.equal(resolveProviderCommandConfig('nobody', { registry, overrides: {} }), null);
  });

  it('returns the definition as flags', () => {
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
      model: undefined,
      fallback: undefined,
    });
  });

  it('returns no flags for a CLI that has none', () => {
    const { resumeFlag, autoApproveFlag, initialPromptFlag } = configOf('jules');
    assert.deepEqual(
      { resumeFlag, autoApproveFlag, initialPromptFlag },
      { resumeFlag: undefined, autoApproveFlag: undefined, initialPromptFlag: undefined },
    );
  });

  it('prefers every field from the settings', () => {
    const override = {
      cli: 'claude-next',
      resumeFlag: '-c -r',
      defaultArgs: ['--verbose'],
      autoApproveFlag: '--permission-mode acceptEdits',
      initialPromptFlag: '-i',
      extraArgs: ['--debug'],
      env: { ANTHROPIC_LOG: 'debug' },
      model: 'large',
      fallback: 'codex',
    };
    const { provider, ...config } = configOf('claude', override);
    assert.deepEqual(config, { ...override, isCustomCli: true });
    assert.equal(provider.cli[0], 'claude');
  });

  const changes: [string, string, ProviderOverride, boolean, string[]][] = [
    [
      'makes the prompt positional if its flag is empty',
      'gemini',
      { initialPromptFlag: '' },
      false,
      ['a b'],
    ],
    [
      'disables auto-approve if its flag is empty',
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

  it('disables resuming the last conversation if the resume flag is empty', () => {
    assert.equal(configOf('claude', { resumeFlag: '' }).resumeFlag, undefined);
    assert.equal(configOf('aider', { resumeFlag: '' }).provider.conversations.kind, 'none');
  });
});
