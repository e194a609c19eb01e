import assert from 'node:assert/strict';
import {
  chooseWrapperShell,
  describeShell,
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
    ['bash without either', {}, '/bin/bash', 0],
    ['zsh on macOS', { platform: 'darwin' }, '/bin/zsh', 0],
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
