import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import type { WindowEntry } from '../../../src/endpoint/windowEntry';
import { connect } from '../../../src/client/connect/connect';
import type { ConnectOptions } from '../../../src/client/clientOptions';
import { useApi } from '../../support/api/useApi';

describe('the client finds its window', () => {
  const api = useApi();

  function list(options: ConnectOptions = {}, env: Record<string, string> = {}): Promise<unknown> {
    const home = join(api.windows, '..');
    return connect({
      cwd: api.fixture.folder,
      ...options,
      env: { AGENT_TERMINALS_HOME: home, ...env },
    }).list();
  }

  /** The path of the window's file. */
  const filePath = (): string =>
    join(api.windows, readdirSync(api.windows).find((name) => name.endsWith('.json')) ?? '');

  function changeFile(change: Partial<WindowEntry>): void {
    const path = filePath();
    const entry = JSON.parse(readFileSync(path, 'utf8')) as WindowEntry;
    writeFileSync(path, JSON.stringify({ ...entry, ...change }));
  }

  const NONE = { sessions: [] };

  it('by the current directory, and directories below', async () => {
    const below = join(api.fixture.folder, 'a', 'b');
    mkdirSync(below, { recursive: true });
    assert.deepEqual(await list(), NONE);
    assert.deepEqual(await list({ cwd: below }), NONE);
  });

  it('by a link to its folder', async () => {
    const link = join(api.fixture.home, 'link');
    symlinkSync(api.fixture.folder, link);
    assert.deepEqual(await list({ cwd: link }), NONE);
    assert.deepEqual(await list({ cwd: '/', window: link }), NONE);
  });

  it('by a folder relative to the current directory, or by its process id', async () => {
    const cwd = join(api.fixture.folder, '..');
    assert.deepEqual(await list({ cwd, window: "it's a folder" }), NONE);
    assert.deepEqual(await list({ cwd: '/', window: String(process.pid) }), NONE);
    await assert.rejects(list({ window: '4000000000' }), { code: 'NO_WINDOW' });
    await assert.rejects(list({ window: '/nowhere/at/all' }), { code: 'NO_WINDOW' });
  });

  it('by the environment of a shell in a session, from anywhere', async () => {
    const env = {
      AGENT_TERMINALS_PTY_ID: 'shell-main-1',
      AGENT_TERMINALS_FOLDER: api.fixture.folder,
    };
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
  });

  it('not for an agent that may not drive others', async () => {
    const env = { AGENT_TERMINALS_PTY_ID: 'fake-main-1' };
    await assert.rejects(list({}, env), { code: 'NOT_ALLOWED', message: /agentsMayDrive/ });
    await assert.rejects(list({ window: api.fixture.folder }, env), { code: 'NOT_ALLOWED' });
  });

  it('by the file of a session that outlived its first window', async () => {
    const gone = join(api.windows, 'gone.sock');
    const hooks = join(api.windows, '..', 'hooks');
    mkdirSync(hooks, { recursive: true });
    const driveToken = api.folderToken;
    const write = (file: object): void =>
      writeFileSync(join(hooks, 'fake-main-1.json'), JSON.stringify({ token: 'hook', ...file }));
    const env = {
      ...{ AGENT_TERMINALS_PTY_ID: 'fake-main-1', AGENT_TERMINALS_FOLDER: api.fixture.folder },
      ...{ AGENT_TERMINALS_SOCKET: gone, AGENT_TERMINALS_TOKEN: driveToken },
    };
    const { socket } = api;
    write({ socket, driveToken });
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
    // Invalid: the token of another session, a malformed address, and a malformed id.
    write({ socket, driveToken: 'another' });
    await assert.rejects(list({ cwd: '/' }, env), { code: 'UNREACHABLE' });
    write({ socket: 'http://example.org', driveToken });
    await assert.rejects(list({ cwd: '/' }, env), { code: 'UNREACHABLE' });
    write({ socket, driveToken });
    const odd = { ...env, AGENT_TERMINALS_PTY_ID: '../hooks/fake-main-1' };
    await assert.rejects(list({ cwd: '/' }, odd), { code: 'UNREACHABLE' });
  });

  it('by an agent’s own address and token, only for its own folder', async () => {
    const env = {
      ...{ AGENT_TERMINALS_PTY_ID: 'fake-main-1', AGENT_TERMINALS_FOLDER: api.fixture.folder },
      ...{ AGENT_TERMINALS_SOCKET: api.socket, AGENT_TERMINALS_TOKEN: api.folderToken },
    };
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
    assert.deepEqual(await list({ window: '.' }, env), NONE);
    await assert.rejects(list({ window: '/' }, env), { code: 'NOT_ALLOWED' });
    const wrong = { ...env, AGENT_TERMINALS_TOKEN: 'wrong' };
    await assert.rejects(list({}, wrong), { code: 'UNAUTHORIZED' });
  });

  it('by the lines of Copy API Connection, from anywhere', async () => {
    const { url, token } = await api.core.api.window.openTcp();
    const env = { AGENT_TERMINALS_URL: url, AGENT_TERMINALS_TOKEN: token };
    assert.deepEqual(await list({ cwd: '/' }, env), NONE);
  });

  it('not if two windows have the folder', async () => {
    const text = readFileSync(filePath(), 'utf8');
    writeFileSync(join(api.windows, 'other.json'), text);
    await assert.rejects(list(), { code: 'SEVERAL_WINDOWS', message: /--window \d+/ });
  });

  const unusable: readonly (readonly [string, Partial<WindowEntry>])[] = [
    ['of a process that has ended', { pid: 4_000_000 }],
    ['whose process id now belongs to another process', { startTime: '1' }],
    ['of another machine', { hostname: 'elsewhere.example' }],
  ];
  for (const [name, change] of unusable) {
    it(`not by a file ${name}`, async () => {
      changeFile(change);
      await assert.rejects(list(), { code: 'NO_WINDOW' });
    });
  }

  it('if its home has a path of 200 characters, too long for a socket', async () => {
    const home = join(api.fixture.home, 'long'.repeat(50));
    await api.fixture.reopen(() => (api.fixture.env['AGENT_TERMINALS_HOME'] = home));
    await api.core.api.window.update();
    assert.deepEqual(await list({}, { AGENT_TERMINALS_HOME: home }), NONE);
    const [name = ''] = readdirSync(join(home, 'windows'));
    const { socket } = JSON.parse(readFileSync(join(home, 'windows', name), 'utf8')) as WindowEntry;
    assert.equal(statSync(dirname(socket)).mode & 0o777, 0o700);
    await api.fixture.reopen();
    assert.ok(!existsSync(dirname(socket)), 'the directory of the socket remains');
  });

  it('if the system does not report its start time', async () => {
    changeFile({ startTime: 'unknown' });
    assert.deepEqual(await list(), NONE);
  });

  it('beside damaged files', async () => {
    writeFileSync(join(api.windows, 'half.json'), '{"pid": 1, "ur');
    writeFileSync(join(api.windows, 'empty.json'), '');
    mkdirSync(join(api.windows, 'directory.json'));
    assert.deepEqual(await list(), NONE);
  });

  it('beside files that another user could have written', async function () {
    const text = readFileSync(filePath(), 'utf8');
    const other = (name: string): string => join(api.windows, `${name}.json`);
    // Each would be a second window with the folder.
    symlinkSync(filePath(), other('link'));
    writeFileSync(other('huge'), text + ' '.repeat(2 * 1024 * 1024));
    execFileSync('mkfifo', [other('fifo')]);
    if (process.getuid?.() === 0) {
      writeFileSync(other('foreign'), text);
      chownSync(other('foreign'), 65534, 65534);
    }
    assert.deepEqual(await list(), NONE);
  });

  it('not in a directory that others can access, or behind a link', async () => {
    chmodSync(api.windows, 0o750);
    await assert.rejects(list(), { code: 'NO_WINDOW', message: /that only you can access/ });
    chmodSync(api.windows, 0o700);
    renameSync(api.windows, `${api.windows}-real`);
    symlinkSync(`${api.windows}-real`, api.windows);
    await assert.rejects(list(), { code: 'NO_WINDOW' });
  });

  describe('and sends no token', () => {
    let heard = '';
    let server: Server;

    beforeEach(() => {
      heard = '';
      server = createServer((peer) => {
        peer.on('error', () => {});
        peer.on('data', (data) => {
          heard += data.toString('latin1');
          peer.write(`HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\n${'0'.repeat(64)}`);
        });
      });
    });

    afterEach(() => server.close());

    const listen = (where: { path: string } | { host: string; port: number }): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(where, () => {
          server.off('error', reject);
          resolve();
        });
      });

    /** Listens at a port that a window has left; if another program was faster, at that of the next one. */
    async function listenAtLeftPort(): Promise<{ readonly url: string; readonly token: string }> {
      for (;;) {
        const left = await api.core.api.window.openTcp();
        await api.fixture.closeWindow();
        const port = Number(new URL(left.url).port);
        const isOurs = await listen({ host: '127.0.0.1', port }).then(
          () => true,
          () => false,
        );
        await api.fixture.reopen();
        if (isOurs) {
          return left;
        }
      }
    }

    const assertSilent = (...tokens: readonly string[]): void =>
      tokens.forEach((token) => assert.ok(token !== '' && !heard.includes(token), heard));

    it('to another process at the socket', async () => {
      const { socket, token, folderToken } = api;
      rmSync(socket);
      await listen({ path: socket });
      await assert.rejects(list(), { code: 'UNAUTHORIZED' });
      assert.match(heard, /^GET \/proof\?/);
      assertSilent(token, folderToken);
    });

    it('to another process at a port that a window has left', async () => {
      const { url, token } = await listenAtLeftPort();
      const env = { AGENT_TERMINALS_URL: url, AGENT_TERMINALS_TOKEN: token };
      await assert.rejects(list({}, env), { code: 'UNAUTHORIZED' });
      assert.match(heard, /^GET \/proof\?/);
      assertSilent(token);
    });

    it('to an address of another machine', async () => {
      for (const url of [
        'http://example.org:80',
        'http://127.0.0.1:80@example.org',
        'https://127.0.0.1:1',
      ]) {
        const env = { AGENT_TERMINALS_URL: url, AGENT_TERMINALS_TOKEN: api.token };
        await assert.rejects(list({}, env), { code: 'BAD_REQUEST' });
      }
    });

    const places: Readonly<Record<string, () => Partial<WindowEntry>>> = {
      'a directory': () => ({ socket: api.windows }),
      'a file': () => ({ socket: filePath() }),
      'an address': () => ({ socket: 'http://example.org/' }),
    };
    for (const [what, change] of Object.entries(places)) {
      it(`to ${what} in the socket’s place`, async () => {
        changeFile(change());
        await assert.rejects(list(), { code: /^(?:NO_WINDOW|UNAUTHORIZED)$/ });
      });
    }
  });

  it('not if the home does not exist', async () => {
    renameSync(api.windows, `${api.windows}-gone`);
    await assert.rejects(list(), { code: 'NO_WINDOW', message: /no window with Agent Terminals/ });
  });

  it('and reports a token that is no longer valid', async () => {
    changeFile({ token: 'wrong' });
    await assert.rejects(list(), { code: 'UNAUTHORIZED' });
  });
});
