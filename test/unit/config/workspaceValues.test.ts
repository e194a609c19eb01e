import assert from 'node:assert/strict';
import { parseProviders } from '../../../src/config/parseProviders';
import { SETTING_KEYS, type SettingKey } from '../../../src/config/contributions';
import {
  resolveWorkspaceValues,
  type EffectiveValues,
  type LayeredSettings,
  type SettingLayers,
} from '../../../src/config/workspaceValues';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { ProviderRegistry } from '../../../src/providers/registry/providerRegistry';

const NO_LAYERS: SettingLayers = {
  defaultValue: undefined,
  userValue: undefined,
  workspaceValue: undefined,
  folderValue: undefined,
};

/** The effective value of a setting, and its values that need a confirmation. */
function resolve(
  key: SettingKey,
  layers: Partial<SettingLayers>,
  isConfirmed: (key: string) => boolean = () => false,
): { readonly value: unknown; readonly unconfirmed: EffectiveValues['unconfirmed'] } {
  const all = Object.fromEntries(
    SETTING_KEYS.map((other) => [other, NO_LAYERS]),
  ) as unknown as LayeredSettings;
  const { values, unconfirmed } = resolveWorkspaceValues(
    { ...all, [key]: { ...NO_LAYERS, ...layers } },
    (value) => isConfirmed(value.key),
  );
  return { value: values[key], unconfirmed };
}

const always = (): boolean => true;

describe('resolveWorkspaceValues', () => {
  const restricted: readonly (readonly [SettingKey, unknown])[] = [
    ['defaultProvider', 'evil'],
    ['shell', './evil'],
    ['shellSetup', 'curl x | sh'],
    ['inheritEnv', true],
    ['envPassthrough', ['SECRET']],
    ['providers', 'nonsense'],
  ];
  for (const [key, brought] of restricted) {
    for (const layer of ['workspaceValue', 'folderValue'] as const) {
      it(`holds back ${key} from ${layer} until it is confirmed`, () => {
        const layers = { defaultValue: 'default', userValue: 'mine', [layer]: brought };
        const unconfirmed = [{ key, value: brought }];
        assert.deepEqual(resolve(key, layers), { value: 'mine', unconfirmed });
        assert.deepEqual(resolve(key, layers, always), { value: brought, unconfirmed: [] });
      });
    }
  }

  it('uses the default if the person has set nothing', () => {
    assert.equal(resolve('shell', { defaultValue: '', workspaceValue: './evil' }).value, '');
  });

  it('asks to confirm the value that takes precedence, not the one that it overrides', () => {
    const layers = { userValue: 'mine', workspaceValue: 'workspace', folderValue: 'folder' };
    assert.deepEqual(resolve('shell', layers).unconfirmed, [{ key: 'shell', value: 'folder' }]);
    assert.equal(resolve('shell', layers, always).value, 'folder');
  });

  it('needs no confirmation of a value that the person has set as well', () => {
    const layers = { userValue: ['B'], workspaceValue: ['B'] };
    assert.deepEqual(resolve('envPassthrough', layers), { value: ['B'], unconfirmed: [] });
  });

  describe('scrollback', () => {
    const table: readonly (readonly [what: string, Partial<SettingLayers>, unknown])[] = [
      ['a lower value of a workspace', { workspaceValue: 100 }, 100],
      ['a lower value of a folder', { workspaceValue: 200, folderValue: 100 }, 100],
      ['no higher value', { folderValue: 100_000 }, 10_000],
      ['no value above the own', { userValue: 500, folderValue: 501 }, 500],
      ['no value above an own one of 0', { userValue: 0, folderValue: 1 }, 0],
      [
        'a value below an own one above the default',
        { userValue: 50_000, folderValue: 20_000 },
        20_000,
      ],
      ['no value that the default would replace', { userValue: 500, folderValue: '0' }, 500],
      ['no fraction, which the default would replace', { userValue: 500, folderValue: 1.5 }, 500],
      [
        'no value above the default if the own is invalid',
        { userValue: 'x', folderValue: 20_000 },
        'x',
      ],
    ];
    for (const [what, layers, value] of table) {
      it(`takes ${what}`, () => {
        const expected = { value, unconfirmed: [] };
        assert.deepEqual(resolve('scrollback', { defaultValue: 10_000, ...layers }), expected);
      });
    }
  });

  it('applies a harmless setting of a workspace without confirmation', () => {
    const layers = { defaultValue: 'editor', userValue: 'panel', workspaceValue: 'beside' };
    assert.deepEqual(resolve('location', layers), { value: 'beside', unconfirmed: [] });
  });

  for (const key of [
    'agentsMayDrive',
    'api.enabled',
    'api.tcp',
    'autoApprove',
    'exitedRetentionSeconds',
    'keepScreensOnDisk',
    'maxSessions',
    'notifications',
    'persistence',
    'screenWorker',
  ] as const) {
    it(`never takes ${key} from a workspace [A19]`, () => {
      const layers = { defaultValue: 1, workspaceValue: 2, folderValue: 3 };
      assert.deepEqual(resolve(key, layers, always), { value: 1, unconfirmed: [] });
    });
  }

  it("keeps a person's invalid value, so that it can be reported", () => {
    assert.equal(resolve('shell', { defaultValue: '', userValue: null }).value, null);
  });
});

