import assert from 'node:assert/strict';
import { request } from 'node:http';
import { identifyToken, prove } from '../../../src/endpoint/proof';
import { UnprovenPeerError, verifiedConnection } from '../../../src/endpoint/verifiedConnection';
import { isRunning } from '../../../src/pty/liveAgent';
import { useApi } from '../../support/api/useApi';
import { useSecondUser } from '../../support/security/useSecondUser';

const GUESSES = 400;
const SILENT = 300;

/** What `WrongTokens` answers at once, and after that one in each 200 ms. */
const ANSWERED_AT_ONCE = 20;
const ANSWERED_EVERY_MS = 200;

interface Response {
  readonly status: number;
  readonly text: string;
}

describe('another user of the machine, at the port on 127.0.0.1,', function () {
  this.timeout(60_000);
  const user = useSecondUser();
  const api = useApi('tcp');

  const portOf = (url: string): number => Number(new URL(url).port);

  const list = async (): Promise<number> => (await api.call('GET', '/api/sessions')).status;

  const get = async (path: string): Promise<Response> =>
    (await user.succeed({ way: 'request', url: api.url + path })) as Response;

  it('guesses no token, and does not delay the owner [A5]', async () => {
    const begin = performance.now();
    const guessing = user.succeed({
      way: 'guess',
      url: `${api.url}/api/sessions`,
      count: GUESSES,
    }) as Promise<readonly number[]>;
    let isOver = false;
    void guessing.then(() => (isOver = true));
    const owner = [];
    while (!isOver) {
      owner.push(await list());
    }
    const statuses = await guessing;
    const elapsedMs = performance.now() - begin;
    assert.ok(owner.length > 5);
    assert.deepEqual([...new Set(owner)], [200]);
    assert.deepEqual([...new Set(statuses)].sort(), [401, 429]);
    const answered = statuses.filter((status) => status === 401).length;
    assert.ok(answered <= ANSWERED_AT_ONCE + elapsedMs / ANSWERED_EVERY_MS + 1, `${answered}`);
  });

  it('keeps out nobody by silent connections [A6]', async () => {
    for (let round = 0; round < 3; round++) {
      await user.succeed({ way: 'dialMany', port: portOf(api.url), count: SILENT / 3 });
      assert.equal(await list(), 200);
    }
    assert.ok(isRunning(await api.sh('read -r x')));
  });

  it('obtains no proof for a process of its own [A7]', async () => {
    const { token } = api;
    const port = Number(await user.succeed({ way: 'listen', port: 0, relay: api.url }));
    const sent = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const address = { kind: 'port', port } as const;
        request({
          createConnection: verifiedConnection({ address, token }),
          path: '/api/sessions',
          headers: { authorization: `Bearer ${token}` },
        })
          .on('error', reject)
          .on('response', resolve)
          .end();
      });
    await assert.rejects(sent(), UnprovenPeerError);
    const received = String(await user.succeed({ way: 'received' }));
    assert.ok(!received.includes(token), received);
    // What the client sends to any process: enough to ask the window, which proves only its own address.
    const nonce = /nonce=([0-9a-f]{32})/.exec(received)?.[1] ?? assert.fail(received);
    const id = identifyToken(token);
    assert.ok(received.includes(id));
    for (const address of ['/tmp/planted.sock', `127.0.0.1:${port}`]) {
      const query = new URLSearchParams({ token: id, nonce, address, socket: address }).toString();
      const { text } = await get(`/proof?${query}`);
      assert.equal(text, prove(token, { address: `127.0.0.1:${portOf(api.url)}`, nonce }));
      assert.notEqual(text, prove(token, { address, nonce }));
    }
    for (const other of [identifyToken('guessed'), '', token.slice(0, 32)]) {
      assert.equal((await get(`/proof?token=${other}&nonce=${nonce}`)).status, 401);
    }
    assert.equal((await get(`/proof?token=${id}&nonce=${'x'.repeat(32)}`)).status, 400);
  });
});
