import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { useApi } from '../../support/useApi';
import { waitFor } from '../../support/waitFor';

interface Seen {
  readonly response: IncomingMessage;
  readonly events: { readonly event: string; readonly data: Record<string, unknown> }[];
  rest: string;
  isOver: boolean;
}

describe('the events of the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const { sh, call } = api;
  let opened: Seen[] = [];

  beforeEach(() => {
    opened = [];
  });

  afterEach(() => opened.forEach(({ response }) => response.destroy()));

  function listen(token = api.token): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const sent = request(`${api.url}/api/events`, { headers, agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const seen: Seen = { response, events: [], rest: '', isOver: false };
        opened.push(seen);
        response.setEncoding('utf8');
        response.on('data', (part: string) => take(seen, part));
        response.on('error', () => (seen.isOver = true));
        response.on('close', () => (seen.isOver = true));
        resolve(seen);
      });
      sent.end();
    });
  }

  const until = (seen: Seen, condition: () => unknown, what: string) =>
    waitFor(() => Boolean(condition()), {
      limitMs: 20_000,
      what: () => `${what}; came ${JSON.stringify(seen.events.slice(-5))}`,
    });

  it('tell the sessions first, then what happens, the last line before the exit', async () => {
    const { id } = await sh('read -r x; printf "one\\ntwo"; exit 5');
    const seen = await listen();
    assert.equal(seen.response.headers['content-type'], 'text/event-stream; charset=utf-8');
    await until(seen, () => seen.events.length > 0, 'the state');
    assert.deepEqual(
      seen.events.map(({ event, data }) => [event, data['id']]),
      [['session', id]],
    );
    await call('POST', `/api/sessions/${id}/input`, { body: { data: '\r' } });
    await until(seen, () => seen.events.some(({ event }) => event === 'exit'), 'the exit');
    const told = seen.events.filter(({ event }) => event !== 'session');
    assert.deepEqual(told.slice(-3), [
      { event: 'output', data: { sessionId: id, data: 'one' } },
      { event: 'output', data: { sessionId: id, data: 'two' } },
      { event: 'exit', data: { sessionId: id, exitCode: 5 } },
    ]);
    await call('DELETE', `/api/sessions/${id}`);
    await until(seen, () => seen.events.at(-1)?.event === 'removed', 'the removal');
  });

  it('tell a folder’s token of its own sessions alone', async () => {
    const seen = await listen(api.folderToken);
    await sh('echo secret', { cwd: api.makeDirectory('other') });
    const { id } = await sh('echo mine');
    await until(seen, () => saidIn(seen).includes('mine'), 'its own line');
    assert.ok(!saidIn(seen).includes('secret'));
    const ids = seen.events.map(({ data }) => data['sessionId'] ?? data['id']);
    assert.deepEqual([...new Set(ids)], [id]);
  });

  it('end for one that does not read', async () => {
    const seen = await listen();
    seen.response.pause();
    await sh('yes 0123456789');
    await waitFor(() => !api.core.api.lines.isHeard, {
      limitMs: 20_000,
      what: 'the stream to be dropped',
    });
    seen.response.resume();
    await until(seen, () => seen.isOver, 'the end');
  });

  it('tell of a flood no more than can be read, and how much was left out', async () => {
    const seen = await listen();
    await sh('seq 1000000; echo the end');
    await until(seen, () => saidIn(seen).includes('the end'), 'the last line');
    const lines = saidIn(seen);
    assert.ok(lines.length < 200_000, `${lines.length} lines were told`);
    const gaps = lines.map((line) => Number(/^\[(\d+) lines? left out\]$/.exec(line)?.[1] ?? 0));
    const told = gaps.reduce((sum, gap) => sum + (gap === 0 ? 1 : gap), 0);
    assert.equal(told, 1_000_001);
  });

  it('cost nothing once nobody listens', async () => {
    const seen = await listen();
    await until(seen, () => api.core.api.lines.isHeard, 'it to be listened to');
    seen.response.destroy();
    await until(seen, () => !api.core.api.lines.isHeard, 'nobody to be listening');
  });
});

function take(seen: Seen, part: string): void {
  const blocks = `${seen.rest}${part}`.split('\n\n');
  seen.rest = blocks.pop() ?? '';
  for (const block of blocks) {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    if (event !== '') {
      seen.events.push({ event, data: JSON.parse(data) as Record<string, unknown> });
    }
  }
}

const saidIn = ({ events }: Seen): readonly string[] =>
  events.flatMap(({ data }) => (typeof data['data'] === 'string' ? [data['data']] : []));
