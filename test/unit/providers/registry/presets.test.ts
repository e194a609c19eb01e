import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import { claude } from '../../../../src/providers/catalog/claude/definition';
import { resolveProviderCommandConfig } from '../../../../src/providers/model/providerCommandConfig';
import { cliIdOf } from '../../../../src/providers/model/providerDefinition';
import {
  describePresetProblem,
  ProviderRegistry,
  type ProviderOverrides,
} from '../../../../src/providers/registry/providerRegistry';

const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);

function configOf(id: string, overrides: ProviderOverrides) {
  const config = resolveProviderCommandConfig(id, { registry, overrides });
  assert.ok(config, `${id} is defined`);
  return config;
}

describe('a preset', () => {
  it('has all facts of the provider that it extends, but an id and a label of its own', () => {
    const overrides = { work: { extends: 'claude' } };
    const { engine, env, ...facts } = claude;
    const { provider, ...config } = configOf('work', overrides);
    assert.deepEqual(provider, {
      ...facts,
      ...{ id: 'work', name: 'work', presetOf: 'claude' },
      engine: { ...engine, screen: { ...engine.screen, chrome: [...engine.screen.chrome] } },
      env,
    });
    assert.deepEqual({ provider: claude, ...config }, configOf('claude', {}));
    assert.deepEqual([cliIdOf(provider), cliIdOf(claude)], ['claude', 'claude']);
  });

  it('changes single facts', () => {
    const { provider, extraArgs, model, env } = configOf('work', {
      work: {
        ...{ extends: 'claude', label: 'Work', icon: 'heart', extraArgs: ['--verbose'] },
        ...{ model: 'large', env: { CLAUDE_CONFIG_DIR: '/work' } },
      },
    });
    assert.deepEqual([provider.name, provider.icon], ['Work', 'heart']);
    assert.deepEqual(
      [extraArgs, model, env],
      [['--verbose'], 'large', { CLAUDE_CONFIG_DIR: '/work' }],
    );
    assert.equal(provider.hooks, claude.hooks);
    assert.equal(provider.transcripts, claude.transcripts);
  });

  it('has the settings of what it extends, also through another preset', () => {
    const overrides: ProviderOverrides = {
      claude: {
        ...{ cli: '/opt/claude', label: 'Ours', extraArgs: ['--base'], chrome: ['a'] },
        ...{ env: { A: '1', B: '1' }, envStrip: ['X'] },
      },
      work: { extends: 'claude', env: { B: '2' }, envStrip: ['Y'], chrome: ['b'], label: 'Work' },
      late: { extends: 'work', extraArgs: ['--late'], env: { C: '3' } },
    };
    const { provider, cli, extraArgs, env } = configOf('late', overrides);
    assert.deepEqual([provider.name, provider.presetOf], ['late', 'claude']);
    assert.deepEqual(
      [cli, extraArgs, env],
      ['/opt/claude', ['--late'], { A: '1', B: '2', C: '3' }],
    );
    assert.deepEqual(provider.env.strip, [...claude.env.strip, 'X', 'Y']);
    const added = provider.engine.screen.chrome.length - claude.engine.screen.chrome.length;
    assert.equal(added, 2);
  });

  it('extends a provider that only settings define', () => {
    const overrides = {
      mine: { cli: 'run me', autoApproveFlag: '--yes' },
      other: { extends: 'mine' },
    };
    const { provider, cli, autoApproveFlag } = configOf('other', overrides);
    assert.deepEqual([cliIdOf(provider), cli, autoApproveFlag], ['mine', 'run me', '--yes']);
  });

  it('is listed after the built-in providers', () => {
    const { providers } = registry.list({
      work: { extends: 'claude' },
      bad: { extends: 'nobody' },
    });
    const ids = providers.slice(BUILT_IN_PROVIDERS.length).map(({ id }) => id);
    assert.deepEqual(ids, ['work']);
  });

  const invalid: readonly (readonly [id: string, overrides: ProviderOverrides, problem: RegExp])[] =
    [
      ['a', { a: { extends: 'a' } }, /"a" extends itself through "a"/],
      [
        'a',
        { a: { extends: 'b' }, b: { extends: 'c' }, c: { extends: 'b' } },
        /itself through "b"/,
      ],
      ['a', { a: { extends: 'nobody' } }, /extends "nobody", which is not defined/],
      ['a', { a: { extends: 'b' }, b: { extends: 'shell' }, shell: {} }, /extends "shell"/],
      ['a', { a: { extends: '__proto__' } }, /extends "__proto__"/],
    ];
  for (const [id, overrides, problem] of invalid) {
    it(`is not defined with ${JSON.stringify(overrides)}`, () => {
      assert.equal(registry.find(id, overrides), undefined);
      assert.equal(resolveProviderCommandConfig(id, { registry, overrides }), null);
      const found = registry.problemOf(id, overrides);
      assert.match(found ? describePresetProblem(id, found) : '', problem);
    });
  }

  it('is no built-in provider, which extends nothing', () => {
    const provider = registry.find('claude', { claude: { extends: 'codex', label: 'Mine' } });
    assert.deepEqual([provider?.presetOf, provider?.hooks], [undefined, claude.hooks]);
    assert.equal(registry.problemOf('claude', { claude: { extends: 'claude' } }), undefined);
  });
});
