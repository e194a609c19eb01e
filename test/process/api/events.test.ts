import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

interface Seen {
  readonly response: IncomingMessage;
  readonly events: { readonly event: string; readonly data: Record<string, unknown> }[];
  /** The output lines of the events. */
  readonly lines: string[];
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
      const sent = request({ ...api.at('/api/events'), headers, agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const seen: Seen = { response, events: [], lines: [], rest: '', isOver: false };
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

  it('begin with the sessions, and have the last line before the exit', async () => {
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
    const received = seen.events.filter(({ event }) => event !== 'session');
    assert.deepEqual(received.slice(-3), [
      { event: 'output', data: { sessionId: id, data: 'one' } },
      { event: 'output', data: { sessionId: id, data: 'two' } },
      { event: 'exit', data: { sessionId: id, exitCode: 5 } },
    ]);
    await call('DELETE', `/api/sessions/${id}`);
    await until(seen, () => seen.events.at(-1)?.event === 'removed', 'the removal');
  });

  it('contain only the folder’s sessions for a folder’s token [A39]', async () => {
    const seen = await listen(api.folderToken);
    await sh('echo secret', { cwd: api.makeDirectory('other') });
    const { id } = await sh('echo mine');
    await until(seen, () => seen.lines.includes('mine'), 'its own line');
    assert.ok(!seen.lines.includes('secret'));
    const ids = seen.events.map(({ data }) => data['sessionId'] ?? data['id']);
    assert.deepEqual([...new Set(ids)], [id]);
  });

  it('end for a caller that does not read', async () => {
    const readOutputs = api.countReadOutputs();
    await sh('yes 0123456789');
    const seen = await listen();
    seen.response.pause();
    assert.equal(readOutputs(), 1);
    await waitFor(() => readOutputs() === 0, {
      limitMs: 20_000,
      what: 'the stream to be closed',
    });
    seen.response.resume();
    await until(seen, () => seen.isOver, 'the end');
  });

  it('contain a flood, with the number of lines that are omitted', async () => {
    // Fewer bytes than may wait for a reader, which can be slow on a busy machine.
    const count = 8_000;
    const seen = await listen();
    await sh(`seq ${count}; echo the end`);
    // The flood may take any time; an open stream reports each line that it omits.
    while (seen.lines.at(-1) !== 'the end') {
      const { length } = seen.lines;
      await until(seen, () => seen.lines.length > length || seen.isOver, 'more of the flood');
      assert.ok(!seen.isOver, 'the stream ended before the flood');
    }
    assert.equal(readFlood(seen.lines), count + 1);
  });

  it('require no output to be read without a listener', async () => {
    const readOutputs = api.countReadOutputs();
    await sh('read -r x');
    const seen = await listen();
    await until(seen, () => readOutputs() === 1, 'its output to be read');
    seen.response.destroy();
    await until(seen, () => readOutputs() === 0, 'nothing to be read');
  });
});

function take(seen: Seen, part: string): void {
  const blocks = `${seen.rest}${part}`.split('\n\n');
  seen.rest = blocks.pop() ?? '';
  for (const block of blocks) {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    if (event !== '') {
      const received = { event, data: JSON.parse(data) as Record<string, unknown> };
      seen.events.push(received);
      seen.lines.push(
        ...(typeof received.data['data'] === 'string' ? [received.data['data']] : []),
      );
    }
  }
}

/** Counts the lines and the omitted lines; checks that each line has the number of its position. */
function readFlood(lines: readonly string[]): number {
  let count = 0;
  for (const line of lines) {
    const gap = /^\[(\d+) lines? left out\]$/.exec(line)?.[1];
    count += gap === undefined ? 1 : Number(gap);
    assert.ok(gap !== undefined || line === `${count}` || line === 'the end', `${count}: ${line}`);
  }
  return count;
}
