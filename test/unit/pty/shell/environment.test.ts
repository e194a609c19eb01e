import assert from 'node:assert/strict';
import {
  type SessionEndpoint,
  buildSessionEnvironment,
  type SessionEnvironmentInput,
} from '../../../../src/pty/shell/environment';
import { AGENT_ENV_VARS, DISPLAY_ENV_VARS } from '../../../../src/pty/shell/environmentNames';

const INPUT: SessionEnvironmentInput = {
  source: { LANG: 'de_DE.UTF-8' },
  platform: 'linux',
  user: { name: 'ada', home: '/home/ada' },
  shell: '/bin/zsh',
  path: '/opt/bin:/bin',
  inherit: false,
  passthrough: [],
  provider: { passthrough: [], strip: [], env: {} },
  callerEnv: {},
  session: {
    ptyId: 'x-main-1',
    taskId: '1',
    taskName: 'Fix "it"',
    folder: '/home/ada',
    marker: 'm4rk',
  },
};

function build(change: Partial<SessionEnvironmentInput> = {}) {
  return buildSessionEnvironment({ ...INPUT, ...change });
}

function fromSource(source: Readonly<Record<string, string>>, inherit = false) {
  return build({ source: { ...INPUT.source, ...source }, inherit }).env;
}

describe('buildSessionEnvironment', () => {
  it('contains only a minimal set of variables by default', () => {
    const source = {
      LANG: 'de_DE.UTF-8',
      PYTHONHOME: '/app',
      APPDIR: '/app',
      PATH: '/app',
      X: undefined,
    };
    assert.deepEqual(build({ source, terminalVersion: '1.103.0' }), {
      env: {
        LANG: 'de_DE.UTF-8',
        HOME: '/home/ada',
        USER: 'ada',
        LOGNAME: 'ada',
        SHELL: '/bin/zsh',
        PATH: '/opt/bin:/bin',
        TERM: 'xterm-256color',
        COLORTERM: 'truecolor',
        TERM_PROGRAM: 'vscode',
        TERM_PROGRAM_VERSION: '1.103.0',
        AGENT_TERMINALS: '1',
        AGENT_TERMINALS_PTY_ID: 'x-main-1',
        AGENT_TERMINALS_TASK_ID: '1',
        AGENT_TERMINALS_TASK_NAME: 'Fix "it"',
        AGENT_TERMINALS_FOLDER: '/home/ada',
        AGENT_TERMINALS_SESSION_MARKER: 'm4rk',
      },
      notices: [],
    });
  });

  it("contains the task's worktree and the first of its ports, if it has them", () => {
    const session = { ...INPUT.session, worktree: '/home/ada/tree', portBase: 20_010 };
    const { env } = buildSessionEnvironment({ ...INPUT, session });
    const { AGENT_TERMINALS_WORKTREE: tree, AGENT_TERMINALS_PORT_BASE: base } = env;
    assert.deepEqual([tree, base], ['/home/ada/tree', '20010']);
  });

  it('sets the token of hooks, and the port while one is open, even if the caller sets them', () => {
    const endpoint = { socket: '/s', hookToken: 't0ken' };
    const closed = build({ session: { ...INPUT.session, endpoint } }).env;
    assert.deepEqual(
      [closed['AGENT_TERMINALS_HOOK_PORT'], closed['AGENT_TERMINALS_HOOK_TOKEN']],
      [undefined, 't0ken'],
    );
    const { env, notices } = build({
      session: { ...INPUT.session, endpoint: { ...endpoint, port: 4711 } },
      callerEnv: { AGENT_TERMINALS_HOOK_PORT: '1' },
    });
    assert.deepEqual(
      [env['AGENT_TERMINALS_HOOK_PORT'], env['AGENT_TERMINALS_HOOK_TOKEN'], notices.length],
      ['4711', 't0ken', 1],
    );
  });

  const COMMAND_LINE = '/home/ada/.agent-terminals/bin/agent-terminals';

  it('puts the command line first on the PATH, even on that of the caller, and in a variable', () => {
    const session = { ...INPUT.session, commandLine: COMMAND_LINE };
    const { env } = build({ session, callerEnv: { PATH: '/mine' } });
    assert.deepEqual(
      [env['PATH'], env['AGENT_TERMINALS_CLI'], env['PROMPT_COMMAND']],
      ['/home/ada/.agent-terminals/bin:/mine', COMMAND_LINE, undefined],
    );
    const windows = 'C:\\home\\bin\\agent-terminals.cmd';
    const there = build({
      session: { ...INPUT.session, commandLine: windows },
      platform: 'win32',
      path: 'C:\\Windows',
    });
    assert.equal(there.env['PATH'], 'C:\\home\\bin;C:\\Windows');
  });

  it('sets a PROMPT_COMMAND that restores the PATH for bash, unless the caller sets one', () => {
    const session = { ...INPUT.session, commandLine: COMMAND_LINE };
    const { env } = build({ session, shell: '/usr/bin/bash-5.2' });
    assert.match(env['PROMPT_COMMAND'] ?? '', /AGENT_TERMINALS_CLI/);
    const own = build({ session, shell: '/bin/bash', callerEnv: { PROMPT_COMMAND: 'mine' } });
    assert.equal(own.env['PROMPT_COMMAND'], 'mine');
  });

  it('sets our startup file for zsh and sh, and passes the path of the caller’s own', () => {
    const session = { ...INPUT.session, commandLine: COMMAND_LINE };
    const named = (shell: string, callerEnv: Record<string, string> = {}) => {
      const { env } = build({ session, shell, callerEnv });
      const names = ['ZDOTDIR', 'AGENT_TERMINALS_ZDOTDIR', 'ENV', 'AGENT_TERMINALS_ENV'];
      return names.map((name) => env[name]?.replace('/home/ada/.agent-terminals/', '~'));
    };
    assert.deepEqual(named('/bin/zsh-5.9'), ['~shell/zsh', undefined, undefined, undefined]);
    assert.deepEqual(named('/bin/zsh', { ZDOTDIR: '/z' }), [
      '~shell/zsh',
      '/z',
      undefined,
      undefined,
    ]);
    for (const shell of ['/bin/sh', '/bin/dash', '/bin/ash']) {
      const found = named(shell, { ENV: '/e' });
      assert.deepEqual(found, [undefined, undefined, '~shell/sh.env', '/e']);
    }
    for (const shell of ['/bin/bash', '/usr/bin/fish', '/usr/bin/nu', '']) {
      assert.deepEqual([...new Set(named(shell))], [undefined], shell);
    }
    const { env } = build({ shell: '/bin/zsh' });
    assert.equal(env['ZDOTDIR'], undefined);
  });

  it('sets the address and the token of the API only for sessions that may drive', () => {
    const own = { socket: '/s', hookToken: 'hook' };
    const readApiAccess = (endpoint?: SessionEndpoint) => {
      const { env } = build({ session: { ...INPUT.session, endpoint } });
      return ['SOCKET', 'TOKEN', 'URL'].map((name) => env[`AGENT_TERMINALS_${name}`]);
    };
    const none = [undefined, undefined, undefined];
    assert.deepEqual(readApiAccess({ ...own, driveToken: 'd' }), ['/s', 'd', undefined]);
    const url = 'http://127.0.0.1:4711';
    assert.deepEqual(readApiAccess({ ...own, driveToken: 'd', port: 4711 }), ['/s', 'd', url]);
    assert.deepEqual(readApiAccess({ ...own, port: 4711 }), none);
    assert.deepEqual(readApiAccess(), none);
  });

  it('passes the keys of agents and the variables of displays', () => {
    assert.deepEqual([AGENT_ENV_VARS.length, DISPLAY_ENV_VARS.length], [33, 7]);
    const names = [...AGENT_ENV_VARS, ...DISPLAY_ENV_VARS];
    const env = fromSource(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
    assert.deepEqual(
      names.filter((name) => env[name] !== `of ${name}`),
      [],
    );
  });

  for (const name of [
    'SSH_AUTH_SOCK',
    'TMPDIR',
    'VSCODE_IPC_HOOK_CLI',
    'https_proxy',
    'HTTPS_PROXY',
    'no_proxy',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
  ]) {
    it(`passes ${name}`, () => assert.equal(fromSource({ [name]: 'x' })[name], 'x'));
  }

  for (const name of [
    'ELECTRON_RUN_AS_NODE',
    'VSCODE_CWD',
    'VSCODE_IPC_HOOK_CLI_2',
    'CODE_SERVER_PARENT_PID',
    'TMUX',
    'TMUX_PANE',
    'STY',
    'COLUMNS',
    'LINES',
    'AGENT_TERMINALS_HOOK_TOKEN',
    'TERM_PROGRAM_VERSION',
    'NESTED_AGENT',
  ]) {
    it(`D7: never inherits ${name}, even if the settings and the provider pass it`, () => {
      const { env } = build({
        source: { [name]: 'x' },
        inherit: true,
        passthrough: [name],
        provider: { passthrough: [name], strip: ['NESTED_AGENT'], env: {} },
      });
      assert.equal(env[name], undefined);
    });
  }

  it('D7: inherits the other variables if the setting is on', () => {
    const env = fromSource({ EDITOR: 'vi', TERM: 'dumb', PATH: '/app' }, true);
    assert.deepEqual(
      [env['EDITOR'], env['TERM'], env['PATH']],
      ['vi', 'xterm-256color', '/opt/bin:/bin'],
    );
  });

  for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'NODE_OPTIONS']) {
    it(`inherits ${name} only if the setting envPassthrough names it`, () => {
      const source = { [name]: '1' };
      assert.equal(build({ source, inherit: true }).env[name], undefined);
      assert.equal(build({ source, inherit: true, passthrough: [name] }).env[name], '1');
    });
  }

  it('passes the variables that the settings and the provider name', () => {
    const source = { MINE: '1', ITS: '2', OTHER: '3' };
    const provider = { ...INPUT.provider, passthrough: ['ITS', 'ABSENT'] };
    const { env } = build({ source, passthrough: ['MINE'], provider });
    assert.deepEqual(
      [env['MINE'], env['ITS'], env['OTHER'], 'ABSENT' in env],
      ['1', '2', undefined, false],
    );
  });

  it('prefers variables of the caller to those of the provider, and these to inherited ones', () => {
    const source = { OPENAI_BASE_URL: 'inherited' };
    const provider = { ...INPUT.provider, env: { OPENAI_BASE_URL: 'provider', A: 'provider' } };
    const { env } = build({ source, provider, callerEnv: { A: 'caller', TERM: 'dumb' } });
    assert.deepEqual(
      [env['OPENAI_BASE_URL'], env['A'], env['TERM']],
      ['provider', 'caller', 'dumb'],
    );
  });

  for (const [name, value, why] of [
    ['', 'x', /a name is not empty/],
    ['A=B', 'x', /no "="/],
    ['A\0', 'x', /no NUL/],
    ['A', 'x\0y', /its value holds a NUL/],
    ['AGENT_TERMINALS', '0', /sets this itself/],
    ['AGENT_TERMINALS_PTY_ID', 'other', /sets this itself/],
  ] as const) {
    it(`drops ${JSON.stringify(name)}=${JSON.stringify(value)} with a notice`, () => {
      const asked = build({ callerEnv: { [name]: value } });
      assert.deepEqual(asked.env, build().env);
      assert.match(asked.notices.join('|'), /^The caller sets [^|]*left out\.$/);
      assert.match(asked.notices.join(), why);
      assert.equal(
        build({ provider: { ...INPUT.provider, env: { [name]: value } } }).notices.length,
        1,
      );
    });
  }

  for (const [source, expected, platform] of [
    [{}, { LANG: 'C.UTF-8' }, 'linux'],
    [{}, { LANG: 'en_US.UTF-8' }, 'darwin'],
    [{ LANG: '' }, { LANG: 'C.UTF-8' }, 'linux'],
    [{ LANG: 'C' }, { LANG: 'C', LC_CTYPE: 'C.UTF-8' }, 'linux'],
    [{ LANG: 'fr_FR' }, { LANG: 'fr_FR', LC_CTYPE: 'C.UTF-8' }, 'linux'],
    [{ LANG: 'fr_FR.utf8' }, { LANG: 'fr_FR.utf8' }, 'linux'],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, { LANG: 'C', LC_CTYPE: 'C.UTF-8' }, 'linux'],
    [{ LANG: 'x.UTF-8', LC_CTYPE: 'POSIX' }, { LANG: 'x.UTF-8', LC_CTYPE: 'C.UTF-8' }, 'linux'],
    [{ LANG: 'x.UTF-8', LC_ALL: 'C' }, { LANG: 'C', LC_CTYPE: 'C.UTF-8' }, 'linux'],
    [{ LC_ALL: 'x.UTF-8' }, { LC_ALL: 'x.UTF-8' }, 'linux'],
    [{}, {}, 'win32'],
  ] as const) {
    it(`sets the locale ${JSON.stringify(expected)} for ${JSON.stringify(source)} on ${platform}`, () => {
      const { env } = build({ source, platform });
      const locale = Object.entries(env).filter(([name]) => /^(?:LANG|LC_)/.test(name));
      assert.deepEqual(Object.fromEntries(locale), expected);
    });
  }

  it('contains the variables that Windows needs in any spelling, each name once', () => {
    const source = {
      Path: 'C:\\old',
      systemroot: 'D:\\Win',
      temp: 'D:\\T',
      '=C:': 'C:\\',
      EXTRA: 'x',
    };
    const { env } = build({ source, platform: 'win32', callerEnv: { path: 'C:\\new' } });
    const upper = Object.entries(env).map(([name, value]) => [name.toUpperCase(), value] as const);
    assert.equal(new Set(upper.map(([name]) => name)).size, upper.length);
    const found = Object.fromEntries(upper);
    assert.deepEqual(
      ['PATH', 'SYSTEMROOT', 'TEMP', 'PATHEXT', 'COMSPEC', 'EXTRA', 'HOME'].map(
        (name) => found[name],
      ),
      [
        'C:\\new',
        'D:\\Win',
        'D:\\T',
        '.COM;.EXE;.BAT;.CMD',
        'C:\\Windows\\System32\\cmd.exe',
        undefined,
        undefined,
      ],
    );
  });
});
