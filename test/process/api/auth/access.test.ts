import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionView } from '../../../../src/operations/views/sessionView';
import type { ApiCall } from '../../../support/api/apiClient';
import { API_ROWS as ROWS, API_SOCKETS as SOCKETS } from '../../../support/api/apiRows';
import { useApi } from '../../../support/api/useApi';
import { waitFor } from '../../../support/waitFor';

describe('access to the API', function () {
  this.timeout(60_000);
  const api = useApi('tcp');
  const { call, create, open, sh } = api;

  let otherToken = '';

  beforeEach(async () => {
    const other = api.fixture.openWindow();
    otherToken = (await other.api.window.openTcp()).token;
  });

  const strangers: Readonly<Record<string, () => ApiCall>> = {
    'no token': () => ({ token: undefined }),
    'an empty token': () => ({ token: '' }),
    'a wrong token': () => ({ token: 'x'.repeat(43) }),
    'the beginning of the token': () => ({ token: api.token.slice(0, -1) }),
    'the token and one more character': () => ({ token: `${api.token}x` }),
    'another scheme': () => ({
      token: undefined,
      headers: { authorization: `Basic ${api.token}` },
    }),
    'the token in a cookie': () => ({
      token: undefined,
      headers: { cookie: `token=${api.token}; authorization=Bearer ${api.token}` },
    }),
    'the token after another one': () => ({
      token: undefined,
      headers: { authorization: `Bearer x, Bearer ${api.token}` },
    }),
    'the token of another window': () => ({ token: otherToken }),
    'a token of other characters': () => ({ token: '%F0%9F%99%82' }),
  };
  for (const [what, stranger] of Object.entries(strangers)) {
    it(`is refused on every route and WebSocket with ${what}`, async () => {
      for (const [method, path, body] of ROWS) {
        const { status, code } = await call(method, path, { ...stranger(), body });
        const isRefused = code === 'UNAUTHORIZED' || code === 'RATE_LIMITED';
        assert.ok(isRefused && (status === 401 || status === 429), `${path}: ${status} ${code}`);
      }
      for (const path of SOCKETS) {
        const { token = '', headers } = stranger();
        const seen = open(path, { token, ...(headers && { headers }) });
        await seen.until(({ refused }) => refused, `${path} to be refused`);
        assert.match(seen.refused?.code ?? '', /^(UNAUTHORIZED|RATE_LIMITED)$/);
      }
    });
  }

  it('is refused with a token in the URL, even with a valid one in the header', async () => {
    for (const name of ['token', 'access_token', 'auth']) {
      const query = `?${name}=${api.token}`;
      assert.equal((await call('GET', `/api/sessions${query}`)).code, 'UNAUTHORIZED');
      const seen = open(`/api/ws${query}`);
      await seen.until(({ refused }) => refused, 'the WebSocket to be refused');
      assert.equal(seen.refused?.status, 401);
    }
  });

  it('is limited for guesses, but not for valid tokens', async () => {
    const guesses = Array.from({ length: 200 }, (_, index) =>
      call('GET', '/api/sessions', { token: `guess${index}` }),
    );
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    assert.ok(codes.includes('UNAUTHORIZED'));
    assert.ok(codes.filter((code) => code === 'RATE_LIMITED').length > 150, codes.join());
    assert.equal((await call('GET', '/api/sessions')).status, 200);
    const warnings = api.fixture.log.filter((line) => line.includes('wrong token'));
    assert.equal(warnings.length, 1);
    assert.ok(!api.fixture.log.some((line) => line.includes('guess')));
  });

  it('is limited to the folder’s sessions for a folder’s token', async () => {
    const own = await sh('read -r x');
    const other = await sh('read -r x', { cwd: api.makeDirectory('other') });
    const token = api.folderToken;
    const listed = await call('GET', '/api/sessions', { token });
    const { sessions } = listed.json as { sessions: SessionView[] };
    assert.deepEqual(
      sessions.map(({ id }) => id),
      [own.id],
    );
    for (const [method, path, body] of ROWS.filter(([, path]) => path.includes('sessions/ID'))) {
      const answer = await call(method, path.replace('ID', other.id), { token, body });
      assert.deepEqual([path, answer.status, answer.code], [path, 403, 'SESSION_USER_MISMATCH']);
    }
    const seen = open(`/api/sessions/${other.id}/attach`, { token });
    await seen.until(({ refused }) => refused, 'the WebSocket to be refused');
    assert.deepEqual(seen.refused, { status: 403, code: 'SESSION_USER_MISMATCH' });
    assert.equal((await call('GET', `/api/sessions/${own.id}`, { token })).status, 200);
  });

  it('does not include starts outside of the folder for a folder’s token [A42]', async () => {
    const { folder, home } = api.fixture;
    mkdirSync(join(folder, 'inside'));
    symlinkSync(api.makeDirectory('outside'), join(folder, 'link'));
    const begin = (cwd: string) =>
      call('POST', '/api/sessions', { token: api.folderToken, body: { cwd } });
    for (const cwd of [
      home,
      join(folder, '..'),
      join(folder, 'link'),
      join(folder, '../outside'),
    ]) {
      const { status, code } = await begin(cwd);
      assert.deepEqual([cwd, status, code], [cwd, 403, 'SESSION_USER_MISMATCH']);
    }
    const inside = await begin(join(folder, 'inside'));
    assert.equal(inside.status, 201);
    assert.equal((inside.json as SessionView).workDir, join(folder, 'inside'));
  });

  it('includes the agent’s own folder for its token while the setting allows it', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const agent = await create({ provider: 'fake' });
    const other = await sh('read -r x', { cwd: api.makeDirectory('other') });
    const token = await api.driveToken(agent.id);
    api.fixture.set({ agentsMayDrive: false });
    const refused = await call('GET', '/api/sessions', { token });
    assert.deepEqual([refused.status, refused.code], [403, 'SESSION_USER_MISMATCH']);
    api.fixture.set({ agentsMayDrive: true });
    const { json } = await call('GET', '/api/sessions', { token });
    assert.deepEqual(
      (json as { sessions: SessionView[] }).sessions.map(({ id }) => id),
      [agent.id],
    );
    assert.equal((await call('DELETE', `/api/sessions/${other.id}`, { token })).status, 403);
  });

  it('is refused with the token of hooks, and hooks with the token that drives [S1]', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const { id } = await create({ provider: 'fake' });
    const [hook, drive] = [await api.hookToken(id), await api.driveToken(id)];
    assert.notEqual(hook, drive);
    for (const [method, path, body] of ROWS.filter(([, path]) => path !== '/hook')) {
      const { status, code } = await call(method, path, { token: hook, body });
      assert.deepEqual([path, status, code], [path, 403, 'SESSION_USER_MISMATCH']);
    }
    const report = (token: string) =>
      call('POST', '/hook', {
        headers: {
          'X-Agent-Terminals-Token': token,
          'X-Agent-Terminals-Pty-Id': id,
          'X-Agent-Terminals-Event': 'Stop',
        },
        body: {},
      });
    assert.equal((await report(drive)).code, 'UNAUTHORIZED');
    assert.equal((await report(api.token)).code, 'UNAUTHORIZED');
    assert.equal((await report(hook)).status, 204);
  });

  it('is not in the environment of an agent that may not drive', async () => {
    const { id } = await create({ provider: 'fake' });
    const { id: shell } = await sh('env; echo end; read -r x');
    await api.shows(shell, 'end');
    const { text } = await call('GET', `/api/sessions/${shell}/screen?scrollback=200`);
    assert.ok(!/AGENT_TERMINALS_(?:TOKEN|SOCKET|URL)/.test(text), text);
    await call('POST', `/api/sessions/${id}/input`, { body: { data: 'token\r' } });
    await api.shows(id, 'my token:');
    const { text: screen } = await call('GET', `/api/sessions/${id}/screen`);
    assert.match(screen, /my token:\s*$/);
  });

  it('does not include starts with autoApprove, a permission mode or trust for an agent', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const agent = await create({ provider: 'fake' });
    const token = await api.driveToken(agent.id);
    api.fixture.set({ providers: { claude: { cli: '/bin/true' } } });
    const body = { cwd: api.fixture.folder, provider: 'claude' };
    for (const more of [{ autoApprove: true }, { permissionMode: 'plan' }, { trust: true }]) {
      const { status, code } = await call('POST', '/api/sessions', {
        token,
        body: { ...body, ...more },
      });
      assert.deepEqual([more, status, code], [more, 403, 'SESSION_USER_MISMATCH']);
    }
  });

  it('includes only starts of agents with the person’s settings for an agent', async () => {
    // Also if agents are approved automatically: only agents may be started.
    api.fixture.set({ agentsMayDrive: true, autoApprove: true });
    const agent = await create({ provider: 'fake' });
    const token = await api.driveToken(agent.id);
    const { folder: cwd } = api.fixture;
    const before = api.core.sessions.list().length;
    for (const options of [
      { exec: '/bin/sh', args: ['-c', 'true'] },
      {},
      { provider: 'fake', shellSetup: 'true' },
      { provider: 'fake', env: { A: 'b' } },
      { provider: 'fake', env: {} },
      { provider: 'fake', extraArgs: ['--config', 'notify=true'] },
    ]) {
      const { status, code, json } = await call('POST', '/api/sessions', {
        token,
        body: { cwd, ...options },
      });
      assert.deepEqual([options, status, code], [options, 403, 'SESSION_USER_MISMATCH']);
      assert.match((json as { error: { message: string } }).error.message, /exec, shellSetup, env/);
    }
    assert.equal(api.core.sessions.list().length, before);
    const body = { cwd, provider: 'fake' };
    assert.equal((await call('POST', '/api/sessions', { token, body })).status, 201);
    for (const whose of [api.token, api.folderToken]) {
      const program = { cwd, exec: '/bin/sh', args: ['-c', 'true'] };
      const { status } = await call('POST', '/api/sessions', { token: whose, body: program });
      assert.equal(status, 201);
    }
  });

  it('is not in the environment of a bare shell, in which the person types', async () => {
    api.fixture.set({ agentsMayDrive: true });
    const { id } = await sh('env; echo end; read -r x');
    await api.shows(id, 'end');
    const { text } = await call('GET', `/api/sessions/${id}/screen?scrollback=200`);
    assert.ok(!/AGENT_TERMINALS_(?:TOKEN|SOCKET|URL)/.test(text), text);
  });

  it('is refused with the token of an agent that has ended', async () => {
    api.fixture.set({ agentsMayDrive: true, afterExit: 'keep' });
    const { id } = await create({ provider: 'fake' });
    const token = await api.driveToken(id);
    assert.equal((await call('GET', '/api/sessions', { token })).status, 200);
    await call('POST', `/api/sessions/${id}/signal`, { body: { signal: 'SIGKILL' } });
    await call('GET', `/api/sessions/${id}/wait?for=exit`);
    assert.equal((await call('GET', '/api/sessions', { token })).status, 401);
  });

  describe('is lost', () => {
    const update = () => api.core.api.window.update();

    /** Starts an agent and a program that prints its input; returns the agent's token. */
    const prepare = async () => {
      const { id } = await create({ provider: 'fake' });
      const program = await sh('read -r x; echo "heard $x"; read -r x');
      return { agent: await api.driveToken(id), program: program.id };
    };

    it('by open WebSockets, event streams and calls when the API is switched off', async () => {
      const { id } = await sh('read -r x; echo "heard $x"; read -r x');
      const attached = open(`/api/sessions/${id}/attach`);
      const events = open('/api/ws');
      const stream = call('GET', '/api/events');
      const waiting = call('GET', `/api/sessions/${id}/wait?for=exit`);
      await attached.until(({ texts }) => texts.length > 0, 'the screen');
      await events.until(({ texts }) => texts.length > 0, 'the states');
      await waitFor(() => api.core.api.connections.count === 4, {
        limitMs: 5_000,
        what: 'four calls',
      });
      api.fixture.set({ 'api.enabled': false });
      await update();
      for (const seen of [attached, events]) {
        await seen.until(({ closed }) => closed, 'the close');
        assert.deepEqual(seen.closed, { code: 1008, reason: 'NOT_FOUND' });
      }
      assert.match((await stream).text, /\nevent: error\ndata: \{"code":"NOT_FOUND",.*\n\n$/);
      const { status, code } = await waiting;
      assert.deepEqual([status, code], [404, 'NOT_FOUND']);
      await waitFor(() => api.core.api.connections.count === 0, {
        limitMs: 5_000,
        what: 'all calls to end',
      });
    });

    it('only by agents when agents may no longer drive', async () => {
      api.fixture.set({ agentsMayDrive: true });
      const { agent, program } = await prepare();
      const its = open('/api/ws', { token: agent });
      const ours = open(`/api/sessions/${program}/attach`);
      for (const seen of [its, ours]) {
        await seen.until(({ texts }) => texts.length > 0, 'the first message');
      }
      api.fixture.set({ agentsMayDrive: false });
      await update();
      await its.until(({ closed }) => closed, 'the close');
      assert.deepEqual(its.closed, { code: 1008, reason: 'SESSION_USER_MISMATCH' });
      ours.socket.send(Buffer.from('still\r'));
      await ours.until(({ bytes }) => bytes.includes('heard still'), 'the typed text');
    });

    it('by an agent that has ended', async () => {
      api.fixture.set({ agentsMayDrive: true, afterExit: 'keep' });
      const { agent, program } = await prepare();
      const seen = open('/api/ws', { token: agent });
      await seen.until(({ texts }) => texts.length > 0, 'the states');
      const [{ id = '' } = {}] = api.core.sessions.list().filter((one) => one.id !== program);
      await call('POST', `/api/sessions/${id}/signal`, { body: { signal: 'SIGKILL' } });
      await seen.until(({ closed }) => closed, 'the close');
      assert.deepEqual(seen.closed, { code: 1008, reason: 'UNAUTHORIZED' });
    });
  });

  it('is refused to all requests while the setting is off', async () => {
    api.fixture.set({ 'api.enabled': false });
    assert.equal((await call('GET', '/api/sessions')).code, 'NOT_FOUND');
    const seen = open('/api/ws');
    await seen.until(({ refused }) => refused, 'the WebSocket to be refused');
    assert.equal(seen.refused?.status, 404);
  });
});
