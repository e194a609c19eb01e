import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { callApi } from '../../../support/api/apiClient';
import { atUrl } from '../../../support/api/socketAddress';
import { useApi } from '../../../support/api/useApi';
import { itAsRoot } from '../../../support/security/itAsRoot';

/** Another user than the one that runs the tests. */
const NOBODY = 65534;

/** A process id that no process has: it exceeds the maximum of the system. */
const NO_PID = 2 ** 30;

describe('WindowApi', function () {
  this.timeout(20_000);
  const api = useApi();

  const put = (name: string, value: unknown): void =>
    writeFileSync(
      join(api.windows, name),
      typeof value === 'string' ? value : JSON.stringify(value),
    );

  const update = () => api.core.api.window.update();

  /** The files in the directory that are not sockets. */
  const files = (): readonly string[] =>
    readdirSync(api.windows).filter((name) => !name.endsWith('.sock'));

  it('describes the window in a file that only its owner can read', () => {
    const { socket, token, startTime, folders, ...entry } =
      api.readEntry() ?? assert.fail('no file');
    const facts = { pid: process.pid, hostname: hostname(), version: '0.1.0' };
    assert.deepEqual(entry, facts);
    assert.equal(dirname(socket), api.windows);
    assert.deepEqual(
      folders.map(({ path }) => path),
      [api.fixture.folder],
    );
    assert.match(startTime ?? '', process.platform === 'linux' ? /^\d+$/ : /./);
    const tokens = [token, ...folders.map((folder) => folder.token)];
    assert.deepEqual(
      tokens.map((one) => /^[\w-]{43}$/.test(one)),
      tokens.map(() => true),
    );
    assert.equal(new Set(tokens).size, tokens.length);
    const [name = ''] = files();
    assert.match(name, /^[0-9a-f]{16}\.json$/);
    assert.equal(statSync(join(api.windows, name)).mode & 0o777, 0o600);
    assert.equal(statSync(api.windows).mode & 0o777, 0o700);
  });

  it('removes the file with the window, and when the setting is off', async () => {
    api.fixture.set({ 'api.enabled': false });
    await update();
    assert.deepEqual(files(), []);
    await assert.rejects(api.core.api.window.openTcp(), { code: 'ILLEGAL_STATE' });
    api.fixture.set({ 'api.enabled': true });
    await update();
    assert.equal(files().length, 1);
    await api.fixture.reopen(() => assert.deepEqual(readdirSync(api.windows), []));
  });

  it('creates another token after a reload', async () => {
    const before = api.readEntry()?.token;
    await api.fixture.reopen();
    await update();
    assert.notEqual(api.readEntry()?.token, before);
  });

  it('opens a port with its own token on request, until the window closes', async () => {
    assert.equal(api.readEntry()?.url, undefined);
    const { url, token } = await api.core.api.window.openTcp();
    assert.deepEqual(await api.core.api.window.openTcp(), { url, token });
    assert.equal(api.readEntry()?.url, url);
    assert.notEqual(token, api.token);
    const at = atUrl(url, '/api/sessions');
    assert.equal((await callApi(at, 'GET', { token })).status, 200);
    api.fixture.set({ 'api.tcp': 'never' });
    await update();
    await assert.rejects(callApi(at, 'GET', { token }), { code: 'ECONNREFUSED' });
    assert.equal((await api.call('GET', '/api/sessions', { token })).status, 401);
    assert.equal(api.readEntry()?.url, undefined);
    await assert.rejects(api.core.api.window.openTcp(), {
      code: 'ILLEGAL_STATE',
      message: /never/,
    });
    assert.equal((await api.call('GET', '/api/sessions')).status, 200);
    api.fixture.set({ 'api.tcp': 'onRequest' });
    const again = await api.core.api.window.openTcp();
    assert.notEqual(again.token, token);
    await api.fixture.closeWindow();
    await assert.rejects(callApi(atUrl(again.url, '/'), 'GET'), { code: 'ECONNREFUSED' });
    await api.fixture.reopen();
  });

  it('removes the files of ended processes, and nothing else', async () => {
    const here = { hostname: hostname() };
    put('gone.json', { ...here, pid: NO_PID });
    put('another.json', { ...here, pid: process.pid, startTime: '1' });
    put('living.json', { ...here, pid: process.ppid });
    // The start time could not be read when the window wrote its file.
    put('unknown.json', { ...here, pid: process.ppid, startTime: '' });
    put('elsewhere.json', { hostname: 'another machine', pid: NO_PID });
    put('broken.json', '{');
    put('note.txt', 'a note');
    await update();
    const own = files().filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
    const others = files().filter((name) => !own.includes(name));
    const known = process.platform === 'linux' ? [] : ['another.json'];
    assert.deepEqual(others.sort(), [
      ...known,
      'broken.json',
      'elsewhere.json',
      'living.json',
      'note.txt',
      'unknown.json',
    ]);
    assert.equal(own.length, 1);
  });

  it('makes a directory private that others can read', async () => {
    chmodSync(api.windows, 0o777);
    await update();
    assert.equal(statSync(api.windows).mode & 0o777, 0o700);
  });

  itAsRoot('writes no token into a directory of another user, and logs it', async () => {
    await api.fixture.reopen(() => chownSync(api.windows, NOBODY, NOBODY));
    await update();
    assert.deepEqual(readdirSync(api.windows), []);
    assert.ok(api.fixture.log.some((line) => line.includes('is not a directory of your own')));
  });

  it('writes no token into a symbolic link to a directory, and logs it', async () => {
    await api.fixture.reopen(() => {
      const elsewhere = api.makeDirectory('elsewhere');
      mkdirSync(join(api.fixture.home, 'own'));
      api.fixture.env['AGENT_TERMINALS_HOME'] = join(api.fixture.home, 'own');
      symlinkSync(elsewhere, join(api.fixture.home, 'own', 'windows'));
    });
    await update();
    assert.deepEqual(readdirSync(join(api.fixture.home, 'elsewhere')), []);
    assert.ok(api.fixture.log.some((line) => line.includes('is not a directory of your own')));
  });
});
