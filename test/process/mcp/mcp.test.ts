import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { buildHookHelper } from '../../../scripts/lib/hookHelperBundle.mjs';
import type { SessionView } from '../../../src/api/sessionView';
import { ERROR_META } from '../../../src/mcp/mcpServer';
import { callApi } from '../../support/apiClient';
import { DrivenClaude } from '../../support/drivenCli';
import { useApi } from '../../support/useApi';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

const NAMES = [
  'list_agents',
  'start_agent',
  'stop_agent',
  'ask_agent',
  'send_prompt',
  'wait_for_agent',
  'read_screen',
];

describe('MCP', function () {
  this.timeout(120_000);
  const api = useApi();
  let clients: Client[] = [];

  before(() => buildHookHelper());

  beforeEach(() => {
    clients = [];
  });

  afterEach(() => Promise.all(clients.map((client) => client.close())));

  /** The official client, over HTTP. */
  async function connectOverHttp(token = api.token): Promise<Client> {
    const headers = { authorization: `Bearer ${token}` };
    const url = new URL(`${api.url}/mcp`);
    return connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  }

  /** The same over the command line. */
  function connectOverStdio(): Promise<Client> {
    const { home, folder: cwd } = api.fixture;
    const main = resolve('src', 'cli', 'main.ts');
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const args = ['--import', tsx, main, 'mcp'];
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    return connect(new StdioClientTransport({ command: process.execPath, args, env, cwd }));
  }

  async function connect(transport: Parameters<Client['connect']>[0]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    await client.connect(transport);
    return client;
  }

  for (const [way, open] of [
    ['HTTP', connectOverHttp],
    ['the command line', connectOverStdio],
  ] as const) {
    it(`starts, prompts, watches and ends agents over ${way}`, async () => {
      const client = await open();
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        NAMES,
      );
      const started = await call(client, 'start_agent', { provider: 'fake', label: 'Helper' });
      const { id, label } = dataOf<SessionView>(started);
      assert.deepEqual(
        [label, textOf(started).startsWith(`Started ${id} (fake "Helper"`)],
        ['Helper', true],
      );
      const listed = await call(client, 'list_agents');
      assert.deepEqual(
        dataOf<{ sessions: SessionView[] }>(listed).sessions.map((one) => one.id),
        [id],
      );
      assert.match(textOf(listed), new RegExp(`^${id} .*\nCan be started: .*fake`));
      await api.shows(id, 'args:');
      await call(client, 'send_prompt', { session: id, prompt: 'good morning' });
      await api.shows(id, 'heard: good morning');
      const screen = await call(client, 'read_screen', { session: id });
      assert.match(textOf(screen), /heard: good morning/);
      const waiting = call(client, 'wait_for_agent', { session: id, for: ['exit'] });
      await call(client, 'send_prompt', { session: id, prompt: 'exit 3' });
      assert.equal(dataOf<SessionView>(await waiting).agentExitCode, 3);
      await call(client, 'stop_agent', { session: id });
      assert.deepEqual(api.core.sessions.list(), []);
    });
  }

  it('tells failures by their codes', async () => {
    const client = await connectOverHttp();
    for (const [name, input, code] of [
      ['read_screen', { session: 'fake-main-none' }, 'SESSION_NOT_FOUND'],
      ['ask_agent', { session: 'fake-main-none', prompt: 'x' }, 'SESSION_NOT_FOUND'],
      ['ask_agent', { session: 'fake-main-none' }, 'BAD_REQUEST'],
      ['ask_agent', { session: 7, prompt: 'x' }, 'BAD_REQUEST'],
      ['list_agents', { more: true }, 'BAD_REQUEST'],
      ['start_agent', {}, 'BAD_REQUEST'],
      ['start_agent', { provider: 'nobody' }, 'PROVIDER_NOT_FOUND'],
      ['start_agent', { provider: 'fake', cwd: '/not/there' }, 'CWD_NOT_FOUND'],
      ['wait_for_agent', { session: 'x', for: ['dinner'] }, 'BAD_REQUEST'],
    ] as const) {
      const result = await client.callTool({ name, arguments: input });
      assert.deepEqual(
        [name, result.isError, codeOf(result as CallToolResult)],
        [name, true, code],
      );
      assert.ok(textOf(result as CallToolResult).startsWith(`${code}: `));
    }
    await assert.rejects(client.callTool({ name: 'sing' }), /There is no tool sing/);
  });

  it('lets in who has a token, programs alone, and nobody with the token in the address', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const refusals = [
      [await callApi(`${api.url}/mcp`, 'POST', { body, headers: { accept } }), 'UNAUTHORIZED'],
      [
        await callApi(`${api.url}/mcp`, 'POST', { body, token: 'x', headers: { accept } }),
        'UNAUTHORIZED',
      ],
      [
        await callApi(`${api.url}/mcp?token=${api.token}`, 'POST', { body, headers: { accept } }),
        'UNAUTHORIZED',
      ],
      [
        await api.call('POST', '/mcp', {
          body,
          headers: { accept, origin: 'https://example.com' },
        }),
        'FORBIDDEN_ORIGIN',
      ],
      [
        await api.call('POST', '/mcp', { body, headers: { accept, host: 'example.com' } }),
        'FORBIDDEN_ORIGIN',
      ],
      [await api.call('POST', '/mcp', { raw: 'not JSON', headers: { accept } }), 'BAD_REQUEST'],
      [
        await api.call('POST', '/mcp', { raw: `"${'x'.repeat(2 ** 20)}"`, headers: { accept } }),
        'PAYLOAD_TOO_LARGE',
      ],
    ] as const;
    assert.deepEqual(
      refusals.map(([{ code }]) => code),
      refusals.map(([, code]) => code),
    );
    assert.equal((await api.call('GET', '/mcp')).status, 405);
    api.fixture.set({ 'api.enabled': false });
    assert.equal((await api.call('POST', '/mcp', { body, headers: { accept } })).code, 'NOT_FOUND');
  });

  it('keeps a folder’s caller to its folder, and an agent out until agents may drive', async () => {
    const other = await api.create({ cwd: api.makeDirectory('other') });
    const own = await api.create({ provider: 'fake' });
    const client = await connectOverHttp(api.folderToken);
    const listed = await call(client, 'list_agents');
    assert.deepEqual(
      dataOf<{ sessions: SessionView[] }>(listed).sessions.map(({ id }) => id),
      [own.id],
    );
    const stopped = await client.callTool({ name: 'stop_agent', arguments: { session: other.id } });
    assert.equal(codeOf(stopped as CallToolResult), 'SESSION_USER_MISMATCH');
    await api.shows(own.id, 'args:');
    await api.call('POST', `/api/sessions/${own.id}/prompt`, { body: { prompt: 'token' } });
    let token = '';
    await waitFor(
      async () => {
        const { text } = await api.call('GET', `/api/sessions/${own.id}/screen`);
        token = /my token: ([\w-]{43})/.exec(text)?.[1] ?? '';
        return token !== '';
      },
      { limitMs: LIMIT_MS, what: 'the agent’s token' },
    );
    await assert.rejects(connectOverHttp(token), /SESSION_USER_MISMATCH/);
    api.fixture.set({ agentsMayDrive: true });
    const started = await call(await connectOverHttp(token), 'start_agent', { provider: 'fake' });
    assert.equal(dataOf<SessionView>(started).provider, 'fake');
  });

  describe('with a real agent', () => {
    const claude = new DrivenClaude();
    beforeEach(() => claude.setUp(api.fixture));
    afterEach(() => claude.tearDown());

    for (const [way, open] of [
      ['HTTP', connectOverHttp],
      ['the command line', connectOverStdio],
    ] as const) {
      it(`asks it over ${way}, and interrupts it where the caller takes that back`, async () => {
        const client = await open();
        const started = await call(client, 'start_agent', { provider: 'claude' });
        const { id: session } = dataOf<SessionView>(started);
        const asked = await call(client, 'ask_agent', { session, prompt: 'hello' });
        assert.equal(textOf(asked), 'Stand-in answer to: hello');
        assert.equal(dataOf<{ response: string }>(asked).response, textOf(asked));
        const taken = new AbortController();
        const slow = client.callTool(
          { name: 'ask_agent', arguments: { session, prompt: '[slow]' } },
          undefined,
          { signal: taken.signal },
        );
        const rejected = assert.rejects(slow);
        await works(session);
        taken.abort();
        await rejected;
        let next: CallToolResult | undefined;
        await waitFor(async () => codeOf((next = await ask(client, session))) !== 'SESSION_BUSY', {
          limitMs: LIMIT_MS,
          what: 'the ask that was taken back to end',
        });
        assert.equal(next && textOf(next), 'Stand-in answer to: next');
        const left = client.callTool({
          name: 'ask_agent',
          arguments: { session, prompt: '[slow]' },
        });
        const gone = assert.rejects(left);
        await works(session);
        await client.close();
        await gone;
        await rests(session);
      });
    }

    it('is there for it where agents may drive, and for no other', async () => {
      for (const [agentsMayDrive, shown] of [
        [true, /agent-terminals +7 tools/],
        [false, /No MCP servers/],
      ] as const) {
        api.fixture.set({ agentsMayDrive });
        const { id } = await api.create({ provider: 'claude', fresh: true });
        await api.core.driver.ask(id, 'hello', { timeoutMs: LIMIT_MS });
        api.core.sessions.write(id, '/mcp');
        await api.shows(id, '/mcp');
        api.core.sessions.write(id, '\r');
        let text = '';
        await waitFor(async () => shown.test((text = await api.core.sessions.text(id))), {
          limitMs: LIMIT_MS,
          what: () => `${String(shown)} in ${text}`,
        });
      }
    });

    const ask = async (client: Client, session: string): Promise<CallToolResult> =>
      (await client.callTool({
        name: 'ask_agent',
        arguments: { session, prompt: 'next' },
      })) as CallToolResult;

    const rests = (id: string): Promise<void> =>
      waitFor(() => api.core.status.get(id).state.kind !== 'working', {
        limitMs: LIMIT_MS,
        what: `${id} to be interrupted`,
      });

    const works = (id: string): Promise<void> =>
      waitFor(() => api.core.status.get(id).state.kind === 'working', {
        limitMs: LIMIT_MS,
        what: `${id} to work`,
      });
  });
});

async function call(client: Client, name: string, input: object = {}): Promise<CallToolResult> {
  const options = { timeout: LIMIT_MS };
  const result = await client.callTool({ name, arguments: { ...input } }, undefined, options);
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result as CallToolResult;
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function dataOf<T>({ structuredContent }: CallToolResult): T {
  return structuredContent as T;
}

function codeOf({ _meta }: CallToolResult): string | undefined {
  return (_meta?.[ERROR_META] as { code?: string } | undefined)?.code;
}
