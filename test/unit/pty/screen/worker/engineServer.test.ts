import assert from 'node:assert/strict';
import { createEngine } from '../../../../../src/pty/screen/createEngine';
import { EngineServer } from '../../../../../src/pty/screen/worker/engineServer';
import type { EngineCall } from '../../../../../src/pty/screen/worker/workerMessages';
import { waitFor } from '../../../../support/waitFor';

/** So much that it takes many slots, with rows that are not skipped. */
const OUTPUT = Buffer.from('some text of a row\r\n'.repeat(50_000));

describe('EngineServer', () => {
  it('announces an engine each time before it runs', async () => {
    const events: string[] = [];
    const server = new EngineServer(
      createEngine,
      (reply) => events.push(reply.kind === 'value' ? `value ${reply.id}` : reply.kind),
      (engine) => events.push(`engine ${engine}`),
    );
    for (const engine of [1, 2]) {
      server.handle({ kind: 'open', engine, dimensions: { cols: 80, rows: 24 }, scrollback: 100 });
    }
    for (const engine of [1, 2]) {
      const call: EngineCall = { method: 'parse', args: [OUTPUT] };
      server.handle({ kind: 'call', engine, id: engine, waiting: 0, call });
    }
    await waitFor(() => events.filter((event) => event.startsWith('value')).length === 2, {
      limitMs: 5_000,
      what: () => `two values in ${events.join(', ')}`,
    });
    assert.deepEqual(events.slice(0, 6), [
      ...['engine 1', 'engine 2', 'engine 1', 'engine 2', 'engine 1', 'engine 2'],
    ]);
    for (const engine of [1, 2]) {
      assert.equal(events[events.indexOf(`value ${engine}`) - 1], `engine ${engine}`);
    }
  });
});
