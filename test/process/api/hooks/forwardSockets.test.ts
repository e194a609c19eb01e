import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../../../src/api/apiServer';
import { SessionTokens } from '../../../../src/api/auth/sessionTokens';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { HookReceiver } from '../../../../src/api/hooks/hookReceiver';
import { API_LIMITS } from '../../../../src/api/limits';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import { callApi, type ApiAnswer } from '../../../support/api/apiClient';
import { ListedSessions } from '../../../support/api/listedSessions';
import { atSocket } from '../../../support/api/socketAddress';
import { waitFor } from '../../../support/waitFor';

const OWN = 'claude-main-task_1';
const OTHER = 'claude-main-task_2';

/** The part of a window that receives hooks. */
class Window {
  readonly hookTokens = new SessionTokens();
  readonly sessions = new ListedSessions();
  readonly receiver: HookReceiver;
  private readonly server: ApiServer;
  events = 0;

  constructor(home: string) {
    const source = join(home, 'hook.cjs');
    const { execPath: runtime, platform } = process;
    this.server = new ApiServer({ limits: API_LIMITS, logger: nullLogger, directory: home });
    const { hookTokens, server, sessions } = this;
    this.receiver = new HookReceiver({
      ...{ home, source, runtime, platform, server, hookTokens, sessions, limits: API_LIMITS },
      driveTokens: new SessionTokens(),
      wrongTokens: new WrongTokens({ clock: systemClock, logger: nullLogger }),
      clock: systemClock,
      isAlive: (pid) => pid === process.pid,
    });
    this.receiver.onDidReceive(() => this.events++);
  }

  close(): void {
    this.receiver.dispose();
    this.server.dispose();
  }
}

