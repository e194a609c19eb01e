import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createExtensionApi } from '../../../src/extensionApi';
import { untilRequestShown } from '../../support/agents/approveShown';
import { RECORDED_SIZE, RecordedAgent } from '../../support/agents/recordedAgent';
import { useApi } from '../../support/api/useApi';
import { codeOf, useMcpClients } from '../../support/api/useMcpClients';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const PERMISSION = 'claude-29-permission-bash-80x24.txt';
const QUESTION = 'claude-32-ask-80x24.txt';

describe('an answer by the API', function () {
  this.timeout(60_000);
  const api = useApi();
  const clients = useMcpClients(api);

  /** Starts an agent that shows the recorded screen. */
  async function ask(question: string) {
    const agent = new RecordedAgent(join(api.fixture.home, 'asking-agent'), question);
    api.fixture.set({ providers: { claude: { cli: agent.path } } });
    const { id } = await api.create({ provider: 'claude', fresh: true, ...RECORDED_SIZE });
    return { agent, id };
  }

  async function untilQuestion(id: string): Promise<string> {
    let question: string | null = null;
    while (question === null) {
      const body = await api.call('GET', `/api/sessions/${id}/wait?for=needsInput`);
      question = (body.json as { activity: { question: string | null } }).activity.question;
    }
    return question;
  }

  const answer = (id: string, body: object) =>
    api.call('POST', `/api/sessions/${id}/answer`, { body });

  it('approves exactly the request that was shown', async () => {
    const { agent, id } = await ask(PERMISSION);
    const shown = await untilRequestShown(api.core.status, id);
    const { json } = await api.call('GET', `/api/sessions/${id}`);
    assert.equal((json as { activity: { request: string } }).activity.request, shown);
    const other = shown.replace('echo fake-tool-ran', 'rm -r .');
    for (const [body, code] of [
      [{ answer: 'approve' }, 'BAD_REQUEST'],
      [{ answer: 'approve', shown, text: 'yes' }, 'BAD_REQUEST'],
      [{ answer: 'reply', text: 'yes' }, 'ILLEGAL_STATE'],
      [{ answer: 'reply' }, 'BAD_REQUEST'],
      [{ answer: 'approve', shown: other }, 'ILLEGAL_STATE'],
      [{ answer: 'deny', shown: other }, 'ILLEGAL_STATE'],
    ] as const) {
      assert.deepEqual([body, (await answer(id, body)).code], [body, code]);
    }
    assert.equal(agent.key, '');
    assert.equal((await answer(id, { answer: 'approve', shown })).status, 204);
    assert.equal(agent.key, '1');
  });

  it('denies a request, by a tool of the person’s models too', async () => {
    const { agent, id } = await ask(PERMISSION);
    await untilRequestShown(api.core.status, id);
    const client = await clients.overHttp(api.token);
    const input = { session: id, answer: 'deny' };
    const result = await client.callTool({ name: 'answer_agent', arguments: input });
    assert.equal(codeOf(result as CallToolResult), undefined);
    assert.match(agent.key, /^[34]$/);
  });

  it('replies to a question, but only to the one that was shown', async () => {
    const { agent, id } = await ask(QUESTION);
    const question = await untilQuestion(id);
    const text = 'Blue';
    assert.equal(
      (await answer(id, { answer: 'reply', text, shown: 'Red?' })).code,
      'ILLEGAL_STATE',
    );
    assert.equal(agent.key, '');
    const { status, code } = await answer(id, { answer: 'reply', text, shown: question });
    assert.deepEqual([status, code], [204, undefined]);
    assert.match(agent.key, /^\d$/);
  });

  it('is given by other extensions, to exactly what was shown', async () => {
    const { agents } = createExtensionApi(api.core, Promise.resolve());
    const { agent, id } = await ask(PERMISSION);
    await untilRequestShown(api.core.status, id);
    const { state } = agents.getActivity(id);
    const request = state.kind === 'needsInput' ? state.request : undefined;
    const shown = request?.kind === 'whole' ? request.text : assert.fail('it shows a request');
    const refused = { code: 'ILLEGAL_STATE' };
    await assert.rejects(agents.approve(id, `${shown} `), refused);
    await assert.rejects(agents.deny(id, `${shown} `), refused);
    await assert.rejects(agents.reply(id, 'yes'), refused);
    assert.equal(agent.key, '');
    await agents.approve(id, shown);
    assert.equal(agent.key, '1');
    await assert.rejects(agents.deny('none'), { code: 'SESSION_NOT_FOUND' });
  });

  it('is given by other extensions as a reply to the question that was shown', async () => {
    const { agents } = createExtensionApi(api.core, Promise.resolve());
    const { agent, id } = await ask(QUESTION);
    const question = await untilQuestion(id);
    await assert.rejects(agents.reply(id, 'Blue', 'Red?'), { code: 'ILLEGAL_STATE' });
    assert.equal(agent.key, '');
    await agents.reply(id, 'Blue', question);
    assert.match(agent.key, /^\d$/);
  });

  it('to an agent that asks nothing is an error', async () => {
    const { id } = await api.create({ provider: 'fake' });
    await api.shows(id, 'args:');
    for (const body of [
      { answer: 'approve', shown: 'x' },
      { answer: 'deny' },
      { answer: 'reply', text: 'x' },
    ]) {
      const { code } = await answer(id, body);
      assert.deepEqual([body, code], [body, 'ILLEGAL_STATE']);
    }
    await api.core.sessions.find(id)?.kill();
    assert.equal((await answer(id, { answer: 'deny' })).code, 'SESSION_NOT_FOUND');
  });
});
