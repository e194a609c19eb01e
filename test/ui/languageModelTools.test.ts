import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGE_MODEL_TOOLS } from '../../src/config/contributions';
import { waitFor } from '../support/waitFor';
import { UI_LIMIT_MS } from './support/limits';
import { agentsStarted, installScriptedAgent, SCRIPTED } from './support/scriptedAgent';
import { installToolCaller, RESULT_END, RESULT_FILE, toolKey } from './support/toolCaller';
import { useVsCode } from './support/useVsCode';

const PROMPT = 'Sell **it** [now](command:x)';

describe('the tools of language models', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare: installToolCaller,
    keybindings: [
      toolKey('ctrl+alt+1', LANGUAGE_MODEL_TOOLS.start_agent, {
        ...{ provider: SCRIPTED, task: 'Fix the till', prompt: PROMPT },
      }),
      toolKey('ctrl+alt+2', LANGUAGE_MODEL_TOOLS.list_agents, {}),
      toolKey('ctrl+alt+3', LANGUAGE_MODEL_TOOLS.start_agent, { provider: 5 }),
    ],
  });

  beforeEach(() => rm(resultFile(), { force: true }));

  const resultFile = (): string => join(vscode().sandbox.folders[0] ?? '', RESULT_FILE);

  /** Waits until any call has the expected result; earlier calls may end late. */
  async function result(expected: RegExp): Promise<void> {
    let results: readonly string[] = [];
    await waitFor(
      async () => {
        const text = await readFile(resultFile(), 'utf8').catch(() => '');
        results = text.split(RESULT_END);
        return results.some((one) => expected.test(one));
      },
      { limitMs: UI_LIMIT_MS, what: () => `the result ${expected}; there is ${results.join()}` },
    );
  }

  it('list agents without a question', async () => {
    const { page, sessions, dialog } = vscode();
    await sessions.open();
    // The calling extension may not be active yet.
    await waitFor(
      async () => {
        await page.keyboard.press('Control+Alt+2');
        return (await readFile(resultFile(), 'utf8').catch(() => '')) !== '';
      },
      { limitMs: UI_LIMIT_MS, what: 'the agents to be listed' },
    );
    await result(/^No agent runs\.\nCan be started: .*scripted/);
    assert.equal(await dialog.isShown(), false);
  });

  it('start no agent unless the person confirms, who sees the prompt in the question', async () => {
    const { page, dialog, sandbox, sessions } = vscode();
    await page.keyboard.press('Control+Alt+1');
    const question = await dialog.waitFor('Start an Agent');
    assert.match(question, /Start scripted in task "Fix the till" in a terminal of its own with/);
    assert.ok(question.includes(PROMPT), question);
    await vscode().screenshot('a model wants to start an agent');
    await dialog.dismiss();
    await result(/^failed: Canceled$/);
    assert.deepEqual(await agentsStarted(sandbox), []);
    assert.equal(await sessions.tree(), '');
  });

  it('ask for no confirmation of an invalid call', async () => {
    const { page, dialog } = vscode();
    await page.keyboard.press('Control+Alt+3');
    await result(/^failed: (?!Canceled)/);
    assert.equal(await dialog.isShown(), false);
  });

  it('start an agent after the person confirms', async () => {
    const { page, dialog, sandbox, sessions } = vscode();
    await page.keyboard.press('Control+Alt+1');
    await dialog.waitFor('Start an Agent');
    await page.keyboard.press('Enter');
    await dialog.waitUntilClosed();
    await result(/\nStarted scripted-main-\w+ \(scripted "/);
    await sessions.waitForTree(/^Task Fix the till, \w+, .*Scripted$/);
    // The tree shows it before the program runs.
    await waitFor(async () => (await agentsStarted(sandbox)).length > 0, {
      limitMs: UI_LIMIT_MS,
      what: 'the start of the agent',
    });
    assert.equal((await agentsStarted(sandbox)).length, 1);
  });
});
