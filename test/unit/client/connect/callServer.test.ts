import assert from 'node:assert/strict';
import { ClientError } from '../../../../src/client/clientError';
import { callServer } from '../../../../src/client/connect/callServer';
import { ConnectionError } from '../../../../src/client/connect/connectionError';
import type { BusyCore, Endpoint } from '../../../../src/client/connect/endpoint';
import { createHurriedClock } from '../../../support/hurriedClock';
import { ManualClock } from '../../../support/manualClock';

const MOVED = new ClientError('MOVED', 'It ends.');
const UNSENT = new ConnectionError('UNREACHABLE', 'Nobody is there.', true);
const LOST = new ConnectionError('UNREACHABLE', 'It hung up.', false);
const REFUSED = new ClientError('SESSION_NOT_FOUND', 'There is none.');

type Method = Parameters<typeof callServer>[0]['method'];

describe('callServer', () => {
  let clock: ManualClock;
  /** The servers that were called. */
  let called: string[];
  let searches: BusyCore[];

  beforeEach(() => {
    clock = new ManualClock();
    called = [];
    searches = [];
  });

  /** Calls servers that are found in this order, the last one for ever; those with an error fail. */
  async function call(
    method: Method,
    servers: readonly (readonly [path: string, error?: Error])[],
    durationMs = 0,
  ): Promise<string> {
    let found = 0;
    const findEndpoint = (busyCore: BusyCore): Promise<Endpoint> => {
      searches.push(busyCore);
      const [path = ''] = servers[Math.min(found++, servers.length - 1)] ?? [];
      return Promise.resolve({ address: { kind: 'socket', path }, token: '', folders: [] });
    };
    const search = { clock: createHurriedClock(clock), findEndpoint, method };
    return callServer(search, () => {
      const [path = '', error] = servers[Math.min(found, servers.length) - 1] ?? [];
      called.push(path);
      clock.advance(durationMs);
      return error ? Promise.reject(error) : Promise.resolve(`answer of ${path}`);
    });
  }

  const repeated: readonly (readonly [string, Method, Error])[] = [
    ['it refuses the call because it ends', 'POST', MOVED],
    ['the call cannot be sent', 'POST', UNSENT],
    ['a read gets no answer', 'GET', LOST],
  ];
  for (const [why, method, error] of repeated) {
    it(`calls the next server where ${why}`, async () => {
      assert.equal(await call(method, [['/one', error], ['/two']]), 'answer of /two');
      assert.deepEqual(called, ['/one', '/two']);
    });
  }

  const final: readonly (readonly [string, Method, Error])[] = [
    ['a call with an effect gets no answer', 'POST', LOST],
    ['it refuses the call for another reason', 'GET', REFUSED],
  ];
  for (const [why, method, error] of final) {
    it(`fails where ${why}`, async () => {
      await assert.rejects(call(method, [['/one', error], ['/two']]), error);
      assert.deepEqual(called, ['/one']);
    });
  }

  it('does not repeat a call to a server that cannot be reached and is found again', async () => {
    await assert.rejects(call('GET', [['/one', UNSENT], ['/one']]), UNSENT);
    assert.deepEqual(called, ['/one']);
  });

  it('repeats a call to a server that ends until its file is gone', async () => {
    const servers = [['/one', MOVED], ['/one', MOVED], ['/two']] as const;
    assert.equal(await call('POST', servers), 'answer of /two');
  });

  it('looks beside the core that is in use after that has refused the call, and the reverse', async () => {
    const servers = [['/core', MOVED], ['/window', MOVED], ['/core']] as const;
    assert.equal(await call('GET', servers), 'answer of /core');
    assert.deepEqual(searches, ['first', 'skip', 'first']);
  });

  it('gives up after 30 seconds', async () => {
    const start = clock.monotonic();
    await assert.rejects(call('POST', [['/one', MOVED]]), MOVED);
    assert.equal(clock.monotonic() - start, 30_000);
  });

  it('searches again after each server that worked for long', async () => {
    const servers = Array.from({ length: 9 }, (_, at) => [`/${at}`, MOVED] as const);
    assert.equal(await call('GET', [...servers, ['/last']], 3_600_000), 'answer of /last');
  });
});
