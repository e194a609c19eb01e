import assert from 'node:assert/strict';
import { LANGUAGE_MODEL_TOOLS } from '../../../../src/config/contributions';
import {
  refuses,
  runsNothing,
  testEntryPoints,
  useUntrustedWorkspace,
  type EntryPoint,
} from '../../../support/agents/untrustedWorkspace';
import { useSharedCore } from '../../../support/agents/useCore';
import { MANIFEST } from '../../../support/manifest';

describe('the tools of models in a workspace without trust [S6]', function () {
  this.timeout(60_000);
  const fixture = useSharedCore();
  const workspace = useUntrustedWorkspace(fixture);

  /** Calls a tool as the MCP server and VS Code's models do. */
  const call = (name: string, input: () => object) => () => {
    const tool = fixture.core.tools.find(({ facts }) => facts.name === name);
    const { signal } = new AbortController();
    return tool?.run({ access: { folder: 'all', by: 'person' }, input: input(), signal });
  };
  const ofAgent = (input: object) => () => ({ session: workspace.agent, ...input });

  /** Every tool, by its name. */
  const ROWS: Readonly<Record<string, EntryPoint>> = {
    list_agents: refuses(call('list_agents', () => ({}))),
    start_agent: refuses(
      call('start_agent', () => ({ provider: 'fake' })),
      call('start_agent', () => ({ provider: 'claude', task: 'Till', prompt: 'hello' })),
      call('start_agent', () => ({ provider: 'fake', cwd: fixture.home })),
    ),
    stop_agent: runsNothing('ends a session', async () => {
      const session = await workspace.startSpare();
      return call('stop_agent', () => ({ session }))();
    }),
    ask_agent: runsNothing(
      'types into a running session',
      call('ask_agent', ofAgent({ prompt: 'hello', timeoutMs: 100 })),
    ),
    send_prompt: runsNothing(
      'types into a running session',
      call('send_prompt', ofAgent({ prompt: 'hello' })),
    ),
    answer_agent: runsNothing(
      'types into a running session',
      call('answer_agent', ofAgent({ answer: 'deny' })),
    ),
    list_conversations: runsNothing(
      'reads what agents have stored',
      call('list_conversations', () => ({})),
    ),
    resume_conversation: refuses(async () => {
      const conversation = await workspace.startEnded();
      return call('resume_conversation', () => ({ conversation }))();
    }),
    wait_for_agent: runsNothing(
      'waits for a state',
      call('wait_for_agent', ofAgent({ for: ['exit'], timeoutMs: 50 })),
    ),
    read_screen: runsNothing('reads a screen', call('read_screen', ofAgent({}))),
    read_last_answer: runsNothing('reads an answer', call('read_last_answer', ofAgent({}))),
    read_changes: refuses(call('read_changes', () => ({ task: workspace.taskId }))),
    read_review: refuses(call('read_review', () => ({ task: workspace.taskId }))),
    add_comment: refuses(
      call('add_comment', () => ({ task: workspace.taskId, path: 'a', line: 1, text: 'Why?' })),
    ),
    send_review: refuses(async () => {
      await workspace.addDraft();
      return call('send_review', () => ({ task: workspace.taskId }))();
    }),
    commit: refuses(call('commit', () => ({ task: workspace.taskId, message: 'Change it' }))),
    land: refuses(workspace.withConsent(call('land', () => ({ task: workspace.taskId })))),
    undo_land: refuses(
      workspace.withConsent(async () => {
        await workspace.landTask();
        return call('undo_land', () => ({ task: workspace.taskId }))();
      }),
    ),
  };

  it('have a row each', () => {
    const names = fixture.core.tools.map(({ facts }) => facts.name);
    assert.deepEqual(Object.keys(ROWS).sort(), names.sort());
  });

  it('of VS Code are the same tools', () => {
    const contributed = MANIFEST.contributes.languageModelTools.map(({ name }) => name);
    assert.deepEqual(contributed.sort(), Object.values(LANGUAGE_MODEL_TOOLS).sort());
    const missing = Object.keys(LANGUAGE_MODEL_TOOLS).filter((name) => !(name in ROWS));
    assert.deepEqual(missing, []);
  });

  testEntryPoints(workspace, ROWS);
});
