import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EVIL, SANDBOXED, useHostilePage, type Loot } from '../../support/security/useHostilePage';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;

/** Node reports no response to these: the page and the count of admitted callers show their failure. */
const UPGRADES = /WebSocket/;

/** Emitted by Node for each response of a server in this process. */
const RESPONSES = 'http.server.response.finish';

interface Finished {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

describe('a hostile page in a real browser', function () {
  this.timeout(60_000);
  const page = useHostilePage();
  const api = useApi('tcp');
  /** The statuses of the responses from the API's port, by the way in which the page had tried. */
  let answered: Map<string, number>;
  let admitted = 0;
  let hooks = 0;

  const note = (message: unknown): void => {
    const { request, response } = message as Finished;
    if (`${request.socket.localPort}` === new URL(api.url).port) {
      const way = new URL(request.url ?? '', api.url).searchParams.get('way') ?? request.url ?? '';
      answered.set(way, response.statusCode);
    }
  };

  beforeEach(() => {
    answered = new Map();
    admitted = 0;
    hooks = 0;
    subscribe(RESPONSES, note);
    const { connections } = api.core.api;
    const begin = connections.begin.bind(connections);
    connections.begin = (credentials) => {
      const connection = begin(credentials);
      admitted++;
      return connection;
    };
    api.core.onDidReceiveHook(() => hooks++);
  });

  afterEach(() => unsubscribe(RESPONSES, note));

  const attack = (origin = api.url) => ({
    origin,
    token: api.token,
    body: JSON.stringify({ cwd: api.fixture.folder, exec: '/bin/sh', args: ['-c', 'read -r x'] }),
  });

  /** Nothing may reach a route, and the page may read nothing but the refusal. */
  async function assertNothing(loot: Loot, stopped: readonly string[] = []): Promise<void> {
    const got = Object.entries(loot).filter(
      ([, result]) => !/^(failed|opaque|.*FORBIDDEN_ORIGIN.*)$/s.test(result),
    );
    assert.deepEqual(got, []);
    // Else the browser would have stopped the attack by itself.
    const ways = Object.keys(loot).filter((way) => !UPGRADES.test(way) && !stopped.includes(way));
    await waitFor(() => ways.every((way) => answered.has(way)), {
      limitMs: LIMIT_MS,
      what: () => `${ways.join()} to arrive; there arrived ${[...answered.keys()].join()}`,
    });
    const accepted = [...answered].filter(([, status]) => status !== 403);
    assert.deepEqual(accepted, []);
    assert.deepEqual([admitted, hooks, api.core.sessions.list().length], [0, 0, 0]);
  }

  for (const host of ['127.0.0.1', 'localhost']) {
    it(`reaches nothing from another port of ${host} [A11]`, async () => {
      await assertNothing(await page.attackFrom(page.at(host), attack()));
    });
  }

  it('reaches nothing from another site [A11]', async () => {
    await assertNothing(await page.attackFrom(page.at(EVIL), attack()), ['service worker']);
  });

  it('reaches nothing if it hides its origin [A12]', async () => {
    const url = page.at(EVIL) + SANDBOXED;
    await assertNothing(await page.attackFrom(url, attack()), ['service worker']);
  });

  it('reaches nothing if its name leads to this machine and its port is that of the API [A13]', async () => {
    const origin = api.url.replace('127.0.0.1', EVIL);
    const loot = await page.attackRebound(origin, attack(origin));
    await assertNothing(loot, ['service worker']);
    assert.match(loot['fetch of a start'] ?? '', /Host header/);
  });
});
