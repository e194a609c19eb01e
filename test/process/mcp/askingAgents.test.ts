import assert from 'node:assert/strict';
import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import {
  isAside,
  readPrompts as readMessagesPrompts,
} from '../../../scripts/lib/agents/messagesAnswer.mjs';
import { buildEvents as buildMessagesEvents } from '../../../scripts/lib/agents/messagesEvents.mjs';
import { readPrompts as readResponsesPrompts } from '../../../scripts/lib/agents/responsesAnswer.mjs';
import { buildEvents as buildResponsesEvents } from '../../../scripts/lib/agents/responsesEvents.mjs';
import {
  sendEvents,
  sendJson,
  StandInServer,
  type ServerResponse,
} from '../../../scripts/lib/agents/standInServer.mjs';
import { approveShown } from '../../support/agents/approveShown';
import { typeIntoDialog } from '../../support/agents/typeIntoDialog';
import { useApi } from '../../support/api/useApi';
import { useHomePrograms } from '../../support/api/useHomePrograms';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

const LIMIT_MS = 60_000;

/** How many CLIs ask. */
const AGENTS = stressSize({ short: 1, long: 2 });

/** A request of a CLI to its model. */
interface ModelRequest {
  /** The last prompt of its conversation. */
  readonly prompt: string;
  /** The result of the tool that was called last, as the CLI passes it on; undefined if none was. */
  readonly toolResult: string | undefined;
  /** Whether the model may call `ask_agent`. */
  readonly offersTool: boolean;
}

type Answer = Parameters<typeof buildResponsesEvents>[0];
type Fixture = ReturnType<typeof useApi>['fixture'];
type Core = ReturnType<typeof useApi>['core'];

/** The model of all agents: `ask ID` asks that session, whose answer it repeats. */
function answer({ prompt, toolResult, offersTool }: ModelRequest): Answer {
  const [, session] = /^ask (\S+)$/.exec(prompt) ?? [];
  if (session !== undefined && toolResult === undefined && offersTool) {
    const input = { session, prompt: 'ping' };
    return { kind: 'tool', name: 'ask_agent', input, textBefore: '' };
  }
  const text = toolResult === undefined ? `Reply to: ${prompt}` : `It says: ${toolResult}`;
  return { kind: 'text', text, wordDelayMs: 0 };
}

/** A real CLI whose model is {@link answer}. */
interface AskingCli {
  readonly provider: string;
  /** Prepares its home; `handle` is the model, which `baseUrl` reaches. */
  setUp(fixture: Fixture, baseUrl: string): Promise<void>;
  /** Allows the call of the tool about which its dialog asks. */
  allow(core: Core, id: string): Promise<void>;
  /** Answers a request to the model; returns what it read, if it is of a conversation. */
  handle(path: string, body: unknown, response: ServerResponse): Promise<ModelRequest | undefined>;
}

const CLAUDE_TOOL = 'mcp__agent-terminals__ask_agent';
/** The answer to a request without tools, such as for a title. */
const TITLE: Answer = { kind: 'text', text: '{"title": "A title"}', wordDelayMs: 0 };

class AskingClaude implements AskingCli {
  readonly provider = 'claude';
  private count = 0;

  async setUp(fixture: Fixture, baseUrl: string): Promise<void> {
    const { executable: cli } = await installClaudeCode();
    const trustedFolders = [fixture.folder];
    const home = join(fixture.home, '.claude');
    Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
    const defaultArgs = ['--permission-mode', 'manual'];
    fixture.set({ agentsMayDrive: true, providers: { claude: { cli, defaultArgs } } });
  }

  /** A new dialog of Claude Code ignores keys at first, for which an approval waits. */
  allow(core: Core, id: string): Promise<void> {
    return approveShown(core, id);
  }

  async handle(path: string, body: unknown, response: ServerResponse) {
    if (path !== '/v1/messages') {
      sendJson(response, 200, { input_tokens: 10 });
      return undefined;
    }
    const request = body as MessagesBody;
    const read = isAside(request) ? undefined : readMessages(request);
    const said = read ? forClaude(answer(read), request) : TITLE;
    await sendEvents(response, buildMessagesEvents(said, (this.count += 1), 'stand-in'));
    return read;
  }
}

type MessagesBody = Parameters<typeof readMessagesPrompts>[0];

/** Claude Code names the tools of servers, and has its model load them before a call. */
function forClaude(said: Answer, { tools = [] }: MessagesBody): Answer {
  if (said.kind !== 'tool') {
    return said;
  }
  return tools.some(({ name }) => name === CLAUDE_TOOL)
    ? { ...said, name: CLAUDE_TOOL }
    : { ...said, name: 'ToolSearch', input: { query: `select:${CLAUDE_TOOL}`, max_results: 1 } };
}

function readMessages(request: MessagesBody): ModelRequest {
  const last = request.messages?.at(-1)?.content ?? [];
  const blocks: readonly { readonly type: string; readonly content?: unknown }[] =
    typeof last === 'string' ? [] : last;
  const result = blocks.find(({ type }) => type === 'tool_result');
  const text = JSON.stringify(result?.content) as string | undefined;
  return {
    prompt: readMessagesPrompts(request).findLast((prompt) => prompt !== 'Tool loaded.') ?? '',
    toolResult: text?.includes('tool_reference') ? undefined : text,
    offersTool: JSON.stringify(request).includes(CLAUDE_TOOL),
  };
}

