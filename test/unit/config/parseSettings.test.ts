import assert from 'node:assert/strict';
import { SETTING_KEYS, type SettingKey } from '../../../src/config/contributions';
import { parseSettings, type RawSettings } from '../../../src/config/parseSettings';

const NOTHING = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, undefined]),
) as unknown as RawSettings;
const DEFAULTS = parseSettings(NOTHING).settings;

describe('parseSettings', () => {
  it('returns valid values unchanged', () => {
    const raw: RawSettings = {
      defaultProvider: 'my-agent',
      providers: { 'my-agent': { cli: 'my --fast', env: { A: '1' }, defaultArgs: ['x'] } },
      autoApprove: true,
      spawnMode: 'direct',
      persistence: 'host',
      afterExit: 'keep',
      shell: '/bin/zsh',
      shellSetup: 'nvm use 22',
      inheritEnv: true,
      envPassthrough: ['MY_VAR'],
      ideLink: false,
      location: 'beside',
      onTerminalClose: 'kill',
      restoreOnStartup: 'off',
      taskOrder: 'need',
      scrollback: 100_000,
      maxSessions: 1024,
      exitedRetentionSeconds: 0,
      keepScreensOnDisk: false,
      screenWorker: 'off',
      'worktree.mode': 'ask',
      'worktree.directory': '~/trees',
      'worktree.branchPrefix': 'wip/',
      'worktree.copy': ['.env*'],
      'worktree.symlink': ['node_modules'],
      'worktree.fetch': 'always',
      'worktree.setup': ['npm ci'],
      'worktree.teardown': ['npm run clean'],
      gitPath: '/usr/bin/git',
      sshPath: '/usr/bin/ssh',
      tmuxPath: '/usr/bin/tmux',
      statusRules: { claude: [{ id: 'busy', shows: 'working', all: ['crunching'] }] },
      'api.enabled': false,
      'api.tcp': 'never',
      agentsMayDrive: true,
      notifications: 'always',
    };
    assert.deepEqual(parseSettings(raw), { settings: raw, problems: [] });
  });

  it('returns messages with switches unchanged', () => {
    const notifications = { when: 'always', done: false, died: true } as const;
    const { settings, problems } = parseSettings({ ...NOTHING, notifications });
    assert.deepEqual([settings.notifications, problems], [notifications, []]);
  });

  it('returns frozen settings', () => {
    assert.ok(Object.isFrozen(DEFAULTS));
    assert.ok(Object.isFrozen(DEFAULTS.providers));
    assert.ok(Object.isFrozen(DEFAULTS.envPassthrough));
  });

  const wrong: readonly (readonly [SettingKey, unknown, unknown])[] = [
    ['defaultProvider', 5, DEFAULTS.defaultProvider],
    ['defaultProvider', ' ', DEFAULTS.defaultProvider],
    ['autoApprove', 'true', false],
    ['autoApprove', 1, false],
    ['spawnMode', 'ssh', 'shell'],
    ['persistence', 'Host', 'window'],
    ['keepScreensOnDisk', 0, true],
    ['screenWorker', 'on', 'auto'],
    ['afterExit', null, 'shell'],
    ['shell', ['zsh'], ''],
    ['shell', '/bin/sh\0', ''],
    ['shellSetup', {}, ''],
    ['inheritEnv', null, false],
    ['envPassthrough', 'A', []],
    ['envPassthrough', ['A', 5, '', 'B=C', 'D'], ['A', 'D']],
    ['location', 'window', 'editor'],
    ['onTerminalClose', false, 'detach'],
    ['scrollback', -1, 0],
    ['scrollback', 1e9, 100_000],
    ['scrollback', true, 10_000],
    ['maxSessions', '12', 128],
    ['maxSessions', 0, 1],
    ['maxSessions', 5000, 1024],
    ['maxSessions', 1.5, 128],
    ['worktree.mode', 'sometimes', 'never'],
    ['worktree.setup', ['a', ' ', 5, 'b\0'], ['a']],
    ['exitedRetentionSeconds', -1, 0],
    ['exitedRetentionSeconds', Number.NaN, 60],
    ['providers', [], {}],
    ['providers', null, {}],
    ['notifications', 'sometimes', 'whenUnfocused'],
    ['notifications', ['done'], 'whenUnfocused'],
    ['notifications', { when: 'always', done: 'no', sound: true }, { when: 'always' }],
  ];
  for (const [key, was, used] of wrong) {
    it(`uses ${JSON.stringify(used)} for ${key}: ${JSON.stringify(was)} and reports it`, () => {
      const { settings, problems } = parseSettings({ ...NOTHING, [key]: was });
      assert.deepEqual(settings, { ...DEFAULTS, [key]: used });
      assert.deepEqual(
        problems.map((problem) => ({ ...problem, expected: typeof problem.expected })),
        [{ key, was, used, expected: 'string' }],
      );
    });
  }
});
