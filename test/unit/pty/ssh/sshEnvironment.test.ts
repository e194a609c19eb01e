import assert from 'node:assert/strict';
import { buildSshEnvironment, formatSshEnvironment } from '../../../../src/pty/ssh/sshEnvironment';

const SESSION = { ptyId: 'a-main-1', taskId: '1', taskName: "it's\0 one", folder: '/here' };
const OURS = {
  COLORTERM: 'truecolor',
  TERM_PROGRAM: 'vscode',
  AGENT_TERMINALS: '1',
  AGENT_TERMINALS_PTY_ID: 'a-main-1',
  AGENT_TERMINALS_TASK_ID: '1',
  AGENT_TERMINALS_TASK_NAME: "it's one",
  AGENT_TERMINALS_FOLDER: '/here',
};

describe('buildSshEnvironment', () => {
  it('T5: passes the named variables only, and omits values that refer to this machine', () => {
    const source = {
      ANTHROPIC_API_KEY: 'key',
      AWS_SECRET_ACCESS_KEY: '/looks+like/a/path',
      AWS_ACCESS_KEY_ID: 'id',
      GH_TOKEN: 'token',
      OPENAI_API_KEY: 'other',
      OPENAI_BASE_URL: 'https://example.org',
      HTTP_PROXY: 'http://127.0.0.1:3128',
      https_proxy: 'http://127.0.0.1:3128',
      GOOGLE_APPLICATION_CREDENTIALS: '/home/ada/key.json',
      MY_HOME: 'C:\\Users\\ada',
      MY_MODE: 'fast',
      HOME: '/home/ada',
      PATH: '/usr/bin',
      SSH_AUTH_SOCK: '/run/agent',
      OTHER: 'x',
    };
    const env = buildSshEnvironment({
      source,
      passthrough: ['ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'MY_HOME', 'MY_MODE', 'UNSET'],
      explicit: {},
      session: SESSION,
    });
    assert.deepEqual(env, {
      ...OURS,
      ANTHROPIC_API_KEY: 'key',
      AWS_SECRET_ACCESS_KEY: '/looks+like/a/path',
      MY_MODE: 'fast',
    });
  });

  it('passes explicit variables unchanged, except reserved or invalid names and values with NUL', () => {
    const explicit = {
      CONFIG_HOME: '/there',
      'BAD-NAME': 'x',
      AGENT_TERMINALS_PTY_ID: 'forged',
      NUL: 'a\0b',
      EMPTY: '',
    };
    const env = buildSshEnvironment({ source: {}, passthrough: [], explicit, session: SESSION });
    assert.deepEqual(env, { ...OURS, CONFIG_HOME: '/there', EMPTY: '' });
  });
});

describe('formatSshEnvironment', () => {
  it('returns one quoted shell line per variable', () => {
    const [first, second] = formatSshEnvironment({ A: "it's $HOME `id`", B: '' }).split('\n');
    assert.equal(first, "A='it'\\''s $HOME `id`'; export A");
    assert.equal(second, "B=''; export B");
  });
});
