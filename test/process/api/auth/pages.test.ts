import assert from 'node:assert/strict';
import { API_ROWS, API_SOCKETS } from '../../../support/api/apiRows';
import { useApi } from '../../../support/api/useApi';

type Headers = Readonly<Record<string, string>>;

/** What a browser sends for a page, also for one of this machine. */
const PAGES: Readonly<Record<string, Headers>> = {
  'a page’s origin': { origin: 'https://evil.example' },
  'a page of this machine': { origin: 'http://127.0.0.1:1234' },
  'a page that hides its origin': { origin: 'null' },
  'an image of a page, which has no origin': { 'sec-fetch-site': 'cross-site' },
  'an image of a page of this machine': { 'sec-fetch-site': 'same-site' },
};

/** The names under which a page can reach a port of this machine. */
const hostsOf = (url: string): Readonly<Record<string, Headers>> => ({
  'another host name': { host: `evil.example:${new URL(url).port}` },
  'a host name that begins with this address': {
    host: `127.0.0.1.evil.example:${new URL(url).port}`,
  },
  'another port': { host: '127.0.0.1:1' },
});

for (const transport of ['socket', 'tcp'] as const) {
  describe(`the API over ${transport}`, function () {
    this.timeout(60_000);
    const api = useApi(transport);
    const { call, open } = api;

    const assertRefused = async (headers: Headers): Promise<void> => {
      for (const [method, path, body] of API_ROWS) {
        const { status, code } = await call(method, path, { headers, body });
        assert.deepEqual([path, status, code], [path, 403, 'FORBIDDEN_ORIGIN']);
      }
      for (const path of API_SOCKETS) {
        const seen = open(path, { headers });
        await seen.until(({ refused }) => refused, `${path} to be refused`);
        assert.deepEqual(seen.refused, { status: 403, code: 'FORBIDDEN_ORIGIN' });
      }
    };

    for (const [what, headers] of Object.entries(PAGES)) {
      it(`refuses web pages, also with a valid token: ${what} [S15]`, () => assertRefused(headers));
    }

    if (transport === 'tcp') {
      it('refuses other host names, under which a page can reach it', async () => {
        for (const headers of Object.values(hostsOf(api.url))) {
          await assertRefused(headers);
        }
      });
    }

    it('refuses preflight requests of web pages, without CORS headers', async () => {
      const { headers, status } = await call('OPTIONS', '/api/sessions', {
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      });
      assert.equal(status, 403);
      assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control')));
    });
  });
}
