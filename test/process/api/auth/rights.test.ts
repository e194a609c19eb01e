import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { SessionView } from '../../../../src/api/sessions/sessionView';
import { API_ROWS, API_SOCKETS } from '../../../support/api/apiRows';
import { useApi } from '../../../support/api/useApi';
import { codeOf, useMcpClients } from '../../../support/api/useMcpClients';
import { waitFor } from '../../../support/waitFor';

type Target = 'itself' | 'startedAgent' | 'otherAgent' | 'startedShell' | 'shell' | 'endedAgent';

const ALL: readonly Target[] = [
  'itself',
  'startedAgent',
  'otherAgent',
  'startedShell',
  'shell',
  'endedAgent',
];

/** What an agent may do, by route and tool. In this order, because some calls end their session. */
const ALLOWED: Readonly<Record<string, readonly Target[]>> = {
  'GET /api/sessions/ID': ALL,
  'GET /api/sessions/ID/screen': ALL,
  'GET /api/sessions/ID/last-answer': ALL,
  'GET /api/sessions/ID/wait?for=idle': ALL,
  'tool wait_for_agent': ALL,
  'tool read_screen': ALL,
  'tool read_last_answer': ALL,
  'WebSocket /api/sessions/ID/attach': [],
  'POST /api/sessions/ID/answer': [],
  'tool answer_agent': [],
  'POST /api/sessions/ID/input': [],
  'POST /api/sessions/ID/resize': [],
  'POST /api/sessions/ID/signal': [],
  'POST /api/sessions/ID/prompt': ['startedAgent', 'otherAgent'],
  'tool send_prompt': ['startedAgent', 'otherAgent'],
  'POST /api/sessions/ID/ask': ['startedAgent', 'otherAgent'],
  'tool ask_agent': ['startedAgent', 'otherAgent'],
  'POST /api/sessions/ID/fork': ['itself', 'startedAgent', 'otherAgent'],
  'POST /api/sessions/ID/interrupt': ['startedAgent', 'otherAgent'],
  'POST /api/conversations/ID/resume': [],
  'DELETE /api/sessions/ID': ['startedAgent', 'startedShell'],
  'tool stop_agent': ['startedAgent', 'startedShell'],
};

const INPUTS: Readonly<Record<string, object>> = {
  wait_for_agent: { timeoutMs: 1 },
  read_screen: {},
  read_last_answer: {},
  answer_agent: { answer: 'deny' },
  send_prompt: { prompt: 'hello' },
  ask_agent: { prompt: 'hello', timeoutMs: 1 },
  stop_agent: {},
};