describe('resolveWorkspaceValues of providers', () => {
  const mine = { a: { cli: '/mine', env: { A: '1' }, label: 'Mine' }, b: { cli: 'b' } };

  it('merges confirmed values at every depth', () => {
    const layers = {
      defaultValue: {},
      userValue: mine,
      workspaceValue: { a: { env: { W: 'w', A: '2' } } },
      folderValue: { a: { env: { W: 'f' } } },
    };
    assert.deepEqual(resolve('providers', layers, always).value, {
      a: { cli: '/mine', env: { A: '2', W: 'f' }, label: 'Mine' },
      b: { cli: 'b' },
    });
  });

  const sensitive = [
    { cli: './evil' },
    { extends: 'evil' },
    { fallback: 'evil' },
    { defaultArgs: ['--evil'] },
    { extraArgs: ['--evil'] },
    { env: { LD_PRELOAD: './evil.so' } },
    { autoApproveFlag: '--evil' },
    { resumeFlag: '--evil' },
    { initialPromptFlag: '--evil' },
    { someFutureField: 'evil' },
    { label: "Another agent's name" },
    { icon: 'bug' },
  ];
  for (const value of sensitive) {
    it(`holds back ${JSON.stringify(value)} [S9]`, () => {
      const layers = { userValue: mine, workspaceValue: { a: value } };
      assert.deepEqual(resolve('providers', layers), {
        value: mine,
        unconfirmed: [{ key: 'providers.a', value }],
      });
    });
  }

  it('needs a separate confirmation for each provider', () => {
    const layers = { userValue: {}, workspaceValue: { x: { cli: 'x' }, y: { cli: 'y' } } };
    assert.deepEqual(
      resolve('providers', layers, (key) => key === 'providers.x'),
      { value: { x: { cli: 'x' } }, unconfirmed: [{ key: 'providers.y', value: { cli: 'y' } }] },
    );
  });

  it('needs no confirmation of values that change nothing', () => {
    const workspaceValue = { a: { cli: '/mine', label: 'Mine' } };
    assert.deepEqual(resolve('providers', { userValue: mine, workspaceValue }), {
      value: mine,
      unconfirmed: [],
    });
  });

  it('holds back an entry that is not an object', () => {
    assert.deepEqual(resolve('providers', { userValue: mine, workspaceValue: { a: null } }), {
      value: mine,
      unconfirmed: [{ key: 'providers.a', value: null }],
    });
  });

  it('ignores the key __proto__ [A25]', () => {
    const workspaceValue: unknown = JSON.parse('{"__proto__": {"cli": "./evil"}}');
    const { value } = resolve('providers', { userValue: {}, workspaceValue }, always);
    assert.equal((value as { cli?: unknown }).cli, undefined);
    assert.equal(({} as { cli?: unknown }).cli, undefined);
  });
});

describe('a preset of a workspace', () => {
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);

  /** The providers as they apply while the values of the workspace are confirmed or not. */
  function applied(userValue: object, workspaceValue: object, isConfirmed: boolean) {
    const { value } = resolve('providers', { userValue, workspaceValue }, () => isConfirmed);
    return parseProviders(value).value;
  }

  it('is no provider until it is confirmed [A19]', () => {
    const brought = { work: { extends: 'claude', cli: './evil', label: 'Work' } };
    const before = applied({}, brought, false);
    assert.deepEqual([before, registry.find('work', before)], [{}, undefined]);
    const after = applied({}, brought, true);
    const { cli } = registry.settingsOf('work', after);
    assert.deepEqual([registry.find('work', after)?.presetOf, cli], ['claude', './evil']);
  });

  it('changes what a preset of the person extends only when it is confirmed [A19]', () => {
    const mine = { work: { extends: 'claude', label: 'Work' } };
    const brought = { work: { extends: 'codex' } };
    const baseOf = (isConfirmed: boolean) =>
      registry.find('work', applied(mine, brought, isConfirmed))?.presetOf;
    assert.deepEqual([baseOf(false), baseOf(true)], ['claude', 'codex']);
  });
});
