import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';

const OK = { prompt: 'x' };

describe('the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, sh } = api;
  let id = '';

  beforeEach(async () => {
    ({ id } = await sh('read -r x'));
  });

  it('refuses wrong values of queries, and input in two forms [A38]', async () => {
    for (const query of [
      ...['screen?format=html', 'screen?scrollback=-1', 'screen?scrollback=x'],
      ...['wait', 'wait?for=sleeping', 'wait?for=idle,', 'wait?for=idle&timeoutMs=1e12'],
    ]) {
      const { status, code } = await call('GET', `/api/sessions/${id}/${query}`);
      assert.deepEqual([query, status, code], [query, 400, 'BAD_REQUEST']);
    }
    const body = { data: 'x', bytes: 'eA==' };
    assert.equal((await call('POST', `/api/sessions/${id}/input`, { body })).code, 'BAD_REQUEST');
  });

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
