import assert from 'node:assert/strict';
import { request } from 'node:http';
import { Hono } from 'hono';
import { ApiServer } from '../../../../src/api/apiServer';
import type { AddRoutes } from '../../../../src/api/http/requestHandler';
import { identifyToken, PROOF_PATH } from '../../../../src/endpoint/proof';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedApi } from '../../../support/api/useApi';

describe('the routes of the API in a workspace without trust [S6]', function () {
  this.timeout(60_000);
  const added = useAddedRoutes();
  const api = useSharedApi();
  const workspace = useUntrustedWorkspace(api.fixture);

  const get = (path: string) => () => api.call('GET', path).then(({ text }) => text);
  const post = (path: string, body: object) => async () =>
    (await api.call('POST', path, { body })).text;
  const ofAgent = (path: string) => `/api/sessions/${workspace.agent}/${path}`;
  const start =
    (options: object = {}) =>
    async () =>
      post('/api/sessions', { cwd: api.fixture.folder, ...options })();

  /** Every route, by its method and path. */
  const ROWS: Readonly<Record<string, EntryPoint>> = {
    'GET /openapi.json': runsNothing(
      'describes the API',
      async () => (await api.call('GET', '/openapi.json')).status,
    ),
    [`GET ${PROOF_PATH}`]: runsNothing('proves a token', () =>
      get(`${PROOF_PATH}?token=${identifyToken(api.token)}&nonce=${'0'.repeat(32)}`)(),
    ),
    'GET /api/sessions': runsNothing('lists sessions', get('/api/sessions')),
    'GET /api/sessions/:id': runsNothing('describes a session', () =>
      get(`/api/sessions/${workspace.agent}`)(),
    ),
    'GET /api/sessions/:id/screen': runsNothing('reads a screen', () => get(ofAgent('screen'))()),
    'GET /api/sessions/:id/last-answer': runsNothing('reads an answer', () =>
      get(ofAgent('last-answer'))(),
    ),
    'GET /api/sessions/:id/wait': runsNothing('waits for a state', () =>
      get(ofAgent('wait?for=exit&timeoutMs=50'))(),
    ),
    'GET /api/conversations': runsNothing(
      'reads what agents have stored',
      get('/api/conversations'),
    ),
    'POST /api/conversations/:id/resume': refuses(async () =>
      post(`/api/conversations/${await workspace.startEnded()}/resume`, {})(),
    ),
    'GET /api/events': runsNothing('reports what happens', () => open('/api/events')),
    'GET /api/providers': refuses(get('/api/providers'), get('/api/providers?refresh=true')),
    'GET /api/providers/:id/models': refuses(get('/api/providers/opencode/models')),
    'POST /api/sessions': refuses(
      start(),
      start({ provider: 'fake' }),
      start({ provider: 'fake', spawnMode: 'direct', persistence: 'host' }),
      start({ provider: 'fake', persistence: 'tmux', env: { A: 'b' } }),
      start({ exec: '/bin/sh', args: ['-c', 'true'] }),
      start({ provider: 'fake', task: 'Other', worktree: true }),
    ),
    'POST /api/sessions/:id/fork': refuses(
      () => post(ofAgent('fork'), {})(),
      () => post(ofAgent('fork'), { worktree: true, count: 2 })(),
    ),
    'GET /api/tasks/:id/changes': refuses(() => get(`/api/tasks/${workspace.taskId}/changes`)()),
    'GET /api/tasks/:id/review': refuses(() => get(`/api/tasks/${workspace.taskId}/review`)()),
    'POST /api/tasks/:id/comments': refuses(() =>
      post(`/api/tasks/${workspace.taskId}/comments`, { path: 'a', line: 1, text: 'Why?' })(),
    ),
    'POST /api/tasks/:id/review/send': refuses(async () => {
      await workspace.addDraft();
      return post(`/api/tasks/${workspace.taskId}/review/send`, {})();
    }),
    'POST /api/tasks/:id/reviewed': refuses(() =>
      post(`/api/tasks/${workspace.taskId}/reviewed`, { path: 'a' })(),
    ),
    'POST /api/tasks/:id/commit': refuses(() =>
      post(`/api/tasks/${workspace.taskId}/commit`, { message: 'Change it' })(),
    ),
    'POST /api/tasks/:id/land': refuses(
      workspace.withConsent(() => post(`/api/tasks/${workspace.taskId}/land`, {})()),
    ),
    'POST /api/tasks/:id/land/undo': refuses(
      workspace.withConsent(async () => {
        await workspace.landTask();
        return post(`/api/tasks/${workspace.taskId}/land/undo`, {})();
      }),
    ),
    'POST /api/tasks/:id/fork': refuses(
      async () => post(`/api/tasks/${await workspace.startSpareTask()}/fork`, {})(),
      () => post(`/api/tasks/${workspace.taskId}/fork`, { worktree: true })(),
    ),
    'POST /api/sessions/:id/prompt': runsNothing('types into a running session', () =>
      post(ofAgent('prompt'), { prompt: 'hello' })(),
    ),
    'POST /api/sessions/:id/ask': runsNothing('types into a running session', () =>
      post(ofAgent('ask'), { prompt: 'hello', timeoutMs: 100 })(),
    ),
    'POST /api/sessions/:id/answer': runsNothing('types into a running session', () =>
      post(ofAgent('answer'), { answer: 'deny' })(),
    ),
    'POST /api/sessions/:id/input': runsNothing('types into a running session', () =>
      post(ofAgent('input'), { data: 'hello' })(),
    ),
    'POST /api/sessions/:id/resize': runsNothing('resizes a terminal', () =>
      post(ofAgent('resize'), { cols: 90, rows: 30 })(),
    ),
    'POST /api/sessions/:id/interrupt': runsNothing('types a key', async () =>
      post(`/api/sessions/${await workspace.startSpare()}/interrupt`, {})(),
    ),
    'POST /api/sessions/:id/signal': runsNothing('ends a program', async () =>
      post(`/api/sessions/${await workspace.startSpare()}/signal`, { signal: 'SIGKILL' })(),
    ),
    'DELETE /api/sessions/:id': runsNothing('ends a session', async () =>
      api.call('DELETE', `/api/sessions/${await workspace.startSpare()}`),
    ),
    'POST /hook': runsNothing('receives events', async () => {
      const id = await workspace.startSpare();
      const headers = {
        'X-Agent-Terminals-Event': 'Stop',
        'X-Agent-Terminals-Pty-Id': id,
        'X-Agent-Terminals-Token': await api.hookToken(id),
      };
      return (await api.call('POST', '/hook', { headers, body: {} })).status;
    }),
    'ALL /mcp': runsNothing('lists tools, which have rows of their own', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const headers = { accept: 'application/json, text/event-stream' };
      return (await api.call('POST', '/mcp', { body, headers })).text;
    }),
    'GET /api/ws': runsNothing('types prompts into running sessions', async () => {
      const socket = api.open('/api/ws');
      await socket.until(({ isOpen }) => isOpen, 'the WebSocket to open');
      socket.socket.send(
        JSON.stringify({ type: 'session.prompt', sessionId: workspace.agent, prompt: 'hello' }),
      );
      await socket.until(({ texts }) => texts.length > 0, 'an event');
      socket.socket.close();
    }),
    'GET /api/sessions/:id/attach': runsNothing('shows a running session', async () => {
      const socket = api.open(ofAgent('attach'));
      await socket.until(({ bytes }) => bytes.includes('ready in'), 'the screen');
      socket.socket.close();
    }),
  };

  /** Reads the head of an answer that does not end. */
  function open(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${api.token}` };
      const sent = request({ ...api.at(path), headers }, (response) => {
        resolve(`${response.statusCode}`);
        response.on('error', () => {});
        sent.destroy();
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  it('have a row each', async () => {
    const { json } = await api.call('GET', '/openapi.json');
    const { paths } = json as { paths: Record<string, Record<string, unknown>> };
    const served = listRoutes(added);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    const names = [...served, ...described].map(({ method, path }) =>
      path === '/mcp' ? 'ALL /mcp' : `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );
    assert.deepEqual(Object.keys(ROWS).sort(), [...new Set(names)].sort());
  });

  testEntryPoints(workspace, ROWS);

  it('would run programs of the repository with trust', async () => {
    await workspace.withTrust(post(ofAgent('fork'), { worktree: true }));
    assert.ok(workspace.listRun().includes('fsmonitor'), String(workspace.listRun()));
  });
});

/** What adds routes to the servers of the suite. */
function useAddedRoutes(): readonly AddRoutes[] {
  const added: AddRoutes[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its `this`
  const { addRoutes } = ApiServer.prototype;
  before(() => {
    ApiServer.prototype.addRoutes = function (this: ApiServer, add) {
      added.push(add);
      addRoutes.call(this, add);
    };
  });
  after(() => (ApiServer.prototype.addRoutes = addRoutes));
  return added;
}

function listRoutes(added: readonly AddRoutes[]): Hono['routes'] {
  const app = new Hono();
  added.forEach((add) => add(app));
  return app.routes;
}
