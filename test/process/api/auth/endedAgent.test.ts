import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { ApiAnswer } from '../../../support/api/apiClient';
import { useApi, type SeenSocket } from '../../../support/api/useApi';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const LIMIT_MS = 20_000;

describe('open connections with the token of an agent', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create, open } = api;
  /** The session of the agent, and another one. */
  let ids: { readonly agent: string; readonly other: string };
  let token = '';
  let socket: SeenSocket;
  let stream: Promise<ApiAnswer>;
  let waiting: Promise<ApiAnswer>;

  beforeEach(async () => {
    api.fixture.set({ agentsMayDrive: true, afterExit: 'shell' });
    ids = {
      agent: (await create({ provider: 'fake' })).id,
      other: (await create({ provider: 'fake' })).id,
    };
    token = await api.driveToken(ids.agent);
    socket = open('/api/ws', { token });
    stream = call('GET', '/api/events', { token });
    waiting = call('GET', `/api/sessions/${ids.other}/wait?for=exit`, { token });
    await socket.until(({ texts }) => texts.length > 0, 'the states');
    await untilOpen(3);
  });

  const untilOpen = (count: number): Promise<void> =>
    waitFor(() => api.core.api.connections.count === count, {
      limitMs: LIMIT_MS,
      what: () => `${count} connections instead of ${api.core.api.connections.count}`,
    });

  /** Sends a prompt by the WebSocket, and checks that all of the connections have ended. */
  async function checkEnded(): Promise<void> {
    const prompt = { type: 'session.prompt', sessionId: ids.other, prompt: 'sent too late' };
    socket.socket.send(JSON.stringify(prompt));
    await socket.until(({ closed }) => closed, 'the close');
    assert.deepEqual(socket.closed, { code: 1008, reason: 'UNAUTHORIZED' });
    assert.match((await stream).text, /\nevent: error\ndata: \{"code":"UNAUTHORIZED",.*\n\n$/);
    const { status, code } = await waiting;
    assert.deepEqual([status, code], [401, 'UNAUTHORIZED']);
    await untilOpen(0);
    assert.ok(
      !(await requireSession(api.core.sessions, ids.other).text()).includes('sent too late'),
    );
  }

  /** Ends the agent; a shell follows. */
  async function endAgent(): Promise<void> {
    await call('POST', `/api/sessions/${ids.agent}/input`, { body: { data: 'exit 0\r' } });
    await waitFor(() => api.core.sessions.get(ids.agent)?.agentExitCode === 0, {
      limitMs: LIMIT_MS,
      what: 'the agent to end',
    });
  }

  const MCP_CALL = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'start_agent', arguments: { provider: 'fake' } },
  };

  for (const path of ['/api/sessions', '/mcp']) {
    it(`begin nothing if the agent has ended before the body arrives: ${path} [A49]`, () =>
      checkHeld(path, path === '/mcp' ? MCP_CALL : { provider: 'fake', cwd: api.fixture.folder }));
  }

  async function checkHeld(path: string, content: object): Promise<void> {
    const body = JSON.stringify(content);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const held = request({ ...api.at(path), agent: false, method: 'POST', headers });
    held.flushHeaders();
    await untilOpen(4);
    await endAgent();
    await untilOpen(0);
    const responded = once(held, 'response') as Promise<IncomingMessage[]>;
    held.end(body);
    const [response] = await responded;
    assert.equal(response?.statusCode, 401);
    assert.equal(api.core.sessions.list().length, 2);
  }

  it('end with the agent, also if its shell goes on [S7]', async () => {
    await endAgent();
    await checkEnded();
    assert.notEqual(api.core.sessions.get(ids.agent)?.state, 'terminated');
  });

  it('end when its session goes to another window [A43]', async () => {
    api.core.sessions.release(ids.agent);
    try {
      await checkEnded();
    } finally {
      api.core.sessions.acquire(ids.agent);
    }
  });
});
