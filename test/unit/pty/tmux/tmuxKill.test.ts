import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunCommand } from '../../../../src/pty/process/command';
import { endTmuxSession } from '../../../../src/pty/tmux/tmuxKill';
import type { TmuxLine } from '../../../../src/pty/tmux/tmuxLine';

const NAME = 'agent-terminals-ada-main-t1';

describe('endTmuxSession', () => {
  let directory: string;
  let script: string;
  let running: boolean;
  let kills: number;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-tmux-kill-'));
    mkdirSync(join(directory, `${NAME}.instance1`));
    script = join(directory, `${NAME}.instance1`, 'start');
    writeFileSync(script, '');
    running = false;
    kills = 0;
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  /** A tmux whose server starts after it was first killed, as long as its script exists. */
  const run: RunCommand = ({ args }) => {
    const isKill = args.includes('kill-session');
    const code = isKill && running ? 0 : 1;
    if (isKill) {
      kills++;
      running = kills === 1 && existsSync(script);
    }
    return Promise.resolve({ kind: 'done', code, stdout: '', stderr: 'no server running on /a' });
  };

  const line = (): TmuxLine => ({
    server: { file: '/tmux', socket: 's', directory, env: {} },
    name: NAME,
    instanceId: 'instance1',
    start: 'new',
    scrollback: 0,
    seed: '',
    // Only the marker is used.
    facts: { marker: null } as TmuxLine['facts'],
  });

  it('also ends a server that was just starting', async () => {
    await endTmuxSession({ run, terminate: () => Promise.resolve([]) }, line());
    assert.deepEqual([running, existsSync(script), kills], [false, false, 2]);
  });
});