describe('the socket that is forwarded to a remote machine', () => {
  let home = '';
  let first: Window;
  let second: Window;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-forwards-'));
    writeFileSync(join(home, 'hook.cjs'), '');
    first = new Window(home);
    second = new Window(home);
  });

  afterEach(() => {
    first.close();
    second.close();
    rmSync(home, { recursive: true });
  });

  const post = (socket: string, token: string, ptyId = OWN, path = '/hook'): Promise<ApiAnswer> =>
    callApi(atSocket(socket, path), 'POST', {
      headers: {
        'X-Agent-Terminals-Token': token,
        'X-Agent-Terminals-Pty-Id': ptyId,
        'X-Agent-Terminals-Event': 'Stop',
      },
      body: {},
    });

  /** Starts a session in the first window, as a plan and then a launch do. */
  const start = async (ptyId = OWN) => {
    await first.receiver.open(ptyId, 'report');
    const access = await first.receiver.openForward(ptyId);
    first.sessions.fire('created', ptyId);
    return access;
  };

  it('accepts the events of its session, and nothing else [S2]', async () => {
    const { socket, hookToken } = await start();
    const { hookToken: another } = await start(OTHER);
    assert.equal((await post(socket, hookToken)).status, 204);
    assert.equal((await post(socket, another, OTHER)).code, 'SESSION_USER_MISMATCH');
    for (const path of ['/proof', '/api/sessions', '/mcp', '/']) {
      assert.deepEqual([path, (await post(socket, hookToken, OWN, path)).status], [path, 404]);
    }
    assert.equal(first.events, 1);
  });

  for (const umask of [0, 0o022]) {
    it(`admits only the person, with a umask of ${umask.toString(8).padStart(3, '0')}`, async () => {
      const before = process.umask(umask);
      try {
        const { socket } = await start();
        assert.equal(statSync(socket).mode & 0o777, 0o600);
      } finally {
        process.umask(before);
      }
    });
  }

  it('is closed at the end of its session, whose token is no longer valid', async () => {
    const { socket, hookToken } = await start();
    first.sessions.fire('exit', OWN);
    await assert.rejects(post(socket, hookToken), { code: 'ENOENT' });
    assert.equal(first.hookTokens.match(OWN, hookToken), 'unknown');
  });

  it('is closed if its start is abandoned, whose token is no longer valid', async () => {
    const { hookToken } = await first.receiver.open(OWN, 'report');
    const { socket } = await first.receiver.openForward(OWN);
    first.receiver.abandon(OWN);
    await assert.rejects(post(socket, hookToken), { code: 'ENOENT' });
    assert.equal(first.hookTokens.match(OWN, hookToken), 'unknown');
  });

  it('stays open for a running session whose restart is abandoned', async () => {
    const { socket, hookToken } = await start();
    const again = await first.receiver.open(OWN, 'report');
    await first.receiver.openForward(OWN);
    first.receiver.abandon(OWN);
    assert.equal((await post(socket, hookToken)).status, 204);
    assert.equal((await post(socket, again.hookToken)).code, 'UNAUTHORIZED');
    const isRestored = () =>
      readFileSync(join(home, 'hooks', `${OWN}.json`), 'utf8').includes(hookToken);
    await waitFor(isRestored, { limitMs: 5000, what: "the session's own token in its file" });
  });

  it('stays open for a restart, whose session has another token', async () => {
    const { socket, hookToken } = await start();
    const { hookToken: next } = await first.receiver.open(OWN, 'report');
    assert.equal((await first.receiver.openForward(OWN)).socket, socket);
    assert.equal((await post(socket, hookToken)).status, 204);
    first.sessions.fire('exit', OWN);
    first.sessions.fire('created', OWN);
    assert.equal((await post(socket, hookToken)).status, 401);
    assert.equal((await post(socket, next)).status, 204);
  });

  it('is in the same place in the next window', async () => {
    const { socket, hookToken } = await start();
    first.receiver.leave(OWN);
    await assert.rejects(post(socket, hookToken), { code: 'ENOENT' });
    await second.receiver.reopen(OWN, 'ssh');
    assert.equal((await post(socket, hookToken)).status, 204);
    assert.deepEqual([first.events, second.events], [0, 1]);
    second.close();
    await assert.rejects(post(socket, hookToken), { code: 'ENOENT' });
  });

  for (const [how, leave] of [
    ['leaves', () => first.receiver.leave(OWN)],
    ['closes', () => first.close()],
  ] as const) {
    it(`stays with the next window if the earlier one hung and ${how} later`, async () => {
      const { socket, hookToken } = await start();
      await second.receiver.reopen(OWN, 'ssh');
      const file = join(home, 'hooks', `${OWN}.json`);
      // In the test both windows are one process.
      const text = JSON.stringify({ pid: 1, token: hookToken, socket: '/s', forward: socket });
      writeFileSync(file, text);
      leave();
      assert.equal((await post(socket, hookToken)).status, 204);
      assert.equal(second.events, 1);
      assert.ok(existsSync(file));
    });
  }

  it('is not opened for a session of an earlier version, whose token any user could have', async () => {
    mkdirSync(join(home, 'hooks'));
    const file = { pid: 1, port: 4711, token: 'x'.repeat(43) };
    writeFileSync(join(home, 'hooks', `${OWN}.json`), JSON.stringify(file));
    await assert.rejects(second.receiver.reopen(OWN, 'ssh'), /an earlier version/);
    assert.equal(second.hookTokens.match(OWN, file.token), 'unknown');
    await second.receiver.reopen(OWN, 'local');
    assert.equal(second.hookTokens.match(OWN, file.token), 'own');
  });

  it('leaves a directory in its place alone, and does not report', async () => {
    const { socket } = await start();
    first.receiver.leave(OWN);
    mkdirSync(socket);
    await assert.rejects(second.receiver.reopen(OWN, 'ssh'));
    assert.ok(existsSync(socket));
  });

  it('is one, also if it is requested twice at once', async () => {
    const both = await Promise.all([1, 2].map(() => first.receiver.openForward(OWN)));
    assert.equal(both[0]?.socket, both[1]?.socket);
    assert.ok(lstatSync(both[0]?.socket ?? '').isSymbolicLink());
  });

  it('is closed if the window closes while it opens', async () => {
    const opening = first.receiver.openForward(OWN);
    first.close();
    await opening.then(
      ({ socket }) => assert.ok(!existsSync(socket)),
      () => {},
    );
  });

  it('is removed later if its session and its window have ended', async () => {
    const left = join(home, 'forwards', '0123456789abcdef');
    mkdirSync(join(home, 'forwards'), { mode: 0o700 });
    writeFileSync(left, '');
    mkdirSync(join(home, 'hooks'));
    const file = { pid: 1, token: 'x', forward: left };
    writeFileSync(join(home, 'hooks', `${OTHER}.json`), JSON.stringify(file));
    await second.receiver.removeStaleFiles((id) => id === OTHER);
    assert.ok(existsSync(left));
    const { socket } = await start();
    const crashed = readlinkSync(socket).replace(`-${process.pid}-`, `-${2 ** 30}-`);
    writeFileSync(crashed, '');
    await second.receiver.removeStaleFiles((id) => id === OWN);
    assert.deepEqual([left, crashed, socket].map(existsSync), [false, false, true]);
  });

  for (const [where, path] of [
    ['outside of our directory', (top: string) => join(top, 'precious')],
    ['that leads out of it', (top: string) => join(top, 'forwards', '..', 'precious')],
    ['with another name', (top: string) => join(top, 'forwards', 'precious')],
  ] as const) {
    it(`T7: neither removes nor replaces a file ${where} that a session file names`, async () => {
      mkdirSync(join(home, 'hooks'));
      mkdirSync(join(home, 'forwards'), { mode: 0o700 });
      const forward = path(home);
      writeFileSync(forward, 'precious');
      for (const id of [OWN, OTHER]) {
        const file = { pid: 1, token: 'x'.repeat(43), socket: '/s', forward };
        writeFileSync(join(home, 'hooks', `${id}.json`), JSON.stringify(file));
      }
      await second.receiver.removeStaleFiles((id) => id === OWN);
      assert.ok(!existsSync(join(home, 'hooks', `${OTHER}.json`)));
      await second.receiver.reopen(OWN, 'ssh');
      assert.equal(readFileSync(forward, 'utf8'), 'precious');
    });
  }
});
