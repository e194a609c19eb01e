import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestedApi } from '../../src/extension';
import { LANGUAGE_MODEL_TOOLS } from '../../src/config/contributions';
import { waitFor } from '../support/waitFor';
import { activateExtension, clearAll, Watcher } from './support/extensionApi';
import { SCRIPTED, ScriptedAgent, setUserSetting } from './support/scriptedAgent';

/** As VS Code calls it: the extension and the server's label. */
const SERVER_ID = 'agent-terminals.agent-terminals/Agent Terminals';

describe('what language models in VS Code get', () => {
  let api: TestedApi;
  let agent: ScriptedAgent;

  before(async () => {
    api = await activateExtension();
    agent = await ScriptedAgent.install();
  });

  after(() => agent.remove());

  afterEach(() => clearAll(api.internals));

  it('are tools that VS Code knows', () => {
    const ids = vscode.lm.tools.map(({ name }) => name).filter((id) => id.startsWith('agentTer'));
    assert.deepEqual(ids.sort(), Object.values(LANGUAGE_MODEL_TOOLS).sort());
  });

  it('list the agents there are', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail('There is no folder.');
    const { id } = await api.agents.start({
      folder: { uri: folder.uri.toString(), path: folder.uri.fsPath, name: folder.name },
      task: { kind: 'new', name: 'Listed' },
      providerId: SCRIPTED,
      conversation: 'auto',
      options: {},
    });
    const text = await invoke(LANGUAGE_MODEL_TOOLS.list_agents, {});
    assert.ok(text.startsWith(`${id} (${SCRIPTED} "`), text);
    assert.match(text, /Can be started: .*scripted/);
  });

  it('say by its code what cannot be done', async () => {
    await assert.rejects(invoke(LANGUAGE_MODEL_TOOLS.list_agents, { more: 1 }), /BAD_REQUEST|more/);
    const input = { session: 'scripted-main-none', prompt: 'x' };
    await assert.rejects(invoke(LANGUAGE_MODEL_TOOLS.ask_agent, input), /SESSION_NOT_FOUND/);
  });

  // VS Code says yes to its own questions where tests run; that it asks is for test/ui.
  it('start an agent once VS Code has asked, and give up an ask that is cancelled', async () => {
    const text = await invoke(LANGUAGE_MODEL_TOOLS.start_agent, {
      provider: SCRIPTED,
      task: 'By a model',
    });
    const [session] = api.agents.list();
    assert.ok(session && text.startsWith(`Started ${session.id} (${SCRIPTED} "`), text);
    await new Watcher(api.internals, session.id).until('size ');
    const leaving = new vscode.CancellationTokenSource();
    const input = { session: session.id, prompt: 'who are you' };
    const asked = invoke(LANGUAGE_MODEL_TOOLS.ask_agent, input, leaving.token);
    const rejected = assert.rejects(asked, { name: 'Canceled' });
    await new Watcher(api.internals, session.id).until('heard who are you');
    leaving.cancel();
    await rejected;
  });

  it('say what an agent had answered where it asks back in the middle', async () => {
    await invoke(LANGUAGE_MODEL_TOOLS.start_agent, { provider: SCRIPTED, task: 'Asking back' });
    const [session] = api.agents.list();
    assert.ok(session);
    await new Watcher(api.internals, session.id).until('size ');
    const input = { session: session.id, prompt: 'report state=blocked:kind=permission' };
    await assert.rejects(
      invoke(LANGUAGE_MODEL_TOOLS.ask_agent, input),
      /AGENT_BLOCKED: [^]*\nAnswer so far:\n[^]*reported state=blocked/,
    );
  });

  it('are an MCP server that VS Code can start, while the API is on', async () => {
    const ofServer = (): readonly string[] =>
      vscode.lm.tools.map(({ name }) => name).filter((name) => /^mcp_.*_agents?$/.test(name));
    const start = async (): Promise<unknown> =>
      vscode.commands.executeCommand('workbench.mcp.startServer', SERVER_ID);
    await waitFor(async () => (await start(), ofServer().length > 0), {
      limitMs: 20_000,
      what: () => `the server's tools among ${vscode.lm.tools.map(({ name }) => name).join()}`,
    });
    const list = ofServer().find((name) => name.endsWith('list_agents')) ?? assert.fail('No list.');
    assert.match(await invoke(list, {}), /\bscripted\b/);
    await setUserSetting('api.enabled', false);
    try {
      // The oldest VS Code keeps showing the tools of a server that is gone.
      await waitFor(async () => ofServer().length === 0 || !(await answers(list)), {
        limitMs: 20_000,
        what: 'the tools to go',
      });
    } finally {
      await setUserSetting('api.enabled', undefined);
    }
  });
});

/** Whether a tool can be called. */
function answers(id: string): Promise<boolean> {
  return invoke(id, {}).then(
    () => true,
    () => false,
  );
}

/** Without a chat nobody is asked for what changes nothing. */
async function invoke(
  id: string,
  input: object,
  token?: vscode.CancellationToken,
): Promise<string> {
  const options = { input, toolInvocationToken: undefined };
  const result = await vscode.lm.invokeTool(id, options, token);
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}
