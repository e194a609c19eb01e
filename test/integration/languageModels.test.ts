import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestedApi } from '../../src/extension';
import { LANGUAGE_MODEL_TOOLS } from '../../src/config/contributions';
import { activateExtension, clearAll } from './support/extensionApi';
import { SCRIPTED, ScriptedAgent } from './support/scriptedAgent';

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
  });
});

/** Without a chat nobody is asked for what changes nothing. */
async function invoke(id: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(id, { input, toolInvocationToken: undefined });
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}
