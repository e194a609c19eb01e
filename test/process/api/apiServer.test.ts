import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/http/apiError';
import { ApiServer } from '../../../src/api/apiServer';
import { API_LIMITS } from '../../../src/api/limits';
import { SessionError } from '../../../src/base/errors';
import { callApi } from '../../support/api/apiClient';
import { holdPort } from '../../support/pty/heldPort';

describe('ApiServer', () => {
  let server: ApiServer;
  let faults: unknown[];
  let url = '';

  beforeEach(async () => {
    faults = [];
    const note = (_: string, error?: unknown): unknown => faults.push(error);
    server = new ApiServer(API_LIMITS, { error: note });
    url = `http://127.0.0.1:${await server.start()}`;
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
    server.routes.get('/row', fail);
    const answers = [
      await callApi(`${url}/row`, 'GET'),
      await callApi(`${url}/socket`, 'GET', { headers: UPGRADE }),
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

  it('returns one port for all calls, and rejects calls after its end', async () => {
    const ports = await Promise.all([server.start(), server.start()]);
    assert.deepEqual([...new Set(ports)].length, 1);
    server.dispose();
    await assert.rejects(server.start(), /is closed/);
    await assert.rejects(callApi(`${url}/`, 'GET'), { code: 'ECONNREFUSED' });
  });

  it('listens at its usual port again, and at another one if that is taken', async () => {
    const open = (port: number): ApiServer =>
      new ApiServer(API_LIMITS, { error: () => {} }, () => port);
    const held = await holdPort();
    const usual = held.port;
    const first = open(usual);
    assert.equal(await first.start(), usual);
    const second = open(usual);
    const other = await second.start();
    assert.notEqual(other, usual);
    assert.equal((await callApi(`http://127.0.0.1:${other}/`, 'GET')).status, 404);
    second.dispose();
    first.dispose();
    const next = open(usual);
    assert.equal(await next.start(), usual);
    next.dispose();
    held.release();
  });
});
