import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ApiServer } from '../../../src/api/apiServer';
import { API_LIMITS } from '../../../src/api/limits';
import { removeStaleSockets } from '../../../src/api/serverSocket';
import { nullLogger } from '../../../src/base/logger';
import { UnprovenPeerError, verifiedConnection } from '../../../src/endpoint/verifiedConnection';
import { getTmuxSessionName, tmuxSocket } from '../../../src/pty/tmux/tmuxLine';
import { callApi } from '../../support/api/apiClient';
import { atSocket } from '../../support/api/socketAddress';
import { useTmux } from '../../support/pty/useTmux';
import { useSecondUser } from '../../support/security/useSecondUser';

const TOKEN = 'x'.repeat(43);

/** The id of a process that does not exist. */
const ENDED = 2 ** 30;

/** The first part of the name of a directory for the socket of a window; another user can compute it. */
const prefixOf = (pid: number): string =>
  `agent-terminals-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-${pid}-`;

describe('a socket among the temporary files', function () {
  this.timeout(20_000);
  const user = useSecondUser();
  const variables = ['TMPDIR', 'XDG_RUNTIME_DIR'] as const;
  let before: readonly (string | undefined)[] = [];
  let root = '';
  let temporary = '';
  let server: ApiServer;
  let directory = '';

  beforeEach(() => {
    before = variables.map((name) => process.env[name]);
    root = mkdtempSync(join(tmpdir(), 'at-'));
    temporary = join(root, 't');
    chmodSync(root, 0o755);
    mkdirSync(temporary);
    chmodSync(temporary, 0o1777);
    process.env['TMPDIR'] = temporary;
    delete process.env['XDG_RUNTIME_DIR'];
    // A socket in it would have too long a path.
    directory = join(root, 'long'.repeat(50));
    server = new ApiServer({ limits: API_LIMITS, logger: nullLogger, directory });
  });

  afterEach(() => {
    server.dispose();
    variables.forEach((name, index) => {
      const value = before[index];
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    });
    rmSync(root, { recursive: true });
  });

  const isServed = async (path: string): Promise<boolean> =>
    (await callApi(atSocket(path, '/'), 'GET')).status === 404;

  it('is not in a directory that another user has planted, nor open to that user [A4]', async () => {
    const planted = join(temporary, `${prefixOf(process.pid)}aaaaaa`);
    await user.succeed({ way: 'makeDirectory', path: planted });
    await user.succeed({ way: 'listen', path: join(planted, 's.sock') });
    const path = await server.start();
    assert.equal(dirname(dirname(path)), temporary);
    assert.notEqual(dirname(path), planted);
    const { uid, mode } = statSync(dirname(path));
    assert.deepEqual([uid, mode & 0o777], [process.getuid?.(), 0o700]);
    const parent = dirname(path);
    await user.assertDenied([
      { way: 'connect', path },
      { way: 'list', path: parent },
      { way: 'put', path: join(parent, 'planted') },
      { way: 'remove', path },
      { way: 'remove', path: parent },
      { way: 'move', path: parent, to: `${parent}.moved` },
    ]);
    assert.ok(await isServed(path));
    assert.equal(await user.succeed({ way: 'received' }), '');
  });

  it('is not removed in place of what another user has planted, and no file of the person is [A4]', async () => {
    const own = join(root, 'own');
    mkdirSync(own);
    const files = ['s.sock', 'other'].map((name) => join(own, name));
    files.forEach((file) => writeFileSync(file, 'mine'));
    const link = join(temporary, `${prefixOf(ENDED)}abcdef`);
    await user.succeed({ way: 'link', path: link, to: own });
    const inside = join(temporary, `${prefixOf(ENDED)}fedcba`);
    await user.succeed({ way: 'makeDirectory', path: inside });
    await user.succeed({ way: 'link', path: join(inside, 's.sock'), to: files[1] });
    const socket = join(temporary, `${basename(link).slice('agent-terminals-'.length)}.sock`);
    await user.succeed({ way: 'link', path: socket, to: files[1] });
    const left = join(temporary, `${prefixOf(ENDED)}012345`);
    mkdirSync(left);
    const path = await server.start();
    await removeStaleSockets(directory);
    assert.ok(!existsSync(left), 'the search for left sockets did not run');
    assert.deepEqual(files.map(existsSync), [true, true]);
    assert.ok(await isServed(path));
  });

  it('receives nothing once another user has taken its place [A4]', async () => {
    // As on a system whose directory for temporary files lets everyone move what others created.
    chmodSync(temporary, 0o777);
    const path = await server.start();
    const parent = dirname(path);
    await user.succeed({ way: 'move', path: parent, to: `${parent}.moved` });
    await user.succeed({ way: 'makeDirectory', path: parent, mode: 0o700 });
    await user.succeed({ way: 'listen', path });
    await user.succeed({ way: 'allow', path });
    const address = { kind: 'socket', path } as const;
    const sent = new Promise((resolve, reject) => {
      const createConnection = verifiedConnection({ address, token: TOKEN });
      request({ createConnection, path: '/' }).on('error', reject).on('response', resolve).end();
    });
    await assert.rejects(sent, UnprovenPeerError);
    assert.equal(await user.succeed({ way: 'received' }), '');
  });
});

describe('a session in tmux', function () {
  this.timeout(20_000);
  const user = useSecondUser();
  const tmux = useTmux();

  it('sends nothing to a server that another user has planted in the place of its own [A4]', async () => {
    chmodSync(tmux.home, 0o1777);
    const planted = join(tmux.home, `tmux-${process.getuid?.()}`);
    const path = join(planted, tmuxSocket(tmux.server, getTmuxSessionName('x-main-a')));
    await user.succeed({ way: 'makeDirectory', path: planted, mode: 0o700 });
    await user.succeed({ way: 'listen', path });
    await user.succeed({ way: 'allow', path });
    const window = tmux.openWindow();
    await tmux.sh(window, 'x-main-a', 'read -r x');
    await tmux.ends(window, 'x-main-a');
    await tmux.shows(window, 'x-main-a', 'unsafe permissions');
    assert.equal(await user.succeed({ way: 'received' }), '');
  });
});
