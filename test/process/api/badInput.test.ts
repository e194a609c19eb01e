import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';

const OK = { prompt: 'x' };

/** Invalid bodies, by the route to which they are sent. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  prompt: [{}, { prompt: 5 }, { prompt: null }, { prompt: ['x'] }, { ...OK, more: 1 }, [], 'x', 5],
  ask: [
    {},
    { prompt: 5 },
    { ...OK, timeoutMs: 0 },
    { ...OK, timeoutMs: '5' },
    { ...OK, timeoutMs: 100 * 365 * 24 * 60 * 60 * 1000 },
    { ...OK, timeoutMs: 1.5 },
  ],
  input: [{}, { data: 5 }, { bytes: 'no base64!' }, { data: 'x', bytes: 'eA==' }, { text: 'x' }],
  resize: [
    {},
    { cols: 80 },
    { cols: '80', rows: 24 },
    { cols: 0, rows: 24 },
    { cols: -1, rows: 24 },
    { cols: 1.5, rows: 24 },
    { cols: 70_000, rows: 24 },
    { cols: 80, rows: 24, more: 1 },
  ],
  signal: [{}, { signal: 'SIGHUP' }, { signal: 9 }, { signal: 'sigint' }],
  interrupt: [{ more: 1 }, []],
  fork: [
    { count: 0 },
    { count: 1025 },
    { count: 1e9 },
    { count: '1' },
    { worktree: 'yes' },
    { more: 1 },
  ],
};

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  screen: [
    '?format=html',
    '?scrollback=-1',
    '?scrollback=x',
    '?more=1',
    '?format=text&format=ansi',
  ],
  wait: [
    '',
    '?for=',
    '?for=sleeping',
    '?for=idle,',
    '?for=idle&timeoutMs=0',
    '?for=idle&more=1',
    '?for=idle&timeoutMs=1e12',
  ],
};

describe('the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, sh } = api;
  let id = '';

  beforeEach(async () => {
    ({ id } = await sh('read -r x'));
  });

  for (const [verb, bodies] of Object.entries(WRONG)) {
    it(`refuses wrong bodies of ${verb}, and names the field [A38]`, async () => {
      for (const body of bodies) {
        const answer = await call('POST', `/api/sessions/${id}/${verb}`, { body });
        assert.deepEqual([body, answer.status, answer.code], [body, 400, 'BAD_REQUEST']);
      }
      const { json } = await call('POST', `/api/sessions/${id}/resize`, {
        body: { cols: 80, rows: 'x' },
      });
      const { message } = (json as { error: { message: string } }).error;
      assert.match(message, /^"rows" in the body is wrong: .*\.$/);
    });
  }

  for (const [verb, queries] of Object.entries(QUERIES)) {
    it(`refuses wrong queries of ${verb} [A38]`, async () => {
      for (const query of queries) {
        const { status, code } = await call('GET', `/api/sessions/${id}/${verb}${query}`);
        assert.deepEqual([query, status, code], [query, 400, 'BAD_REQUEST']);
      }
    });
  }

  it('refuses contradictory start options', async () => {
    const cwd = api.fixture.folder;
    const wrong: readonly (readonly [string, unknown])[] = [
      ['BAD_REQUEST', {}],
      ['BAD_REQUEST', { cwd: 5 }],
      ['BAD_REQUEST', { cwd: '' }],
      ['BAD_REQUEST', { cwd: `${cwd}\0` }],
      ['BAD_REQUEST', { cwd, exec: 'ls', provider: 'fake' }],
      ['BAD_REQUEST', { cwd, args: ['x'] }],
      ['BAD_REQUEST', { cwd, exec: 'ls', args: ['a\0b'] }],
      ['BAD_REQUEST', { cwd, prompt: 'x' }],
      ['BAD_REQUEST', { cwd, exec: 'ls', autoApprove: true }],
      ['BAD_REQUEST', { cwd, label: '\t' }],
      ['BAD_REQUEST', { cwd, task: ' ' }],
      ['BAD_REQUEST', { cwd, env: { A: 5 } }],
      ['BAD_REQUEST', { cwd, persistence: 'forever' }],
      ['BAD_REQUEST', { cwd, provider: 'fake', spawnMode: 'ssh' }],
      ['BAD_REQUEST', { cwd, cols: 0 }],
      ['BAD_REQUEST', { cwd, id: 'claude-main-x' }],
      ['BAD_REQUEST', { cwd, __proto__: null, constructor: 1 }],
      ['PROVIDER_NOT_FOUND', { cwd, provider: '../claude' }],
      ['CWD_NOT_FOUND', { cwd: 'relative' }],
      ['CWD_NOT_FOUND', { cwd: join(cwd, 'gone') }],
      ['CLI_NOT_FOUND', { cwd, exec: join(cwd, 'gone') }],
      ['CLI_NOT_FOUND', { cwd, exec: cwd }],
    ];
    for (const [code, body] of wrong) {
      const answer = await call('POST', '/api/sessions', { body });
      assert.deepEqual([body, answer.code], [body, code]);
    }
    for (const exec of [join(cwd, 'gone'), cwd, 'no-such-program']) {
      const request = { token: api.folderToken, body: { cwd, exec } };
      assert.equal((await call('POST', '/api/sessions', request)).code, 'CLI_NOT_FOUND', exec);
    }
    const file = join(cwd, 'file');
    writeFileSync(file, '');
    assert.equal(
      (await call('POST', '/api/sessions', { body: { cwd: file } })).code,
      'CWD_NOT_FOUND',
    );
    assert.equal(api.core.sessions.list().length, 1, 'no session was started');
  });

  it('refuses a task that works elsewhere', async () => {
    const body = { cwd: api.fixture.folder, task: 'Here' };
    assert.equal((await call('POST', '/api/sessions', { body })).status, 201);
    const elsewhere = join(api.fixture.folder, 'sub');
    mkdirSync(elsewhere);
    const answer = await call('POST', '/api/sessions', { body: { ...body, cwd: elsewhere } });
    assert.equal(answer.code, 'BAD_REQUEST');
  });

  const raws: Readonly<Record<string, string | Buffer>> = {
    'no JSON': '{"prompt":',
    'a form': 'prompt=x',
    'bytes that are not UTF-8': Buffer.from([0xff, 0xfe, 0x00]),
    'JSON that is nested too deeply': '['.repeat(100_000),
    null: 'null',
    'no body': '',
  };
  for (const [what, raw] of Object.entries(raws)) {
    it(`refuses ${what} as a body`, async () => {
      const { status, code } = await call('POST', `/api/sessions/${id}/prompt`, { raw });
      assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
    });
  }

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
  ]) {
    it(`refuses JSON with the content type ${type || 'nothing'}`, async () => {
      const headers = { 'content-type': type };
      const { code } = await call('POST', `/api/sessions/${id}/prompt`, { body: OK, headers });
      assert.equal(code, 'BAD_REQUEST');
    });
  }

  it('refuses a body that is too long, with any Content-Length', async () => {
    const body = { data: 'x'.repeat(1024 * 1024) };
    const whole = await call('POST', `/api/sessions/${id}/input`, { body });
    assert.deepEqual([whole.status, whole.code], [413, 'PAYLOAD_TOO_LARGE']);
    const headers = { 'transfer-encoding': 'chunked' };
    const pieces = await call('POST', `/api/sessions/${id}/input`, { body, headers });
    assert.equal(pieces.code, 'PAYLOAD_TOO_LARGE');
    assert.equal((await call('GET', '/api/sessions')).status, 200);
  });

  const strange = [
    'no-such-session',
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    'a'.repeat(4000),
    '%F0%9F%99%82',
    '%zz',
    'constructor',
    '__proto__',
  ];
  it('finds no session for a malformed id [A37]', async () => {
    for (const other of strange) {
      const { status } = await call('GET', `/api/sessions/${other}`);
      // Clients remove `..` from an address.
      assert.ok(
        status === 404 || other.includes('..') || other === '%2e%2e',
        `${other}: ${status}`,
      );
      const typed = await call('POST', `/api/sessions/${other}/input`, { body: { data: 'x' } });
      assert.equal(typed.status, 404, other);
      const models = await call('GET', `/api/providers/${other}/models`);
      assert.ok(['PROVIDER_NOT_FOUND', 'NOT_FOUND'].includes(models.code ?? ''), other);
    }
  });

  it('refuses other paths and methods', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/api'],
      ['GET', '/api/sessions/'],
      ['PUT', '/api/sessions'],
      ['PATCH', `/api/sessions/${id}`],
      ['GET', `/api/sessions/${id}/prompt`],
      ['TRACE', '/api/sessions'],
      ['GET', '/.agent-terminals/windows'],
    ] as const) {
      const { status, code } = await call(method, path);
      assert.deepEqual([path, status, code], [path, 404, 'NOT_FOUND']);
    }
  });

  it('survives input that is not HTTP', async () => {
    for (const nonsense of [
      '\0\0\0\0',
      'GET\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const socket = connect(api.socket);
      socket.on('error', () => {});
      socket.resume();
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.write(nonsense);
      await closed;
    }
    assert.equal((await call('GET', '/api/sessions')).status, 200);
  });

  it('removes control sequences from a prompt', async () => {
    const { id: shell } = await sh(
      "printf '\\033[?2004h'; stty -echo; echo ready; IFS= read -r line; printf %s \"$line\" | od -An -c | tr -d ' \\n'",
    );
    await api.shows(shell, 'ready');
    const prompt = 'a\x1b[201~b\x00c\x07d\x7fe';
    assert.equal(
      (await call('POST', `/api/sessions/${shell}/prompt`, { body: { prompt } })).status,
      202,
    );
    await api.shows(shell, 'abcde');
  });
});
