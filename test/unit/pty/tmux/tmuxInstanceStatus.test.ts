import assert from 'node:assert/strict';
import { runTmux } from '../../../../src/pty/tmux/tmuxRun';
import { judgeTmuxInstance } from '../../../../src/pty/tmux/tmuxInstanceStatus';

const INSTANCE = { name: 'agent-terminals-a', instanceId: 'instance1' };
const SERVER = { file: '/usr/bin/tmux', socket: 'agent-terminals', directory: '/d', env: {} };

describe('judgeTmuxInstance', () => {
  it('returns the row of the given instance, and of no other', () => {
    const output = 'agent-terminals-a instance1 1 2 90 30\n';
    const row = { hasEnded: true, isAttached: true, cols: 90, rows: 30 };
    assert.deepEqual(judgeTmuxInstance(INSTANCE, { kind: 'answered', output }, 'yes'), {
      kind: 'listed',
      row,
    });
    const other = { ...INSTANCE, instanceId: 'instance10' };
    assert.deepEqual(judgeTmuxInstance(other, { kind: 'answered', output }, 'yes'), {
      kind: 'gone',
    });
  });

  const table = [
    ['gone', 'yes', 'silent'],
    ['gone', 'maybe', 'silent'],
    ['gone', 'no', 'gone'],
    ['gone', 'unnoted', 'gone'],
    ['unknown', 'yes', 'silent'],
    ['unknown', 'maybe', 'silent'],
    ['unknown', 'no', 'gone'],
    ['unknown', 'unnoted', 'unknown'],
  ] as const;
  for (const [answer, server, kind] of table) {
    it(`returns ${kind} for the answer "${answer}" and the server state "${server}"`, () => {
      assert.deepEqual(judgeTmuxInstance(INSTANCE, { kind: answer }, server), { kind });
    });
  }
});

describe('runTmux', () => {
  const table = [
    ['no server running on /tmp/tmux-1/a', 'gone'],
    ['error connecting to /tmp/tmux-1/a (No such file or directory)', 'gone'],
    ["can't find session: agent-terminals-a", 'gone'],
    ['error connecting to /tmp/tmux-1/a (Permission denied)', 'unknown'],
    ['protocol version mismatch (client 8, server 7)', 'unknown'],
    ['server exited unexpectedly', 'unknown'],
    ['lost server', 'unknown'],
    ['access not allowed', 'unknown'],
    ['server version is too old for client', 'unknown'],
    ['', 'unknown'],
  ] as const;
  for (const [message, kind] of table) {
    it(`returns ${kind} for the message: ${message || '(empty)'}`, async () => {
      const run = () =>
        Promise.resolve({ kind: 'done', code: 1, stdout: '', stderr: `${message}\n` } as const);
      assert.deepEqual(await runTmux(run, { ...INSTANCE, server: SERVER }, []), { kind });
    });
  }
});
