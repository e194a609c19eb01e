import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { SessionView } from '../../../../src/operations/views/sessionView';
import { useApi } from '../../../support/api/useApi';
import { codeOf, useMcpClients } from '../../../support/api/useMcpClients';
import { TARGETS, type Target } from '../../../support/operations/operationRows';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

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
    assert.doesNotMatch(
      await requireSession(api.core.sessions, id).text({ scrollback: 100 }),
      /secret/,
    );
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
    await api.core.sessions.find(stored)?.kill();
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
    assert.equal((json as { sessions: unknown[] }).sessions.length, TARGETS.length);
    for (const { id } of [shell, endedAgent, otherAgent]) {
      assert.ok(
        !(await requireSession(api.core.sessions, id).text({ scrollback: 100 })).includes(
          'wastyped',
        ),
      );
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
