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
      server.handle({ kind: 'call', engine, id: engine, caller: { waiting: 0, journal: 0 }, call });
    }
    await waitFor(() => events.filter((event) => event.startsWith('value')).length === 2, {
      limitMs: 30_000,
      what: () => `two values in ${events.join(', ')}`,
    });
    const [opened, called] = [events.slice(0, 2), events.slice(2, 8)];
    assert.deepEqual(opened, ['engine 1', 'engine 2']);
    assert.deepEqual(called, [...opened, ...opened, ...opened]);
    for (const engine of [1, 2]) {
      assert.equal(events[events.indexOf(`value ${engine}`) - 1], `engine ${engine}`);
    }
  });

  it('announces an engine before it opens and before it closes it', () => {
    const events: string[] = [];
    const server = new EngineServer(
      (options) => {
        events.push('opened');
        const engine = createEngine(options);
        const dispose = engine.dispose.bind(engine);
        engine.dispose = () => {
          events.push('closed');
          dispose();
        };
        return engine;
      },
      () => assert.fail('a reply'),
      (engine) => events.push(`engine ${engine}`),
    );
    server.handle({ kind: 'open', engine: 1, dimensions: { cols: 80, rows: 24 }, scrollback: 100 });
    server.handle({ kind: 'close', engine: 1 });
    assert.deepEqual(events, ['engine 1', 'opened', 'engine 1', 'closed']);
  });
});