/** The namespace that Codex derives from the name of our server. */
const NAMESPACE = 'mcp__agent_terminals';

class AskingCodex implements AskingCli {
  readonly provider = 'codex';
  private count = 0;

  async setUp(fixture: Fixture, baseUrl: string): Promise<void> {
    const trustedFolders = [fixture.folder];
    const home = join(fixture.home, '.codex');
    Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
    fixture.set({ agentsMayDrive: true, providers: { codex: { cli: findCodex() ?? '' } } });
  }

  /** No rule knows this dialog of Codex, so that it is answered in its terminal only. */
  allow({ sessions }: Core, id: string): Promise<void> {
    return typeIntoDialog(sessions, id, '\r');
  }

  async handle(path: string, body: unknown, response: ServerResponse) {
    if (path !== '/v1/responses') {
      sendJson(response, 404, {});
      return undefined;
    }
    const read = readResponses(body as ResponsesBody);
    const events = buildResponsesEvents(answer(read), (this.count += 1), 'stand-in');
    await sendEvents(response, events.map(inNamespace));
    return read;
  }
}

type ResponsesBody = Parameters<typeof readResponsesPrompts>[0];

function readResponses(request: ResponsesBody): ModelRequest {
  const last: { type?: string; output?: unknown } | undefined = request.input?.at(-1);
  return {
    prompt: readResponsesPrompts(request).at(-1) ?? '',
    toolResult: last?.type === 'function_call_output' ? JSON.stringify(last.output) : undefined,
    offersTool: (request.tools ?? []).some(({ name }) => name === NAMESPACE),
  };
}

/** Codex adds a namespace to the names of a server's tools. */
function inNamespace(event: ReturnType<typeof buildResponsesEvents>[number]) {
  const text = JSON.stringify(event, (_, value: unknown) => {
    const isCall = typeof value === 'object' && value !== null && 'call_id' in value;
    return isCall ? { ...value, namespace: NAMESPACE } : value;
  });
  return JSON.parse(text) as typeof event;
}

for (const agent of [new AskingClaude(), new AskingCodex()].slice(0, AGENTS)) {
  describe(`The real ${agent.provider} with a stand-in for its model`, function () {
    this.timeout(120_000);
    const api = useApi();
    let model: StandInServer;
    let requests: ModelRequest[];

    before(function () {
      if (agent.provider === 'codex' && findCodex() === undefined) {
        this.skip();
      }
    });

    useHomePrograms(api);

    beforeEach(async () => {
      requests = [];
      model = new StandInServer(async ({ path, body }, response) => {
        const read = await agent.handle(path, body, response);
        requests.push(...(read ? [read] : []));
      });
      await agent.setUp(api.fixture, await model.start());
    });

    afterEach(() => model.end());

    const start = async (): Promise<string> =>
      (await api.create({ provider: agent.provider, fresh: true, cols: 100, rows: 30 })).id;

    const ask = async (id: string, prompt: string): Promise<string> =>
      (await api.core.driver.ask(id, prompt, { timeoutMs: LIMIT_MS })).response;

    /** Has the agent ask the other one, and allows the call of the tool as a person does. */
    async function passOn(asking: string, asked: string): Promise<void> {
      const { sessions, status } = api.core;
      const body = { prompt: `ask ${asked}` };
      const sent = await api.call('POST', `/api/sessions/${asking}/prompt`, { body });
      assert.equal(sent.status, 202);
      const shows = async (condition: (text: string) => boolean, what: string): Promise<void> => {
        let text = '';
        await waitFor(
          async () => condition((text = await requireSession(sessions, asking).text())),
          {
            limitMs: LIMIT_MS,
            what: () => `${what}; it shows ${text}`,
          },
        );
      };
      const asks = (text: string): boolean =>
        status.get(asking).state.kind === 'needsInput' && /ping[^]*1\. /.test(text);
      await shows(asks, 'the question whether the tool may be called');
      await agent.allow(api.core, asking);
      await shows((text) => /It says[^]*Reply\s+to:\s+ping/.test(text), 'the answer');
    }

    it('asks another agent by the tool, and gets its answer', async () => {
      const [asked, asking] = [await start(), await start()];
      assert.equal(await ask(asked, 'hello'), 'Reply to: hello');
      // A CLI accepts prompts before it has connected to its MCP servers.
      const isConnected = async (): Promise<boolean> => {
        await ask(asking, 'hello');
        return requests.at(-1)?.offersTool === true;
      };
      await waitFor(isConnected, { limitMs: LIMIT_MS, what: 'the tool to be offered' });
      await passOn(asking, asked);
      assert.match(requests.at(-1)?.toolResult ?? '', /Reply to: ping/);
      assert.match(await requireSession(api.core.sessions, asked).text(), /ping[^]*Reply to: ping/);
    });
  });
}
