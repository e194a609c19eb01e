import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ProviderOverride } from '../../../../src/providers/model/providerOverride';
import { ProviderRegistry } from '../../../../src/providers/registry/providerRegistry';
import { configOf, planFor } from '../../../support/agents/agentCommands';

const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);

describe('ProviderRegistry', () => {
  it('returns the built-in providers unchanged', () => {
    for (const provider of BUILT_IN_PROVIDERS) {
      assert.equal(registry.find(provider.id, {}), provider);
    }
  });

  it('finds nothing for other ids', () => {
    for (const id of ['', 'nobody', 'toString', '__proto__', 'constructor']) {
      assert.equal(registry.find(id, {}), undefined);
    }
  });

  it('lists new providers after the built-in ones, and reports invalid ids', () => {
    const bad = ['Claude', 'my_agent', 'my-main', 'chat', 'shell', '-x', 'a--b', ''];
    const overrides = Object.fromEntries([...bad, 'my-agent', 'claude'].map((id) => [id, {}]));
    const { providers, invalidIds } = registry.list(overrides);
    const ids = BUILT_IN_PROVIDERS.map((provider) => provider.id);
    assert.deepEqual(
      providers.map((provider) => provider.id),
      [...ids, 'my-agent'],
    );
    assert.deepEqual(invalidIds, bad);
  });

  it('applies the settings of a built-in provider', () => {
    const provider = registry.find('claude', { claude: { label: 'Mine', icon: 'heart' } });
    assert.equal(provider?.name, 'Mine');
    assert.equal(provider.icon, 'heart');
    assert.deepEqual(provider.verification, { kind: 'run', version: '2.1.330' });
  });

  it('uses no facts about LF if the settings submit by another key', () => {
    const submitOf = (submitKey?: string) =>
      registry.find('claude', { claude: { paste: 'typed', submitKey } })?.submit;
    assert.deepEqual(submitOf(), { kind: 'plain', gapMs: 50, lineFeed: 'neverSubmits' });
    assert.deepEqual(submitOf('\n'), { kind: 'plain', gapMs: 50, key: '\n' });
  });

  it('tunes each sign of the end of an answer', () => {
    const quietOf = (settings: ProviderOverride) =>
      registry.find('claude', { claude: settings })?.engine.quiet;
    const quiet = { shownMs: 1000, silentMs: 8000, unseenFactor: 4, unfinishedFactor: 3 };
    assert.deepEqual(quietOf({}), quiet);
    assert.deepEqual(quietOf({ shownMs: 200 }), { ...quiet, shownMs: 200 });
    assert.deepEqual(quietOf({ idleMs: 200 }), { ...quiet, silentMs: 200 });
    assert.deepEqual(quietOf({ unseenFactor: 2 }), { ...quiet, unseenFactor: 2 });
    assert.deepEqual(quietOf({ unfinishedFactor: 2 }), { ...quiet, unfinishedFactor: 2 });
  });

  it('creates a provider from settings alone', () => {
    const config = configOf('my-agent', {
      cli: '/opt/my agent/run',
      label: 'My Agent',
      resumeFlag: '--again',
      defaultArgs: ['--tui'],
      autoApproveFlag: '--yes --really',
      initialPromptFlag: '--ask',
      extraArgs: ['--debug'],
      env: { KEY: 'value' },
    });
    const { args, env } = planFor(config, {
      prompt: 'Fix it',
      autoApprove: true,
      conversation: { kind: 'resumeLast' },
    });
    const expected = ['--again', '--tui', '--yes', '--really', '--ask', 'Fix it', '--debug'];
    assert.deepEqual(args, expected);
    assert.deepEqual(env, { KEY: 'value' });
    assert.equal(config.cli, '/opt/my agent/run');
    assert.deepEqual(config.provider.verification, { kind: 'unverified' });
  });

  it('types the prompt of a new provider whose settings are empty', () => {
    const config = configOf('my-agent', {});
    const { args, prompt } = planFor(config, { prompt: 'Fix it' });
    assert.deepEqual(args, []);
    assert.deepEqual(prompt, { keystrokes: 'Fix it' });
    assert.equal(config.cli, 'my-agent');
  });
});
