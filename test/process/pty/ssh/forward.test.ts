import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookEvent } from '../../../../src/status/sources/hookEvent';
import { callApi, type ApiAnswer, type ApiCall } from '../../../support/api/apiClient';
import { atSocket } from '../../../support/api/socketAddress';
import { useApi } from '../../../support/api/useApi';
import { remoteDirectoriesOf } from '../../../support/pty/remoteDirectories';
import { useSshd } from '../../../support/pty/useSshd';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 15_000;

/** A session on the remote machine, and what its agent finds there. */
interface Remote {
  readonly id: string;
  /** The socket on which sshd listens, which leads to the window through the connection. */
  readonly socket: string;
  readonly token: string;
}

describe('What SSH forwards to the remote machine', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const api = useApi();
  let own: Remote;
  let other: Remote;
  let events: HookEvent[];

  beforeEach(async () => {
    const cli = join(sshd.directory, 'cli');
    writeFileSync(cli, '#!/bin/sh\necho agent ready\nexec cat\n');
    chmodSync(cli, 0o755);
    api.fixture.set({ agentsMayDrive: true, providers: { claude: { cli } } });
    events = [];
    api.core.onDidReceiveHook((event) => events.push(event));
    own = await start();
    other = await start();
  });

  async function start(): Promise<Remote> {
    const { fixture } = api;
    const before = remoteDirectoriesOf(sshd.directory);
    const ssh = { target: 'host', sshArgs: sshd.sshArgs };
    const prepared = await fixture.prepare({ providerId: 'claude', options: { ssh } });
    await prepared.launch();
    await fixture.untilShown(await fixture.watch(prepared.sessionId), 'agent ready');
    const [directory = ''] = remoteDirectoriesOf(sshd.directory).filter(
      (one) => !before.includes(one),
    );
    const conf = readFileSync(join(directory, 'hook.conf'), 'utf8');
    const [, token = ''] = /-Token: ([^"]+)/.exec(conf) ?? assert.fail(conf);
    return { id: prepared.sessionId, socket: join(directory, 'hook.sock'), token };
  }

  /** Sends a request from the remote machine. */
  const call = (method: string, path: string, request: ApiCall = {}): Promise<ApiAnswer> =>
    callApi(atSocket(own.socket, path), method, request);

  const hook = (id: string, token: string): Promise<ApiAnswer> =>
    call('POST', '/hook', {
      headers: {
        'x-agent-terminals-token': token,
        'x-agent-terminals-pty-id': id,
        'x-agent-terminals-event': 'Stop',
      },
      body: {},
    });

  it('accepts the hook events of its session, and no others', async () => {
    for (const [id, token, code] of [
      [other.id, other.token, 'SESSION_USER_MISMATCH'],
      [other.id, own.token, 'SESSION_USER_MISMATCH'],
      [own.id, other.token, 'SESSION_USER_MISMATCH'],
      [own.id, api.token, 'UNAUTHORIZED'],
      [own.id, '', 'UNAUTHORIZED'],
    ] as const) {
      assert.equal((await hook(id, token)).code, code);
    }
    assert.equal((await hook(own.id, own.token)).status, 204);
    await waitFor(() => events.length > 0, { limitMs: LIMIT_MS, what: 'the event' });
    assert.deepEqual(
      events.map(({ ptyId }) => ptyId),
      [own.id],
    );
  });

  it('serves nothing else of the window, whatever the token [S2]', async () => {
    const shell = await api.sh('read -r x');
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
    const prompt = { body: { prompt: 'id' } };
    for (const [method, path, request] of [
      ['GET', '/api/sessions', {}],
      ['POST', '/api/sessions', { body: { exec: '/bin/sh' } }],
      ['POST', `/api/sessions/${shell.id}/prompt`, prompt],
      ['POST', `/api/sessions/${own.id}/input`, { body: { data: 'x' } }],
      ['DELETE', `/api/sessions/${shell.id}`, {}],
      ['GET', `/api/sessions/${own.id}/attach`, { headers: upgrade }],
      ['GET', '/api/events', {}],
      ['POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
      ['GET', `/proof?token=${'0'.repeat(32)}&nonce=${'0'.repeat(32)}`, {}],
      ['GET', '/', {}],
      ['GET', '/hook', {}],
    ] as const) {
      for (const token of [undefined, own.token, api.token, api.folderToken]) {
        const { status, code } = await call(method, path, { ...request, token });
        assert.deepEqual([method, path, status, code], [method, path, 404, 'NOT_FOUND']);
      }
    }
    assert.ok(api.core.sessions.has(shell.id));
  });
});
