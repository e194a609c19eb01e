import assert from 'node:assert/strict';
import { McpBridge } from '../../../src/cli/mcpBridge';
import { ClientError } from '../../../src/client/clientError';
import type { McpOptions } from '../../../src/client/clientOptions';

type Answer = (message: unknown, options: McpOptions) => AsyncGenerator<unknown, void>;

describe('McpBridge', () => {
  it('forwards messages with one caller id, and returns the answers', async () => {
    const passed: unknown[] = [];
    const callers = new Set<string>();
    const { answers, take } = bridge(async function* (message, { caller }) {
      passed.push(message);
      callers.add(caller);
      yield { echoed: message };
      await Promise.resolve();
    });
    await take('{"id":1}');
    await take('  ');
    await take('{"id":2}');
    assert.deepEqual([passed, callers.size], [[{ id: 1 }, { id: 2 }], 1]);
    assert.deepEqual(answers, [{ echoed: { id: 1 } }, { echoed: { id: 2 } }]);
  });

  it('answers requests that reach no window, and lines that are not JSON', async () => {
    const { answers, take } = bridge(async function* () {
      await Promise.resolve();
      yield* [];
      throw new ClientError('NO_WINDOW', 'There is none.');
    });
    await take('{"jsonrpc":"2.0","id":"a","method":"tools/list"}');
    await take('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    await take('{');
    assert.deepEqual(answers, [
      { jsonrpc: '2.0', id: 'a', error: { code: -32000, message: 'NO_WINDOW: There is none.' } },
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not JSON.' } },
    ]);
  });

  it('cancels running calls silently once its client has disconnected', async () => {
    const { answers, take, subject } = bridge(async function* (_, { signal }) {
      await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
      yield* [];
    });
    const passing = take('{"id":1,"method":"tools/call"}');
    subject.dispose();
    await passing;
    assert.deepEqual(answers, []);
  });
});

function bridge(mcp: Answer) {
  const answers: unknown[] = [];
  const subject = new McpBridge({ mcp }, (message) => answers.push(message));
  return { answers, subject, take: (line: string) => subject.take(line) };
}
