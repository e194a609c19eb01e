import assert from 'node:assert/strict';
import { join } from 'node:path';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { buildEvents } from '../../../scripts/lib/agents/responsesEvents.mjs';
import { sendEvents, sendJson, StandInServer } from '../../../scripts/lib/agents/standInServer.mjs';
import { useApi } from '../../support/api/useApi';
import { useHomePrograms } from '../../support/api/useHomePrograms';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 60_000;

/** The namespace that Codex derives from the name of our server. */
const NAMESPACE = 'mcp__agent_terminals';

/** The fields of a request of Codex to its model that these tests use. */
interface ModelRequest {
  readonly tools?: readonly { readonly name?: string }[];
  readonly input?: readonly { readonly type?: string; readonly output?: unknown }[];
}

describe('MCP with the real Codex', function () {
  this.timeout(120_000);
  const api = useApi();
  const cli = findCodex();
  let model: StandInServer;
  let requests: ModelRequest[] = [];

  before(function () {
    if (cli === undefined) {
      this.skip();
    }
  });

  useHomePrograms(api);

  beforeEach(async () => {
    requests = [];
    model = new StandInServer(async ({ path, body }, response) => {
      if (path !== '/v1/responses') {
        sendJson(response, 404, {});
        return;
      }
      const request = body as ModelRequest;
      requests.push(request);
      const events = buildEvents(answer(request), requests.length, 'stand-in');
      await sendEvents(response, events.map(inNamespace));
    });
    const baseUrl = await model.start();
    const { fixture } = api;
    const trustedFolders = [fixture.folder];
    const home = join(fixture.home, '.codex');
    Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
    fixture.set({ agentsMayDrive: true, providers: { codex: { cli: cli ?? '' } } });
  });

  afterEach(() => model.end());

  const ask = async (id: string): Promise<string> => {
    const options = { timeoutMs: LIMIT_MS };
    return (await api.core.driver.ask(id, 'list the agents', options)).response;
  };

  const start = async (): Promise<string> =>
    (await api.create({ provider: 'codex', cols: 100, rows: 30 })).id;

  const hasTools = (): boolean => requests.some(offersTools);

  it('lets an agent that may drive call a tool, for its own folder', async () => {
    const other = await api.sh('read -r x', { cwd: api.makeDirectory('other') });
    const id = await start();
    let answer = '';
    // Codex accepts prompts before it has connected to its MCP servers.
    const hasCalled = async (): Promise<boolean> => {
      answer = await ask(id);
      return hasTools();
    };
    await waitFor(hasCalled, { limitMs: LIMIT_MS, what: 'Codex to offer its model our tools' });
    assert.ok(answer.includes(id), answer);
    assert.ok(!answer.includes(other.id), answer);
  });

  it('is not available to an agent that may not drive', async () => {
    api.fixture.set({ agentsMayDrive: false });
    const id = await start();
    assert.ok(!(await ask(id)).includes(id));
    assert.equal(hasTools(), false);
  });
});

function offersTools({ tools = [] }: ModelRequest): boolean {
  return tools.some(({ name }) => name === NAMESPACE);
}

/** Calls the tool first, if the request offers it, then returns its output as text. */
function answer(request: ModelRequest): Parameters<typeof buildEvents>[0] {
  const last = request.input?.at(-1);
  if (last?.type !== 'function_call_output' && !offersTools(request)) {
    return { kind: 'text', text: 'There is no such tool.', wordDelayMs: 0 };
  }
  return last?.type === 'function_call_output'
    ? { kind: 'text', text: `It says: ${JSON.stringify(last.output)}`, wordDelayMs: 0 }
    : { kind: 'tool', name: 'list_agents', input: {}, textBefore: '' };
}

/** Codex adds a namespace to the names of a server's tools. */
function inNamespace(event: ReturnType<typeof buildEvents>[number]) {
  const text = JSON.stringify(event, (_, value: unknown) => {
    const isCall = isRecord(value) && value['type'] === 'function_call';
    return isCall ? { ...value, namespace: NAMESPACE } : value;
  });
  return JSON.parse(text) as typeof event;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
