import assert from 'node:assert/strict';
import {
  chooseWrapperShell,
  describeShell,
  requireLogin,
  resolveShell,
  type ShellChoice,
} from '../../../../src/pty/shell/shells';

describe('describeShell', () => {
  for (const [path, command, login] of [
    ['/bin/zsh', ['-lic'], ['-il']],
    ['/bin/bash', ['-lic'], ['-il']],
    ['/opt/bash-5.2', ['-lic'], ['-il']],
    ['/usr/bin/fish', ['-l', '-i', '-c'], ['-il']],
    ['/bin/sh', ['-lc'], ['-il']],
    ['/bin/dash', ['-lc'], ['-il']],
    ['/bin/tcsh', ['-c'], ['-l']],
    ['/bin/ksh93', ['-lic'], ['-il']],
    ['C:\\Program Files\\PowerShell\\7\\pwsh.EXE', ['-Login', '-Command'], ['-Login']],
    ['/opt/unheard-of', ['-c'], []],
  ] as const) {
    it(`returns the flags of ${path}`, () => {
      const { commandFlags, loginFlags } = describeShell(path);
      assert.deepEqual({ commandFlags, loginFlags }, { commandFlags: command, loginFlags: login });
    });
  }
});

describe('chooseWrapperShell', () => {
  for (const path of ['/bin/bash', '/bin/zsh', '/usr/bin/fish', '/bin/sh', '/bin/dash']) {
    it(`returns ${path} itself`, () => {
      const { shell, notices } = chooseWrapperShell(describeShell(path));
      assert.deepEqual([shell.path, notices], [path, []]);
    });
  }

  for (const name of ['tcsh', 'csh', 'ksh', 'nu', 'pwsh', 'unheard-of']) {
    it(`returns sh instead of ${name}, with a notice`, () => {
      const { shell, notices } = chooseWrapperShell(describeShell(`/bin/${name}`));
      assert.equal(shell.path, '/bin/sh');
      assert.match(notices.join(), new RegExp(`^/bin/${name} .*/bin/sh starts the agent`));
    });
  }
});

describe('resolveShell', () => {
  const here = [
    '/bin/bash',
    '/bin/zsh',
    '/bin/sh',
    '/usr/bin/fish',
    'C:\\Windows\\System32\\cmd.exe',
  ];
  const base: ShellChoice = {
    setting: '',
    env: {},
    accountShell: undefined,
    platform: 'linux',
    locate: (shell) => here.find((path) => path === shell || path.endsWith(`/${shell}`)),
  };
  const cases: readonly (readonly [string, Partial<ShellChoice>, string, number])[] = [
    ['the setting', { setting: '/bin/zsh', env: { SHELL: '/bin/bash' } }, '/bin/zsh', 0],
    [
      'the setting even if $SHELL is missing',
      { setting: '/bin/zsh', env: { SHELL: '/x' } },
      '/bin/zsh',
      0,
    ],
    ['the setting as a name', { setting: 'fish' }, '/usr/bin/fish', 0],
    ['$SHELL', { env: { SHELL: '/usr/bin/fish' } }, '/usr/bin/fish', 0],
    [
      '$SHELL even if the account has another',
      { env: { SHELL: '/bin/zsh' }, accountShell: '/bin/bash' },
      '/bin/zsh',
      0,
    ],
    ['the shell of the account', { accountShell: '/usr/bin/fish' }, '/usr/bin/fish', 0],
    ['sh without any', {}, '/bin/sh', 0],
    ['sh without any on macOS', { platform: 'darwin' }, '/bin/sh', 0],
    [
      'the shell of the account if $SHELL is missing',
      { env: { SHELL: '/x' }, accountShell: '/bin/bash' },
      '/bin/bash',
      1,
    ],
    ['sh if the shell of the account is missing', { accountShell: '/no/such/shell' }, '/bin/sh', 1],
    [
      '$SHELL if the setting is missing',
      { setting: '/x', env: { SHELL: '/bin/zsh' } },
      '/bin/zsh',
      1,
    ],
    ['sh if $SHELL is missing', { env: { SHELL: '/no/such/shell' } }, '/bin/sh', 1],
    ['sh if both are missing', { setting: '/x', env: { SHELL: '/y' } }, '/bin/sh', 2],
    ['sh if no shell is found', { locate: () => undefined }, '/bin/sh', 0],
    ['cmd on Windows', { platform: 'win32' }, 'C:\\Windows\\System32\\cmd.exe', 0],
  ];
  for (const [what, choice, path, notices] of cases) {
    it(`returns ${what}`, () => {
      const found = resolveShell({ ...base, ...choice });
      assert.deepEqual([found.shell.path, found.notices.length], [path, notices]);
    });
  }

  it('names the missing shell and its replacement in a notice', () => {
    const { notices } = resolveShell({ ...base, env: { SHELL: '/no/such/shell' } });
    assert.deepEqual(notices, [
      'The environment variable SHELL names /no/such/shell, which is not a program here; /bin/sh is used instead.',
    ]);
  });
});

describe('requireLogin', () => {
  for (const path of ['/bin/false', '/usr/sbin/nologin', '/sbin/nologin']) {
    it(`refuses ${path}, and names the setting`, () => {
      assert.throws(() => requireLogin(describeShell(path)), {
        code: 'SPAWN_FAILED',
        message: `${path} is your shell and permits no login: set agentTerminals.shell to another one, such as /bin/sh.`,
      });
    });
  }

  it('accepts shells', () => {
    for (const path of ['/bin/sh', '/opt/unheard-of', '/usr/bin/false-positive']) {
      requireLogin(describeShell(path));
    }
  });
});
