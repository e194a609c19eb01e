import assert from 'node:assert/strict';
import { TmuxPlanner } from '../../../../src/agents/start/tmuxPlanner';
import { SessionError } from '../../../../src/base/errors';
import type { SessionSpec } from '../../../../src/pty/sessionService';
import { TrustGuard } from '../../../../src/pty/trustGuard';
import { ManualClock } from '../../../support/manualClock';

const SETTINGS = { tmuxPath: '' };

function planner(change: {
  readonly platform?: NodeJS.Platform;
  readonly version?: string;
  readonly home?: string;
  readonly isTrusted?: boolean;
}): TmuxPlanner {
  const { platform = 'linux', version = 'tmux 3.3a', home, isTrusted = true } = change;
  return new TmuxPlanner({
    machine: {
      platform,
      user: { name: 'a', home: '/home/a' },
      env: {
        ...{ PATH: '/bin', USER: 'a', TMUX: '/tmp/x,1,0', SECRET: 's', ELECTRON_RUN_AS_NODE: '1' },
        AGENT_TERMINALS_HOME: home,
      },
    },
    readTmuxVersion: () => Promise.resolve(version),
    guard: new TrustGuard(() => isTrusted),
    findExecutable: () => Promise.resolve({ kind: 'found', path: '/usr/bin/tmux' }),
    clock: new ManualClock(),
  });
}

describe('TmuxPlanner', () => {
  it('passes only the environment variables that tmux needs', async () => {
    assert.deepEqual(await planner({}).findServer(SETTINGS), {
      file: '/usr/bin/tmux',
      socket: 'agent-terminals',
      directory: '/home/a/.agent-terminals/tmux',
      env: { USER: 'a', HOME: '/home/a', PATH: '/bin', TERM: 'xterm-256color' },
    });
  });

  it('uses a socket of its own for another home directory', async () => {
    const server = await planner({ home: '/other' }).findServer(SETTINGS);
    assert.equal(server?.directory, '/other/tmux');
    assert.match(server?.socket ?? '', /^agent-terminals-[0-9a-f]{12}$/);
  });

  for (const platform of ['win32', 'freebsd'] as const) {
    it(`refuses on ${platform}, with a reason and the setting to change`, async () => {
      const refused = planner({ platform });
      assert.equal(await refused.findServer(SETTINGS), undefined);
      await assert.rejects(
        refused.require('Claude', SETTINGS),
        (error) =>
          SessionError.is(error, 'UNSUPPORTED_PLATFORM') &&
          /Claude cannot run in tmux: .*agentTerminals\.persistence/.test(error.message),
      );
    });
  }

  it('finds sessions without trust, and plans none', async () => {
    const untrusted = planner({ isTrusted: false });
    assert.equal((await untrusted.findServer(SETTINGS))?.file, '/usr/bin/tmux');
    await assert.rejects(untrusted.require('Claude', SETTINGS), { code: 'UNTRUSTED' });
  });

  it('does not wrap a session that already runs in tmux', async () => {
    const tmux = planner({});
    const spec: SessionSpec = {
      ...{ id: 'x-main-a', label: 'X', kind: 'local', exec: 'x', scrollback: 0 },
      ...{ afterExit: 'keep', program: { file: '/x', args: [], cwd: '/', env: {} } },
    };
    const wrapped = await tmux.wrap(spec, SETTINGS);
    assert.equal(wrapped.program.tmux?.name, 'agent-terminals-x-main-a');
    assert.equal(await tmux.wrap(wrapped, SETTINGS), wrapped);
  });
});
