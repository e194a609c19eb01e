import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { z } from 'zod';
import { nullLogger } from '../../../src/base/logger';
import { FOREIGN_TEXT } from '../../../src/operations/views/foreignText';
import * as library from '../../../src/mcp/mcpLibrary';
import { createMcpServer, ERROR_META } from '../../../src/mcp/mcpServer';
import { RunningCalls } from '../../../src/mcp/runningCalls';
import type { Tool, ToolFacts } from '../../../src/mcp/tool';
import { ManualClock } from '../../support/manualClock';

const FACTS = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  input: z.strictObject({ words: z.string() }),
  output: z.object({ words: z.string() }),
  effect: 'reads',
  right: undefined,
} as const satisfies ToolFacts;

const tool = (run: Tool['run']): Tool => ({ facts: FACTS, run });

const echo = tool(({ input }) => {
  const { words } = FACTS.input.parse(input);
  return Promise.resolve({ text: words, data: { words } });
});

describe('the MCP server', () => {
  it('lists tools with schemas, and returns text and structured content', async () => {
    const { client } = await connect(echo);
    const { tools } = await client.listTools();
    const [{ inputSchema, annotations, title } = assert.fail()] = tools;
    const { properties, required, additionalProperties } = inputSchema;
    assert.deepEqual(
      { title, annotations, properties, required, additionalProperties },
      {
        title: 'Echo',
        annotations: { title: 'Echo', readOnlyHint: true },
        properties: { words: { type: 'string' } },
        required: ['words'],
        additionalProperties: false,
      },
    );
    const result = await client.callTool({ name: 'echo', arguments: { words: 'again' } });
    assert.deepEqual(result, {
      content: [{ type: 'text', text: 'again' }],
      structuredContent: { words: 'again' },
    });
  });

  it('returns an unexpected error without its message, and logs it with the message', async () => {
    const fault = new Error('the secret is 7');
    const { client, logged } = await connect(tool(() => Promise.reject(fault)));
    const result = await client.callTool({ name: 'echo', arguments: { words: '' } });
    const message = 'The window failed to handle the request: see its log.';
    assert.deepEqual(result, {
      isError: true,
      content: [{ type: 'text', text: `${FOREIGN_TEXT.failure}\nINTERNAL: ${message}` }],
      _meta: { [ERROR_META]: { code: 'INTERNAL', message } },
    });
    assert.deepEqual(logged, [fault]);
  });

  it('sends progress every ten seconds to callers with a progress token', async () => {
    let finish = (): void => {};
    const slow = tool(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return { text: '', data: { words: '' } };
    });
    const { client, clock } = await connect(slow);
    const beats: number[] = [];
    const notified = new Promise<void>((resolve) => {
      const onprogress = ({ progress }: { progress: number }): void => {
        beats.push(progress);
        if (beats.length === 2) {
          finish();
        }
      };
      const params = { name: 'echo', arguments: { words: '' } };
      void client.callTool(params, undefined, { onprogress }).then(() => resolve());
    });
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10_000);
    clock.advance(10_000);
    await notified;
    assert.deepEqual(beats, [1, 2]);
    assert.equal(clock.pendingTimers, 0);
  });
});

async function connect(one: Tool) {
  const clock = new ManualClock();
  const logged: unknown[] = [];
  const logger = { ...nullLogger, error: (_: string, error?: unknown) => void logged.push(error) };
  const deps = { tools: [one], calls: new RunningCalls(), clock, logger, version: '1.2.3' };
  const access = { folder: 'all', by: 'person' } as const;
  const { signal } = new AbortController();
  const server = createMcpServer(library, deps, { access, signal, id: 'test' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return { client, clock, logged };
}
