import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { SHAPES } from '../../../scripts/lib/agents/standInAnswer.mjs';
import { DRIVEN_CLIS } from '../../support/agents/drivenCli';
import { useSharedApi } from '../../support/api/useApi';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

/** How many agents are asked, from the last one, which starts fastest. `test/process/driver` asks all in each run. */
const AGENTS = stressSize({ short: 1, long: DRIVEN_CLIS.length });

const STREAM = { accept: 'text/event-stream' };

describe('asking over HTTP', function () {
  this.timeout(120_000);

  before(async () => {
    await buildHookHelper();
  });

  for (const Cli of DRIVEN_CLIS.slice(-AGENTS)) {
    const cli = new Cli();
    describe(`the real ${cli.providerId}`, () => {
      const api = useSharedApi();
      const { call } = api;
      /** All tests ask the same agent; the last one leaves it at work. */
      let id = '';

      before(async () => {
        await cli.setUp(api.fixture);
        ({ id } = await api.create({ provider: cli.providerId, cols: 100, rows: 30 }));
      });
      after(() => cli.tearDown());

      const works = () =>
        waitFor(() => api.core.status.get(id).state.kind === 'working', {
          limitMs: LIMIT_MS,
          what: `${id} to work`,
        });

      it('returns the answer, complete and as it grows', async () => {
        const path = `/api/sessions/${id}/ask`;
        const body = { prompt: 'hello', timeoutMs: LIMIT_MS };
        const { status, json } = await call('POST', path, { body });
        const answer = json as { response: string; ms: number; endedBy: string };
        assert.deepEqual([status, answer.response], [200, 'Stand-in answer to: hello']);
        assert.ok(answer.ms > 0 && answer.endedBy !== '');
        for (const [word, text] of Object.entries(SHAPES)) {
          const streamed = await call('POST', path, {
            body: { ...body, prompt: `as ${word}` },
            headers: STREAM,
          });
          assert.equal(streamed.headers['content-type'], 'text/event-stream; charset=utf-8');
          const last = /event: done\ndata: (.*)\n\n$/.exec(streamed.text)?.[1] ?? '{}';
          assert.equal((JSON.parse(last) as { response: string }).response, text);
        }
      });

      for (const accept of [STREAM.accept, 'application/json']) {
        it(`accepts one ask at a time, and interrupts the agent for a caller of ${accept} that disconnects`, async () => {
          const headers = {
            accept,
            authorization: `Bearer ${api.token}`,
            'content-type': 'application/json',
          };
          const leaving = request({
            ...api.at(`/api/sessions/${id}/ask`),
            method: 'POST',
            headers,
            agent: false,
          });
          leaving.on('error', () => {});
          leaving.end(JSON.stringify({ prompt: '[slow]' }));
          await works();
          for (const another of ['application/json', STREAM.accept]) {
            const busy = await call('POST', `/api/sessions/${id}/ask`, {
              body: { prompt: 'x' },
              headers: { accept: another },
            });
            assert.deepEqual([busy.status, busy.code], [409, 'SESSION_BUSY']);
          }
          leaving.destroy();
          await waitFor(() => api.core.status.get(id).state.kind !== 'working', {
            limitMs: LIMIT_MS,
            what: `${id} to be interrupted`,
          });
          // The session is busy until the interrupt is complete.
          let next = await call('POST', `/api/sessions/${id}/ask`, { body: { prompt: 'again' } });
          await waitFor(
            async () => {
              if (next.code === 'SESSION_BUSY') {
                next = await call('POST', `/api/sessions/${id}/ask`, { body: { prompt: 'again' } });
              }
              return next.code !== 'SESSION_BUSY';
            },
            { limitMs: LIMIT_MS, what: 'the ask of the disconnected caller to end' },
          );
          const answer = (next.json as { response?: string }).response;
          assert.equal(answer, 'Stand-in answer to: again', next.text);
        });
      }

      it('returns the partial answer after the time limit', async () => {
        const { status, json } = await call('POST', `/api/sessions/${id}/ask`, {
          body: { prompt: '[slow]', timeoutMs: 3_000 },
        });
        const { error } = json as { error: { code: string; response: unknown } };
        assert.deepEqual([status, error.code, typeof error.response], [504, 'TIMEOUT', 'string']);
      });
    });
  }
});
