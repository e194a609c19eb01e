import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installScriptedAgent } from './support/scriptedAgent';
import type { UiSandbox } from './support/uiSandbox';
import { useVsCode } from './support/useVsCode';

const DISABLED = 'Agent Terminals is disabled and starts nothing';

describe('a VS Code that runs with AGENT_TERMINALS_DISABLE=1', () => {
  let home = '';
  const vscode = useVsCode({
    folders: ['shop'],
    agent: async (sandbox: UiSandbox) => {
      home = sandbox.home;
      const agent = await installScriptedAgent(sandbox);
      return { ...agent, env: { ...agent.env, AGENT_TERMINALS_DISABLE: '1' } };
    },
  });

  it('explains once that the extension is disabled, with the variable to unset', async () => {
    const { notifications } = vscode();
    await vscode().load();
    const message = await notifications.waitFor(DISABLED);
    assert.match(message, /AGENT_TERMINALS_DISABLE=1: unset that variable/);
    assert.equal((await notifications.messages()).length, 1);
    await notifications.clear();
  });

  it('shows it in the view, and after each command', async () => {
    const { notifications, page, palette, sessions, terminals } = vscode();
    await sessions.open();
    const view = page.locator('.part.sidebar .pane').filter({ hasText: DISABLED });
    await view.first().waitFor();
    for (const command of ['Start Claude in Task...', 'Open Shell in Task', 'New Task...']) {
      await palette.run(`Agents: ${command}`);
      await notifications.waitFor(DISABLED);
      assert.equal((await notifications.messages()).length, 1);
      await notifications.clear();
    }
    await vscode().screenshot('disabled');
    assert.deepEqual(await terminals.texts(), []);
  });

  it('starts and writes nothing', () => {
    assert.equal(existsSync(join(home, '.agent-terminals')), false);
  });
});
