import assert from 'node:assert/strict';
import { join } from 'node:path';
import { RECORDED_SIZE, RecordedAgent } from '../../support/agents/recordedAgent';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;
const PERMISSION = 'claude-29-permission-bash-80x24.txt';
const QUESTION = 'claude-32-ask-80x24.txt';

describe('answers by the command line without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);

  /** Leaves an agent that shows the recorded screen; its window has closed. */
  async function leave(question: string): Promise<{ agent: RecordedAgent; id: string }> {
    const agent = new RecordedAgent(join(fixture.home, 'asking-agent'), question);
    fixture.set({ persistence: 'host', providers: { claude: { cli: agent.path } } });
    const { id } = await (await fixture.prepare({ providerId: 'claude' })).launch(RECORDED_SIZE);
    await waitFor(() => fixture.core.status.get(id).state.kind === 'needsInput', {
      limitMs: LIMIT_MS,
      what: `the question of ${id}`,
    });
    await cli.extension.store();
    await fixture.closeWindow();
    return { agent, id };
  }

  /** The first look at a session, whose question came before this process. */
  async function findActivity() {
    const [session] = await cli.list();
    assert.equal(session?.activity.kind, 'needsInput');
    return session.activity;
  }

  it('approve exactly the request that list shows', async () => {
    const { agent, id } = await leave(PERMISSION);
    const { request } = await findActivity();
    assert.ok(request);
    const other = await cli.run('approve', id, '--shown', `${request} and more`);
    assert.match(other.stderr, /ILLEGAL_STATE/);
    assert.equal(agent.key, '');
    await cli.succeed('approve', id, '--shown', request);
    assert.equal(agent.key, '1');
  });

  it('deny a request', async () => {
    const { agent, id } = await leave(PERMISSION);
    await cli.succeed('deny', id);
    assert.match(agent.key, /^[34]$/);
  });

  it('reply to a question', async () => {
    const { agent, id } = await leave(QUESTION);
    const { question } = await findActivity();
    assert.ok(question);
    await cli.succeed('reply', id, 'Blue', '--shown', question);
    assert.match(agent.key, /^\d$/);
  });

  it('are not typed into an agent that asks nothing', async () => {
    fixture.set({ persistence: 'host' });
    const { id } = await (await fixture.prepare()).launch();
    await cli.extension.store();
    await fixture.closeWindow();
    for (const verb of [['deny'], ['approve', '--shown', 'x'], ['reply', '--shown', 'x', 'y']]) {
      const [name = '', ...rest] = verb;
      const { end, stderr } = await cli.run(name, id, ...rest);
      assert.match(stderr, /ILLEGAL_STATE/);
      assert.equal(end, 1);
    }
  });

  it('wait for the question, and refuse a prompt while it is open', async () => {
    const { agent, id } = await leave(PERMISSION);
    assert.match(await cli.succeed('wait', id, '--timeout', '20'), /needsInput/);
    const { end, stderr } = await cli.run('ask', id, 'Go on.');
    assert.match(stderr, /NEEDS_INPUT|AGENT_BLOCKED/);
    assert.equal(end, 6);
    assert.equal(agent.key, '');
  });
});
