import assert from 'node:assert/strict';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { buildHookHelper } from '../../../scripts/lib/bundles/hookHelperBundle.mjs';
import { FOREIGN_TEXT } from '../../../src/operations/views/foreignText';
import type { SessionView } from '../../../src/operations/views/sessionView';
import { callApi } from '../../support/api/apiClient';
import { useApi } from '../../support/api/useApi';
import { callTool, codeOf, dataOf, textOf, useMcpClients } from '../../support/api/useMcpClients';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 30_000;

const NAMES = [
  'list_agents',
  'start_agent',
  'stop_agent',
  'ask_agent',
  'send_prompt',
  'answer_agent',
  'wait_for_agent',
  'read_screen',
  'read_last_answer',
  'read_changes',
  'read_review',
  'add_comment',
  'send_review',
  'commit',
  'land',
  'undo_land',
  'list_conversations',
  'resume_conversation',
];

describe('MCP', function () {
  this.timeout(120_000);
  const api = useApi();
  const clients = useMcpClients(api);

  before(() => buildHookHelper());

  for (const [way, open] of [
    ['HTTP', clients.overHttp],
    ['the command line', clients.overStdio],
  ] as const) {
    it(`starts, prompts, watches and ends agents over ${way}`, async () => {
      const client = await open();
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        NAMES,
      );
      const started = await callTool(client, 'start_agent', { provider: 'fake', label: 'Helper' });
      const { id, label } = dataOf<SessionView>(started);
      assert.deepEqual(
        [label, textOf(started).includes(`\nStarted ${id} (fake "Helper"`)],
        ['Helper', true],
      );
      const listed = await callTool(client, 'list_agents');
      assert.deepEqual(
        dataOf<{ sessions: SessionView[] }>(listed).sessions.map((one) => one.id),
        [id],
      );
      assert.match(textOf(listed), new RegExp(`\n${id} .*\nCan be started: .*fake`));
      await api.shows(id, 'args:');
      await callTool(client, 'send_prompt', { session: id, prompt: 'good morning' });
      await api.shows(id, 'heard: good morning');
      const screen = await callTool(client, 'read_screen', { session: id });
      assert.match(textOf(screen), /heard: good morning/);
      const waiting = callTool(client, 'wait_for_agent', { session: id, for: ['exit'] });
      await callTool(client, 'send_prompt', { session: id, prompt: 'exit 3' });
      assert.equal(dataOf<SessionView>(await waiting).agentExitCode, 3);
      await callTool(client, 'stop_agent', { session: id });
      assert.deepEqual(api.core.sessions.list(), []);
    });
  }

  it('returns failures with their codes', async () => {
    const client = await clients.overHttp();
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
      assert.ok(textOf(result as CallToolResult).startsWith(`${FOREIGN_TEXT.failure}\n${code}: `));
    }
    await assert.rejects(client.callTool({ name: 'sing' }), /There is no tool sing/);
  });

  const post = (raw: string) =>
    api.call('POST', '/mcp', { raw, headers: { accept: 'application/json, text/event-stream' } });
  const callOf = (id: number, name: string, input: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;

  it('refuses further arguments and those of prototypes [A44]', async () => {
    const { id } = await api.create({ provider: 'fake' });
    for (const [name, input, code] of [
      ['start_agent', '{"__proto__":{"provider":"fake"}}', 'BAD_REQUEST'],
      ['start_agent', '{"provider":"fake","exec":"/bin/sh"}', 'BAD_REQUEST'],
      ['start_agent', '{"provider":"fake","constructor":{"prototype":{}}}', 'BAD_REQUEST'],
      ['send_prompt', `{"session":"${id}","prompt":"x","keys":"y"}`, 'BAD_REQUEST'],
      ['send_prompt', `{"session":"${id}","__proto__":{"prompt":"x"}}`, 'BAD_REQUEST'],
      ['send_prompt', '{"session":"__proto__","prompt":"x"}', 'SESSION_NOT_FOUND'],
    ] as const) {
      const { text } = await post(callOf(1, name, input));
      assert.ok(text.includes(`"code":"${code}"`), `${input}: ${text}`);
    }
    assert.match((await post(callOf(1, '__proto__', '{}'))).text, /There is no tool __proto__/);
    assert.equal(({} as { provider?: unknown }).provider, undefined);
    assert.equal(api.core.sessions.list().length, 1);
  });

  it('refuses thousands of calls in one request, which could wait for a day [A38]', async () => {
    const { id } = await api.create({ provider: 'fake' });
    const wait = `{"session":"${id}","for":["exit"],"timeoutMs":86400000}`;
    const calls = Array.from({ length: 5000 }, (_, at) => callOf(at, 'wait_for_agent', wait));
    const { status, code } = await post(`[${calls.join()}]`);
    assert.deepEqual([status, code], [400, 'BAD_REQUEST']);
  });

  it('accepts programs with a token, and no web page or token in the URL', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const refusals = [
      [await callApi(api.at('/mcp'), 'POST', { body, headers: { accept } }), 'UNAUTHORIZED'],
      [
        await callApi(api.at('/mcp'), 'POST', { body, token: 'x', headers: { accept } }),
        'UNAUTHORIZED',
      ],
      [
        await callApi(api.at(`/mcp?token=${api.token}`), 'POST', { body, headers: { accept } }),
        'UNAUTHORIZED',
      ],
      [
        await api.call('POST', '/mcp', {
          body,
          headers: { accept, origin: 'https://example.com' },
        }),
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
    const { status, headers, json } = await api.call('GET', '/mcp');
    const error = { code: -32_000, message: 'MCP accepts only POST here.' };
    assert.deepEqual([status, headers.allow], [405, 'POST']);
    assert.deepEqual(json, { jsonrpc: '2.0', error, id: null });
    api.fixture.set({ 'api.enabled': false });
    assert.equal((await api.call('POST', '/mcp', { body, headers: { accept } })).code, 'NOT_FOUND');
  });

  it('ends running calls with the reason when the access ends', async () => {
    const { id } = await api.create({ provider: 'fake' });
    const client = await clients.overHttp();
    const input = { session: id, for: ['exit'] };
    const waiting = client.callTool({ name: 'wait_for_agent', arguments: input });
    await waitFor(() => api.core.api.connections.count === 1, {
      limitMs: LIMIT_MS,
      what: 'the call',
    });
    api.fixture.set({ 'api.enabled': false });
    await api.core.api.window.update();
    assert.equal(codeOf((await waiting) as CallToolResult), 'NOT_FOUND');
  });

  it('does not let another token cancel a call, also with the same name and number [S16]', async () => {
    const { id } = await api.create({ provider: 'fake' });
    await api.shows(id, 'args:');
    const send = (token: string, message: object) =>
      api.call('POST', '/mcp', {
        token,
        headers: { accept: 'application/json, text/event-stream', 'mcp-session-id': 'same' },
        body: { jsonrpc: '2.0', ...message },
      });
    const params = { name: 'wait_for_agent', arguments: { session: id, for: ['exit'] } };
    const waiting = send(api.token, { id: 7, method: 'tools/call', params });
    await waitFor(() => api.core.api.connections.count === 1, {
      limitMs: LIMIT_MS,
      what: 'the call',
    });
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
    assert.equal((await send(api.folderToken, cancel)).status, 202);
    await api.call('POST', `/api/sessions/${id}/prompt`, { body: { prompt: 'exit 3' } });
    assert.match((await waiting).text, /"agentExitCode":3/);
  });

  it('limits a folder’s token to its folder, and refuses an agent’s token unless agents may drive', async () => {
    const other = await api.create({ cwd: api.makeDirectory('other') });
    api.fixture.set({ agentsMayDrive: true });
    const own = await api.create({ provider: 'fake' });
    const client = await clients.overHttp(api.folderToken);
    const listed = await callTool(client, 'list_agents');
    assert.deepEqual(
      dataOf<{ sessions: SessionView[] }>(listed).sessions.map(({ id }) => id),
      [own.id],
    );
    const stopped = await client.callTool({ name: 'stop_agent', arguments: { session: other.id } });
    assert.equal(codeOf(stopped as CallToolResult), 'SESSION_USER_MISMATCH');
    await api.shows(own.id, 'args:');
    const token = await api.driveToken(own.id);
    api.fixture.set({ agentsMayDrive: false });
    await assert.rejects(clients.overHttp(token), /SESSION_USER_MISMATCH/);
    api.fixture.set({ agentsMayDrive: true });
    const started = await callTool(await clients.overHttp(token), 'start_agent', {
      provider: 'fake',
    });
    assert.equal(dataOf<SessionView>(started).provider, 'fake');
  });
});
