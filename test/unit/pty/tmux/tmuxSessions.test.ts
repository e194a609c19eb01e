import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunCommand } from '../../../../src/pty/process/command';
import type { TmuxServerConfig } from '../../../../src/pty/tmux/tmuxLine';
import { TmuxSessions } from '../../../../src/pty/tmux/tmuxSessions';

/** Higher than any process id. */
const NO_PROCESS = 2 ** 31 - 1;
const NOTHING = { sessions: [], isComplete: true };
const UNKNOWN = { sessions: [], isComplete: false };

const answers: RunCommand = () =>
  Promise.resolve({ kind: 'done', code: 1, stdout: '', stderr: 'no server running on /tmp/a' });
const hangs: RunCommand = () => Promise.resolve({ kind: 'failed', reason: 'It took too long.' });

describe('TmuxSessions', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'agent-terminals-instances-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const directory = (): string => join(home, 'tmux');

  function subject({ run = answers, hasTmux = true, now = 0 } = {}) {
    const searches: string[] = [];
    const server: TmuxServerConfig = {
      file: '/tmux',
      socket: 's',
      directory: directory(),
      env: {},
    };
    const sessions = new TmuxSessions({
      directory: directory(),
      server: () => {
        searches.push('server');
        return Promise.resolve(hasTmux ? server : undefined);
      },
      run,
      terminate: () => Promise.resolve([]),
      isDirectory: () => true,
      clock: { now: () => now },
    });
    return { sessions, searches };
  }

  const note = (): string => join(directory(), 'agent-terminals-x-main-a.instance1', 'server');

  /** Creates the files of a session; `server` is the pid that is recorded for its server. */
  function begin(server?: number): void {
    mkdirSync(dirname(note()), { recursive: true });
    if (server !== undefined) {
      writeFileSync(note(), `${server} `);
    }
  }

  it('does not search for tmux if no session was ever started in it', async () => {
    const { sessions, searches } = subject({ hasTmux: false });
    assert.deepEqual(await sessions.survey(), NOTHING);
    mkdirSync(directory());
    assert.deepEqual(await sessions.survey(), NOTHING);
    assert.equal(await sessions.get('x-main-a'), undefined);
    assert.deepEqual(searches, []);
  });

  it('returns a complete, empty list if tmux reports no server', async () => {
    begin();
    assert.deepEqual(await subject().sessions.survey(), NOTHING);
  });

  it('returns an incomplete list if tmux does not answer', async () => {
    begin();
    assert.deepEqual(await subject({ run: hangs }).sessions.survey(), UNKNOWN);
  });

  it('returns an incomplete list without tmux, unless the recorded server has ended', async () => {
    const { sessions } = subject({ hasTmux: false });
    begin(process.pid);
    assert.deepEqual(await sessions.survey(), UNKNOWN);
    begin(NO_PROCESS);
    assert.deepEqual(await sessions.survey(), NOTHING);
  });

  it('treats a server from before the last system start as ended, even if its pid is in use', async () => {
    const { sessions } = subject({ hasTmux: false });
    begin(process.pid);
    utimesSync(note(), 0, 0);
    assert.deepEqual(await sessions.survey(), NOTHING);
  });

  it('removes stale files only with tmux, as the session may run on another machine', async () => {
    const now = Date.now() + 3_600_000;
    begin(NO_PROCESS);
    await subject({ hasTmux: false, now }).sessions.survey();
    assert.ok(existsSync(note()));
    await subject({ now }).sessions.survey();
    assert.ok(!existsSync(note()));
  });

  it('returns an incomplete list if the files cannot be listed', async () => {
    writeFileSync(directory(), '');
    assert.deepEqual(await subject().sessions.survey(), UNKNOWN);
  });
});
