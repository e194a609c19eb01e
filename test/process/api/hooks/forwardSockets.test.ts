import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../../../src/api/apiServer';
import { SessionTokens } from '../../../../src/api/auth/sessionTokens';
import { WrongTokens } from '../../../../src/api/auth/wrongTokens';
import { HookReceiver } from '../../../../src/api/hooks/hookReceiver';
import { API_LIMITS } from '../../../../src/api/limits';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { callApi, type ApiAnswer } from '../../../support/api/apiClient';
import { atSocket } from '../../../support/api/socketAddress';

const OWN = 'claude-main-task_1';
const OTHER = 'claude-main-task_2';

describe('the socket that is forwarded to a remote machine', () => {
  let home = '';
  let server: ApiServer;
  let receiver: HookReceiver;
  let hookTokens: SessionTokens;
  let events = 0;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'agent-terminals-forwards-'));
    const source = join(home, 'hook.cjs');
    writeFileSync(source, '');
    const { execPath: runtime, platform } = process;
    server = new ApiServer({ limits: API_LIMITS, logger: nullLogger, directory: home });
    hookTokens = new SessionTokens();
    receiver = new HookReceiver({
      ...{ home, source, runtime, platform, server, hookTokens, limits: API_LIMITS },
      driveTokens: new SessionTokens(),
      wrongTokens: new WrongTokens({ clock: systemClock, logger: nullLogger }),
      sessions: { get: (id) => ({ id, state: 'active' }) as SessionInfo },
      clock: systemClock,
      isAlive: (pid) => pid === process.pid,
    });
    events = 0;
    receiver.onDidReceive(() => events++);
  });

  afterEach(() => {
    receiver.dispose();
    server.dispose();
    rmSync(home, { recursive: true });
  });

  /** Posts an event of a session with that session's own token. */
  const post = (socket: string, ptyId = OWN, path = '/hook'): Promise<ApiAnswer> =>
    callApi(atSocket(socket, path), 'POST', {
      headers: {
        'X-Agent-Terminals-Token': hookTokens.tokenOf(ptyId),
        'X-Agent-Terminals-Pty-Id': ptyId,
        'X-Agent-Terminals-Event': 'Stop',
      },
      body: {},
    });

  it('accepts the events of its session, and nothing else', async () => {
    const { socket, hookToken } = await receiver.openForward(OWN);
    assert.equal(hookToken, hookTokens.tokenOf(OWN));
    assert.equal((await post(socket)).status, 204);
    assert.equal((await post(socket, OTHER)).code, 'SESSION_USER_MISMATCH');
    for (const path of ['/proof', '/api/sessions', '/mcp', '/']) {
      assert.deepEqual([path, (await post(socket, OWN, path)).status], [path, 404]);
    }
    assert.equal(events, 1);
  });

  it('is in the same place in the next window, and is removed with the session', async () => {
    const { socket } = await receiver.openForward(OWN);
    receiver.leave(OWN);
    await assert.rejects(post(socket), { code: 'ENOENT' });
    await receiver.reopen(OWN);
    assert.equal((await post(socket)).status, 204);
    receiver.dispose();
    await assert.rejects(post(socket), { code: 'ENOENT' });
  });

  it('replaces the socket of a window that crashed', async () => {
    const { socket } = await receiver.openForward(OWN);
    receiver.leave(OWN);
    writeFileSync(socket, '');
    await receiver.reopen(OWN);
    assert.equal((await post(socket)).status, 204);
  });

  it('leaves a directory in its place alone, and does not report', async () => {
    const { socket } = await receiver.openForward(OWN);
    receiver.leave(OWN);
    mkdirSync(socket);
    await assert.rejects(receiver.reopen(OWN));
    assert.ok(existsSync(socket));
  });

  it('is removed later if its session and its window have ended', async () => {
    const left = join(home, 'left.sock');
    writeFileSync(left, '');
    await receiver.openForward(OWN);
    const file = { pid: 1, token: 'x', forward: left };
    writeFileSync(join(home, 'hooks', `${OTHER}.json`), JSON.stringify(file));
    await receiver.clearStrays((id) => id === OTHER);
    assert.ok(existsSync(left));
    await receiver.clearStrays((id) => id === OWN);
    assert.ok(!existsSync(left));
  });
});
