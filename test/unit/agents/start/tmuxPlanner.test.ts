import assert from 'node:assert/strict';
import { TmuxPlanner } from '../../../../src/agents/start/tmuxPlanner';
import { SessionError } from '../../../../src/base/errors';
import type { SessionSpec } from '../../../../src/pty/sessionService';
import { ManualClock } from '../../../support/manualClock';

const SETTINGS = { tmuxPath: '' };

function planner(change: {
  readonly platform?: NodeJS.Platform;
  readonly version?: string;
  readonly home?: string;
}): TmuxPlanner {
  const { platform = 'linux', version = 'tmux 3.3a', home } = change;
  return new TmuxPlanner({
    host: {
      platform,
      user: { name: 'a', home: '/home/a' },
      env: {
        ...{ PATH: '/bin', USER: 'a', TMUX: '/tmp/x,1,0', SECRET: 's', ELECTRON_RUN_AS_NODE: '1' },
        AGENT_TERMINALS_HOME: home,
      },
    },
    run: () => Promise.resolve({ kind: 'done', code: 0, stdout: `${version}\n`, stderr: '' }),
    findExecutable: () => Promise.resolve({ kind: 'found', path: '/usr/bin/tmux' }),
    clock: new ManualClock(),
  });
}

describe('TmuxPlanner', () => {
  it('passes only the environment variables that tmux needs', async () => {
    assert.deepEqual(await planner({}).place(SETTINGS), {
      file: '/usr/bin/tmux',
      socket: 'agent-terminals',
      directory: '/home/a/.agent-terminals/tmux',
      env: { USER: 'a', HOME: '/home/a', PATH: '/bin', TERM: 'xterm-256color' },
    });
  });

  it('uses a socket of its own for another home directory', async () => {
    const place = await planner({ home: '/other' }).place(SETTINGS);
    assert.equal(place?.directory, '/other/tmux');
    assert.match(place?.socket ?? '', /^agent-terminals-[0-9a-f]{12}$/);
  });

  for (const platform of ['win32', 'freebsd'] as const) {
    it(`refuses on ${platform}, with a reason and the setting to change`, async () => {
      const refused = planner({ platform });
      assert.equal(await refused.place(SETTINGS), undefined);
      await assert.rejects(
        refused.require('Claude', SETTINGS),
        (error) =>
          SessionError.is(error, 'UNSUPPORTED_PLATFORM') &&
          /Claude cannot run in tmux: .*agentTerminals\.persistence/.test(error.message),
      );
    });
  }

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