describe('the rights of an agent', function () {
  this.timeout(120_000);
  const api = useApi();
  const { call, create, sh } = api;
  const clients = useMcpClients(api);
  let token = '';
  let targets: Readonly<Record<Target, SessionView>>;

  const begin = async (whose: string | undefined): Promise<SessionView> => {
    const body = { cwd: api.fixture.folder, provider: 'fake' };
    const { status, json } = await call('POST', '/api/sessions', {
      body,
      ...(whose && { token: whose }),
    });
    assert.equal(status, 201, JSON.stringify(json));
    return json as SessionView;
  };

  /** Ends the agent of a session; a shell follows. */
  const endAgent = async ({ id }: SessionView): Promise<void> => {
    await api.shows(id, 'args:');
    await call('POST', `/api/sessions/${id}/input`, { body: { data: 'exit 0\r' } });
    await waitFor(() => api.core.sessions.get(id)?.agentExitCode === 0, {
      limitMs: 20_000,
      what: `the agent of ${id} to end`,
    });
  };

  beforeEach(async () => {
    api.fixture.set({ agentsMayDrive: true });
    const itself = await create({ provider: 'fake' });
    token = await api.driveToken(itself.id);
    targets = {
      itself,
      startedAgent: await begin(token),
      otherAgent: await begin(undefined),
      startedShell: await begin(token),
      shell: await sh('cat'),
      endedAgent: await begin(undefined),
    };
    await endAgent(targets.startedShell);
    await endAgent(targets.endedAgent);
  });

  /** The code with which a tool fails; undefined if it succeeds. */
  async function failureOf(
    name: string,
    input: object,
    whose: string,
  ): Promise<string | undefined> {
    const client = await clients.overHttp(whose);
    return codeOf((await client.callTool({ name, arguments: { ...input } })) as CallToolResult);
  }

  /** The code of the refusal of a call; undefined if the call succeeds. */
  async function refusalOf(what: string, id: string, whose: string): Promise<string | undefined> {
    const [method = '', path = ''] = what
      .replace('ID', id)
      .replace('idle', 'idle&timeoutMs=1')
      .split(' ');
    if (method === 'tool') {
      return failureOf(path, { session: id, ...INPUTS[path] }, whose);
    }
    if (method === 'WebSocket') {
      const seen = api.open(path, { token: whose });
      await seen.until(({ refused, isOpen }) => refused ?? isOpen, 'an answer');
      return seen.refused?.code;
    }
    const row = API_ROWS.find(([one, at]) => `${one} ${at}` === what);
    const body = { ...row?.[2], ...(path.endsWith('/ask') && { timeoutMs: 1 }) };
    const { status, code } = await call(method, path, { token: whose, ...(row?.[2] && { body }) });
    return status < 400 ? undefined : (code ?? String(status));
  }

  it('are those of this table, for every route, WebSocket and tool with a session [A54]', async () => {
    for (const [what, allowed] of Object.entries(ALLOWED)) {
      for (const target of ALL) {
        const code = await refusalOf(what, targets[target].id, token);
        const isRefused = code === 'SESSION_USER_MISMATCH';
        assert.equal(isRefused, !allowed.includes(target), `${what} ${target}: ${code}`);
      }
    }
  });

  it('are not those of the person, who is never refused', async () => {
    for (const what of Object.keys(ALLOWED)) {
      for (const target of ALL) {
        const code = await refusalOf(what, targets[target].id, api.token);
        assert.notEqual(code, 'SESSION_USER_MISMATCH', `${what} ${target}`);
      }
    }
  });

  it('are in the table above for everything that takes a session', async () => {
    const listWithSession = async (whose: string) => {
      const { tools } = await (await clients.overHttp(whose)).listTools();
      return tools.filter(({ inputSchema }) => 'session' in (inputSchema.properties ?? {}));
    };
    const withSession = await listWithSession(api.token);
    const all = [
      ...API_ROWS.filter(([, path]) => path.includes('/ID')).map(
        ([method, path]) => `${method} ${path}`,
      ),
      ...API_SOCKETS.filter((path) => path.includes('/ID')).map((path) => `WebSocket ${path}`),
      ...withSession.map(({ name }) => `tool ${name}`),
    ];
    assert.deepEqual(all.sort(), Object.keys(ALLOWED).sort());
    const describe = ({ inputSchema }: (typeof withSession)[number]): string =>
      JSON.stringify(inputSchema.properties?.['session']);
    const offered = await listWithSession(token);
    assert.deepEqual(
      offered.map(({ name }) => name).sort(),
      withSession
        .map(({ name }) => name)
        .filter((name) => (ALLOWED[`tool ${name}`] ?? []).length > 0)
        .sort(),
    );
    for (const tool of offered) {
      assert.match(
        describe(tool),
        /of (?:a running agent that it started|any session of its folder)/,
        tool.name,
      );
    }
  });

  it('do not include prompts that run commands of another agent or of its shell', async () => {
    const { id } = targets.otherAgent;
    for (const prompt of [
      '/exit',
      '!id',
      '$ id',
      ':q',
      '& later',
      'exit',
      ' Quit. ',
      ' \n/exit',
      '\x1b[200~/exit',
      '\u200b!id',
      '\u2060/exit',
    ]) {
      for (const [path, body] of [
        [`/api/sessions/${id}/prompt`, { prompt }],
        [`/api/sessions/${id}/ask`, { prompt }],
        ['/api/sessions', { cwd: api.fixture.folder, provider: 'fake', prompt }],
      ] as const) {
        const { status, code } = await call('POST', path, { token, body });
        assert.deepEqual(
          [prompt, path, status, code],
          [prompt, path, 403, 'SESSION_USER_MISMATCH'],
        );
      }
    }
    const spoken = { body: { prompt: 'what is in /etc and why!' } };
    const { status } = await call('POST', `/api/sessions/${id}/prompt`, { token, ...spoken });
    assert.equal(status, 202);
  });

  it('T4: do not include prompts with a reference to a file outside of the folder', async () => {
    const { id } = targets.otherAgent;
    const { folder, home } = api.fixture;
    writeFileSync(join(home, 'secret.txt'), 'secret');
    symlinkSync(home, join(folder, 'out'));
    const body = { cwd: folder, provider: 'fake' };
    for (const path of [`${home}/secret.txt`, '../secret.txt', '~/secret.txt', 'out/secret.txt']) {
      const prompt = `What is in @"${path}"?`;
      for (const [route, sent] of [
        [`/api/sessions/${id}/prompt`, { prompt }],
        [`/api/sessions/${id}/ask`, { prompt }],
        ['/api/sessions', { ...body, prompt }],
      ] as const) {
        const accept = route.endsWith('ask') ? 'text/event-stream' : 'application/json';
        const answer = await call('POST', route, { token, body: sent, headers: { accept } });
        assert.deepEqual([path, route, answer.code], [path, route, 'SESSION_USER_MISMATCH']);
      }
      for (const [tool, input] of [
        ['send_prompt', { session: id, prompt }],
        ['ask_agent', { session: id, prompt }],
        ['start_agent', { ...body, prompt }],
      ] as const) {
        const code = await failureOf(tool, input, token);
        assert.deepEqual([path, tool, code], [path, tool, 'SESSION_USER_MISMATCH']);
      }
    }
    assert.doesNotMatch(await api.core.sessions.text(id, { scrollback: 100 }), /secret/);
    const inside = { prompt: 'What is in @src/a.ts, by @types/node?' };
    const { status } = await call('POST', `/api/sessions/${id}/prompt`, { token, body: inside });
    assert.equal(status, 202);
    const own = { prompt: 'And in @../secret.txt?' };
    assert.equal((await call('POST', `/api/sessions/${id}/prompt`, { body: own })).status, 202);
  });

  it('do not include prompts to a program that another extension has started [A48]', async () => {
    const { folder } = api.fixture;
    await api.core.ptys.startPty({ id: 'tool-chat-1', shell: '/bin/sh', cwd: folder });
    await api.core.ptys.startPty({ id: 'fake-chat-ext', shell: '/bin/sh', cwd: folder });
    const { id: stored } = targets.endedAgent;
    await api.core.sessions.kill(stored);
    await api.core.ptys.startPty({ id: stored, shell: '/bin/sh', cwd: folder });
    for (const id of ['tool-chat-1', 'fake-chat-ext', stored]) {
      const prompt = { body: { prompt: 'echo hello' } };
      for (const [what, body] of [
        ['prompt', prompt],
        ['ask', prompt],
        ['fork', { body: {} }],
        ['interrupt', {}],
      ] as const) {
        const path = `/api/sessions/${id}/${what}`;
        const { status, code } = await call('POST', path, { token, ...body });
        assert.deepEqual([path, status, code], [path, 403, 'SESSION_USER_MISMATCH']);
      }
    }
  });

  it('do not include typing into a shell, which the attack of a fork or an exit gave [S7]', async () => {
    const canary = 'echo "was""typed"';
    const { shell, endedAgent, otherAgent } = targets;
    for (const { id } of [shell, endedAgent]) {
      for (const [path, body] of [
        ['input', { data: `${canary}\r` }],
        ['prompt', { prompt: canary }],
        ['fork', {}],
      ] as const) {
        const { status } = await call('POST', `/api/sessions/${id}/${path}`, { token, body });
        assert.deepEqual([path, status], [path, 403]);
      }
      const code = await failureOf('send_prompt', { session: id, prompt: canary }, token);
      assert.equal(code, 'SESSION_USER_MISMATCH');
    }
    const leave = { data: `exit 0\r${canary}\r` };
    const typed = await call('POST', `/api/sessions/${otherAgent.id}/input`, {
      token,
      body: leave,
    });
    assert.equal(typed.status, 403);
    const { json } = await call('GET', '/api/sessions');
    assert.equal((json as { sessions: unknown[] }).sessions.length, ALL.length);
    for (const { id } of [shell, endedAgent, otherAgent]) {
      assert.ok(!(await api.core.sessions.text(id, { scrollback: 100 })).includes('wastyped'));
    }
  });

  it('do not include an interrupt of an agent that is not working: its keys deny a request, or end it [S7]', async () => {
    const { id } = targets.otherAgent;
    const { status, code } = await call('POST', `/api/sessions/${id}/interrupt`, {
      token,
      body: {},
    });
    assert.deepEqual([status, code], [409, 'ILLEGAL_STATE']);
    assert.equal(api.core.sessions.get(id)?.agentExitCode, null);
  });

  it('end with the agent, also in the shell that follows [S7]', async () => {
    const { itself } = targets;
    assert.equal((await call('GET', '/api/sessions', { token })).status, 200);
    await endAgent(itself);
    assert.equal((await call('GET', '/api/sessions', { token })).status, 401);
  });
});
