import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { ApiError } from '../../../src/operations/apiError';
import { ApiServer } from '../../../src/api/apiServer';
import { API_LIMITS } from '../../../src/api/limits';
import { removeStaleSockets } from '../../../src/api/serverSocket';
import { SessionError } from '../../../src/base/errors';
import { callApi } from '../../support/api/apiClient';
import { atSocket, atUrl, useSocketDirectory } from '../../support/api/socketAddress';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;

/** Longer than any test, in milliseconds. */
const TEST_MS = 600_000;

describe('ApiServer', () => {
  const sockets = useSocketDirectory();
  let server: ApiServer;
  let faults: unknown[];
  let directory = '';
  let socket = '';

  const create = (at = directory): ApiServer =>
    new ApiServer({
      // Only the number of pending connections limits silent ones: their time limits are longer than a test.
      limits: { ...API_LIMITS, pending: 4, headersMs: TEST_MS, requestMs: TEST_MS },
      logger: { error: (_, error) => faults.push(error) },
      directory: at,
    });

  beforeEach(async () => {
    faults = [];
    directory = join(sockets.path, 'own');
    server = create();
    socket = await server.start();
  });

  afterEach(() => server.dispose());

  const UPGRADE = { connection: 'upgrade', upgrade: 'websocket' };

  /** The responses of a route and of a WebSocket that throw. */
  async function responsesTo(thrown: Error): Promise<readonly unknown[]> {
    const fail = (): never => {
      throw thrown;
    };
    server.upgrade = fail;
    // Routes are added before the first request.
    server.addRoutes((routes) => routes.get('/row', fail));
    const answers = [
      await callApi(atSocket(socket, '/row'), 'GET'),
      await callApi(atSocket(socket, '/socket'), 'GET', { headers: UPGRADE }),
    ];
    return answers.map(({ status, json }) => [status, json]);
  }

  it('returns an unexpected error without its message, and logs the message', async () => {
    const thrown = new Error('the secret of the inside');
    const message = 'The window failed to handle the request: see its log.';
    const expected = [500, { error: { code: 'INTERNAL', message } }];
    assert.deepEqual(await responsesTo(thrown), [expected, expected]);
    assert.deepEqual(faults, [thrown, thrown]);
  });

  for (const thrown of [
    new ApiError('NOT_FOUND', 'It is not here.'),
    new SessionError('SESSION_NOT_FOUND', 'It is not here.'),
  ]) {
    it(`returns ${thrown.name}, and logs nothing`, async () => {
      const { code, message } = thrown;
      const expected = [404, { error: { code, message } }];
      assert.deepEqual(await responsesTo(thrown), [expected, expected]);
      assert.deepEqual(faults, []);
    });
  }

  it('adds its routes with the first request, and again with the next one if that failed', async () => {
    const thrown = new Error('no memory');
    let additions = 0;
    server.addRoutes((routes) => {
      additions++;
      if (additions === 1) {
        throw thrown;
      }
      routes.get('/row', (context) => context.text('here'));
    });
    assert.equal(additions, 0);
    const row = atSocket(socket, '/row');
    assert.equal((await callApi(row, 'GET')).status, 500);
    assert.deepEqual(faults, [thrown]);
    assert.equal((await callApi(row, 'GET')).text, 'here');
    await callApi(row, 'GET');
    assert.equal(additions, 2);
    assert.throws(() => server.addRoutes(() => {}), /before the first request/);
  });

  it('opens no port that is closed while it opens, and another one later', async () => {
    const opening = server.openPort();
    server.closePort();
    const again = server.openPort();
    await assert.rejects(opening, /closed/);
    const port = await again;
    assert.equal(server.port, port);
    const at = atUrl(`http://127.0.0.1:${port}`, '/');
    assert.equal((await callApi(at, 'GET')).status, 404);
  });

  it('returns one socket for all calls, and removes it at its end', async () => {
    const paths = await Promise.all([server.start(), server.start()]);
    assert.deepEqual([...new Set(paths)], [socket]);
    assert.equal(dirname(socket), directory);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    server.dispose();
    assert.deepEqual(readdirSync(directory), []);
    await assert.rejects(callApi(atSocket(socket, '/'), 'GET'), { code: 'ENOENT' });
    const closed = create();
    closed.dispose();
    await assert.rejects(closed.start(), /closed/);
  });

  it('listens on 127.0.0.1 only from the request for a port to its end', async () => {
    assert.equal(server.port, undefined);
    const port = await server.openPort();
    assert.equal(await server.openPort(), port);
    const at = atUrl(`http://127.0.0.1:${port}`, '/');
    assert.equal((await callApi(at, 'GET')).status, 404);
    server.closePort();
    assert.equal(server.port, undefined);
    await assert.rejects(callApi(at, 'GET'), { code: 'ECONNREFUSED' });
    assert.equal((await callApi(atSocket(socket, '/'), 'GET')).status, 404);
  });

  describe('listens in a private directory among the temporary files', () => {
    const places: Readonly<Record<string, () => string>> = {
      'if its directory has a path of 200 characters': () => join(sockets.path, 'long'.repeat(50)),
      'if a file is in the place of its directory': () => {
        writeFileSync(join(sockets.path, 'file'), '');
        return join(sockets.path, 'file');
      },
      'if its directory is a link': () => {
        mkdirSync(join(sockets.path, 'elsewhere'));
        symlinkSync(join(sockets.path, 'elsewhere'), join(sockets.path, 'link'));
        return join(sockets.path, 'link');
      },
    };
    for (const [what, place] of Object.entries(places)) {
      it(what, async () => {
        const other = create(place());
        const path = await other.start();
        try {
          assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
          assert.ok(!path.startsWith(sockets.path), path);
          assert.equal((await callApi(atSocket(path, '/'), 'GET')).status, 404);
        } finally {
          other.dispose();
        }
        assert.ok(!existsSync(dirname(path)), `${dirname(path)} remains`);
      });
    }
  });

  it('serves others while a caller keeps many refused and silent connections open [S4]', async () => {
    let open = 0;
    const dial = async (text: string) => {
      const one = connect({ path: socket, allowHalfOpen: true });
      open++;
      // The end, or an error, comes once from the server.
      let hasEnded = false;
      const end = (): void => {
        open -= hasEnded ? 0 : 1;
        hasEnded = true;
      };
      one.on('error', end).on('end', end).on('close', end);
      one.resume();
      await once(one, 'connect');
      one.write(text);
      return one;
    };
    const kinds = [
      'GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'GET /x HTTP/1.1\r\nHost: x\r\n\r\n',
      '',
    ];
    const held = [];
    for (let index = 0; index < 2 * API_LIMITS.connections; index++) {
      held.push(await dial(kinds[index % kinds.length] ?? ''));
      if (index % 50 === 0) {
        assert.equal((await callApi(atSocket(socket, '/'), 'GET')).status, 404);
      }
    }
    await waitFor(() => open <= 4, { limitMs: LIMIT_MS, what: 'all but the newest to be cut' });
    assert.equal((await callApi(atSocket(socket, '/'), 'GET')).status, 404);
    held.forEach((one) => one.destroy());
  });

  it('removes sockets of crashed windows only', async () => {
    const machine = /([0-9a-f]{8})-\d+-/.exec(socket)?.[1] ?? '';
    const listening = createServer().listen(join(directory, `${machine}-${process.ppid}-ab.sock`));
    await once(listening, 'listening');
    writeFileSync(join(directory, `${machine}-${2 ** 30}-ab.sock`), '');
    writeFileSync(join(directory, `00000000-${2 ** 30}-ab.sock`), '');
    await removeStaleSockets(directory);
    assert.deepEqual(readdirSync(directory).length, 3);
    assert.ok(!existsSync(join(directory, `${machine}-${2 ** 30}-ab.sock`)));
    listening.close();
  });
});
