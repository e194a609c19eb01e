import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020';
import type { ApiAnswer, ApiCall } from '../../../support/api/apiClient';
import { useApi } from '../../../support/api/useApi';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly security?: readonly object[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

interface Page {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly security: readonly object[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

describe('openapi.json', function () {
  this.timeout(60_000);
  const api = useApi();
  const { sh, create } = api;
  let page: Page;
  let ajv: Ajv2020;

  beforeEach(async () => {
    page = (await api.call('GET', '/openapi.json')).json as Page;
    ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'page', ...page });
  });

  /** Calls a route, and validates its body and its answer by the page. */
  async function call(method: string, path: string, options: ApiCall = {}): Promise<ApiAnswer> {
    const operation = find(method, path);
    const sent = operation.requestBody?.content?.['application/json']?.schema;
    const answer = await api.call(method, path, options);
    if (sent && answer.status < 300) {
      check(sent, options.body ?? {}, `the body of ${operation.operationId}`);
    }
    const response = operation.responses[answer.status] ?? operation.responses['default'];
    const type = answer.headers['content-type']?.replace(/;.*/, '') ?? '';
    const content = response?.content?.[type];
    assert.equal(content !== undefined, answer.text !== '', `${path} answers ${type}`);
    if (content && type === 'application/json' && content.schema.$ref !== undefined) {
      check(content.schema, answer.json, `the answer of ${operation.operationId}`);
    }
    return answer;
  }

  function find(method: string, path: string): Operation {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const [, found] =
      Object.entries(page.paths).find(([template]) =>
        new RegExp(`^${template.replace('{id}', '[^/]+')}$`).test(pathname),
      ) ?? [];
    const operation = found?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path} is described`);
    const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    assert.deepEqual(
      [...searchParams.keys()].filter((name) => !known.includes(name)),
      [],
    );
    return operation;
  }

  function check({ $ref = '' }: { readonly $ref?: string }, value: unknown, what: string): void {
    const validate = ajv.getSchema(`page${$ref}`);
    assert.ok(validate, `${$ref} is there`);
    assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors)}`);
  }

  it('describes every route of the API, and nothing else', () => {
    const rows = Object.entries(page.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.equal(page.openapi, '3.1.0');
    assert.deepEqual(rows.sort(), [
      'DELETE /api/sessions/{id}',
      'GET /api/conversations',
      'GET /api/events',
      'GET /api/providers',
      'GET /api/providers/{id}/models',
      'GET /api/sessions',
      'GET /api/sessions/{id}',
      'GET /api/sessions/{id}/attach',
      'GET /api/sessions/{id}/last-answer',
      'GET /api/sessions/{id}/screen',
      'GET /api/sessions/{id}/wait',
      'GET /api/tasks/{id}/changes',
      'GET /api/tasks/{id}/review',
      'GET /api/ws',
      'GET /openapi.json',
      'POST /api/conversations/{id}/resume',
      'POST /api/sessions',
      'POST /api/sessions/{id}/answer',
      'POST /api/sessions/{id}/ask',
      'POST /api/sessions/{id}/fork',
      'POST /api/sessions/{id}/input',
      'POST /api/sessions/{id}/interrupt',
      'POST /api/sessions/{id}/prompt',
      'POST /api/sessions/{id}/resize',
      'POST /api/sessions/{id}/signal',
      'POST /api/tasks/{id}/comments',
      'POST /api/tasks/{id}/commit',
      'POST /api/tasks/{id}/fork',
      'POST /api/tasks/{id}/land',
      'POST /api/tasks/{id}/land/undo',
      'POST /api/tasks/{id}/review/send',
      'POST /api/tasks/{id}/reviewed',
      'POST /hook',
      'POST /mcp',
    ]);
    const ids = Object.values(page.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names the token that each route requires', () => {
    const { securitySchemes: schemes } = page.components;
    assert.deepEqual(page.security, [{ token: [] }]);
    assert.deepEqual(
      Object.entries(page.paths).flatMap(([path, methods]) =>
        Object.values(methods).flatMap(({ security }) => (security ? [[path, security]] : [])),
      ),
      [['/hook', [{ hook: [] }]]],
    );
    assert.deepEqual(Object.keys(schemes), ['token', 'hook']);
    const hook = page.paths['/hook']?.['post']?.parameters;
    assert.deepEqual(
      hook?.map(({ name, in: where }) => [name, where]),
      [
        ['X-Agent-Terminals-Pty-Id', 'header'],
        ['X-Agent-Terminals-Event', 'header'],
      ],
    );
  });

  it('has schemas that a validator can read', () => {
    for (const [name, schema] of Object.entries(page.components.schemas)) {
      assert.ok(ajv.validateSchema(schema), `${name}: ${JSON.stringify(ajv.errors)}`);
      assert.ok(ajv.getSchema(`page#/components/schemas/${name}`), name);
    }
  });

  it('describes the server’s responses', async () => {
    const { id } = await create({ provider: 'fake', task: 'T' });
    const program = await sh('read -r x; exit 3');
    const headers = {
      'X-Agent-Terminals-Token': await api.hookToken(id),
      'X-Agent-Terminals-Pty-Id': id,
      'X-Agent-Terminals-Event': 'Stop',
    };
    const event = await call('POST', '/hook', { token: undefined, body: { a: 1 }, headers });
    assert.equal(event.status, 204);
    await call('GET', '/api/sessions');
    await call('POST', '/api/sessions', { body: { cwd: api.fixture.folder, show: false } });
    await call('GET', `/api/sessions/${id}`);
    await call('POST', `/api/sessions/${id}/input`, { body: { data: 'x\r' } });
    await call('POST', `/api/sessions/${id}/input`, { body: { bytes: 'eA==' } });
    await call('POST', `/api/sessions/${id}/resize`, { body: { cols: 90, rows: 30 } });
    await call('POST', `/api/sessions/${program.id}/prompt`, { body: { prompt: 'x' } });
    const waited = await call('GET', `/api/sessions/${program.id}/wait?for=exit&timeoutMs=9000`);
    assert.equal(waited.status, 200);
    await call('GET', `/api/sessions/${id}/screen?format=ansi&scrollback=10`);
    const forked = await call('POST', `/api/sessions/${id}/fork`, { body: { count: 1 } });
    assert.equal(forked.status, 201);
    await call('POST', `/api/sessions/${id}/interrupt`);
    await call('POST', `/api/sessions/${id}/signal`, { body: { signal: 'SIGINT' } });
    await call('GET', '/api/providers?refresh=false');
    await call('GET', '/api/providers/fake/models');
    const accept = 'application/json, text/event-stream';
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const [body, status] of [
      [list, 200],
      [[list], 200],
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
    ] as const) {
      assert.equal((await call('POST', '/mcp', { body, headers: { accept } })).status, status);
    }
    await call('DELETE', `/api/sessions/${id}`);
  });

  it('states for each body whether it is required', async () => {
    const { id } = await create({ provider: 'fake', task: 'T' });
    const headers = {
      'X-Agent-Terminals-Token': await api.hookToken(id),
      'X-Agent-Terminals-Pty-Id': id,
      'X-Agent-Terminals-Event': 'Stop',
    };
    const rows = Object.entries(page.paths).flatMap(([path, { post }]) =>
      post?.requestBody ? [{ path, isRequired: post.requestBody.required === true }] : [],
    );
    const found: typeof rows = [];
    for (const { path } of rows) {
      const owner = path.startsWith('/api/tasks') ? 'T' : id;
      const { code, text } = await api.call('POST', path.replace('{id}', owner), { headers });
      // A review cannot be sent for another reason.
      const isOfTask = /task \\"T\\"/i.test(text);
      found.push({ path, isRequired: code === 'BAD_REQUEST' && !isOfTask });
    }
    assert.deepEqual(rows, found);
    assert.equal(new Set(rows.map(({ isRequired }) => isRequired)).size, 2);
  });

  it('describes the errors of MCP, in the API’s format or JSON-RPC’s', async () => {
    const accept = 'application/json, text/event-stream';
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const version = { 'mcp-protocol-version': '1999-01-01' };
    const statuses: number[] = [];
    for (const options of [
      { body },
      { body, headers: { accept, 'content-type': 'text/plain' } },
      { body: { jsonrpc: '2.0' }, headers: { accept } },
      { body: 5, headers: { accept } },
      { body: { ...body, method: 'ping' }, headers: { accept, ...version } },
      { raw: 'no JSON', headers: { accept } },
      { body, token: 'x' },
    ]) {
      statuses.push((await call('POST', '/mcp', options)).status);
    }
    assert.deepEqual(statuses, [406, 415, 400, 400, 400, 400, 401]);
  });

  it('describes the server’s errors', async () => {
    for (const [method, path, options] of [
      ['GET', '/api/sessions', { token: 'x' }],
      ['GET', '/api/sessions', { headers: { origin: 'null' } }],
      ['GET', '/api/sessions/no-main-x', {}],
      ['POST', '/api/sessions', { body: { cwd: '/no/such/directory' } }],
      ['POST', '/api/sessions', { body: { cwd: 5 } }],
      ['POST', '/api/sessions', { body: { cwd: api.fixture.folder, provider: 'no' } }],
      ['POST', '/hook', { token: undefined, body: {} }],
      ['POST', '/mcp', { token: 'x', body: {} }],
    ] as const) {
      const { status } = await call(method, path, options);
      assert.ok(status >= 400);
    }
  });
});
