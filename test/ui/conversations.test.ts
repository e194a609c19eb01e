import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { waitFor } from '../support/waitFor';
import { startClaudeAgent, type ClaudeAgent } from './support/claudeAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import { findProcessesBelow } from './support/serverProcesses';
import { useVsCode } from './support/useVsCode';

const APPLES = 'count the apples';
const PEARS = 'count the pears';

describe('conversations of Claude Code', function () {
  this.timeout(240_000);
  let claude: ClaudeAgent | undefined;
  const vscode = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (claude = await startClaudeAgent(sandbox)),
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startClaude',
        args: { task: 'Count', prompt: APPLES },
      },
      {
        key: 'ctrl+alt+2',
        command: 'agentTerminals.newChat',
        args: { task: 'Count', provider: 'claude', prompt: PEARS },
      },
    ],
  });

  it('are listed after a reload of the window, with age and first prompt', async () => {
    const { page, sessions } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await answered(APPLES);
    await page.keyboard.press('Control+Alt+2');
    await answered(PEARS);
    await reload();
    await sessions.waitForTree(
      new RegExp(
        `^Task Count, not running\n {2}Claude Code, resumable, ${AGE}, ${APPLES}` +
          `\n {2}Claude Code 2, resumable, ${AGE}, ${PEARS}$`,
      ),
    );
    await vscode().screenshot('conversations to resume');
  });

  it('continue separately, and each sends its earlier prompts to the model', async () => {
    const { sessions, terminals } = vscode();
    await sessions.click('Claude Code 2');
    await terminals.waitForText(PEARS, AGENT_LIMIT_MS);
    await ask('and the plums');
    assert.deepEqual(lastAsked(), [PEARS, 'and the plums']);
    await sessions.click('Claude Code, ');
    await terminals.waitForText(APPLES, AGENT_LIMIT_MS);
    await ask('and the nuts');
    assert.deepEqual(lastAsked(), [APPLES, 'and the nuts']);
    await vscode().screenshot('conversations resumed');
  });

  it('continue after a restart, unless a new one is requested', async () => {
    const { dialog, sessions, terminals } = vscode();
    await terminals.type('a draft');
    await terminals.waitForText('a draft');
    await sessions.pressInMenu('Claude Code, ', 'Restart Session');
    await dialog.waitFor('Restart Claude Code?');
    await vscode().screenshot('the question before a restart');
    await dialog.answer('Restart Session');
    await terminals.waitForText(/^(?![^]*a draft)[^]*and the nuts[^]*❯/, AGENT_LIMIT_MS);
    await ask('and the figs');
    assert.deepEqual(lastAsked(), [APPLES, 'and the nuts', 'and the figs']);

    await sessions.pressInMenu('Claude Code 2', 'Restart with a New Conversation');
    await dialog.answer('Restart with a New Conversation');
    await terminals.waitForTitle('Claude Code 2');
    await terminals.waitForText(/^(?![^]*and the plums)[^]*❯/, AGENT_LIMIT_MS);
    await ask('count the eggs');
    assert.deepEqual(lastAsked(), ['count the eggs']);
  });

  it('are all listed in a picker, and one without a session starts in a new task', async () => {
    const { palette, quickInput, sessions, terminals } = vscode();
    await palette.run('Agents: Resume Conversation...');
    await quickInput.waitFor('Which conversation?');
    await vscode().screenshot('all conversations of a folder');
    await quickInput.pick(PEARS);
    await quickInput.waitFor('Task name');
    assert.equal(await quickInput.input.inputValue(), PEARS);
    await quickInput.answer('Pears');
    await terminals.waitForTitle('Pears');
    await terminals.waitForText('and the plums', AGENT_LIMIT_MS);
    await ask('and the dates');
    assert.deepEqual(lastAsked(), [PEARS, 'and the plums', 'and the dates']);
    await sessions.waitForTree(/^Task Pears, \w+, Claude Code\n/);
  });

  it('resume after a reload if the setting requests it', async () => {
    const { sandbox, sessions, terminals } = vscode();
    const [folder = ''] = sandbox.folders;
    await mkdir(join(folder, '.vscode'));
    const settings = { 'agentTerminals.restoreOnStartup': 'resume' };
    await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    await reload();
    await sessions.waitForTree(/^Task Pears, [^]*Task Count, 2 running\n/);
    const back = ['Claude Code (Count)', 'Claude Code 2 (Count)', 'Claude Code (Pears)'];
    await waitFor(async () => isDeepStrictEqual(await namesOfTabs(), back), {
      limitMs: AGENT_LIMIT_MS,
      what: 'the terminals in their order',
    });
    await vscode().screenshot('conversations that came back');
    await sessions.click('Claude Code 2');
    await terminals.waitForText('count the eggs', AGENT_LIMIT_MS);
    await ask('and the nests');
    assert.deepEqual(lastAsked(), ['count the eggs', 'and the nests']);
  });

  it('fork, and both continue separately', async () => {
    const { sessions, terminals } = vscode();
    await sessions.pressInMenu('Claude Code 2, ', 'Fork Session...');
    await terminals.waitForTitle('Claude Code 2 fork');
    await terminals.waitForText('and the nests', AGENT_LIMIT_MS);
    await ask('and the larks');
    assert.deepEqual(lastAsked(), ['count the eggs', 'and the nests', 'and the larks']);
    await vscode().screenshot('a fork');
    await sessions.click('Claude Code 2, ');
    await terminals.waitForText(/^(?![^]*and the larks)[^]*and the nests/, AGENT_LIMIT_MS);
    await ask('and the owls');
    assert.deepEqual(lastAsked(), ['count the eggs', 'and the nests', 'and the owls']);
  });

  const AGE = '(just now|\\d min ago)';

  /** The titles of the tabs, without the symbols that Claude Code puts before its title. */
  const namesOfTabs = async () =>
    (await vscode().tabs.names()).map((name) => name.replace(/^\W+/, ''));

  /** Reloads after the agents of the window have ended: one that still runs is resumed last. */
  async function reload(): Promise<void> {
    const { page, server } = vscode();
    await page.goto('about:blank');
    const { pid = 0 } = server.group?.child ?? {};
    await waitFor(() => findProcessesBelow(pid, /claude/).length === 0, {
      limitMs: AGENT_LIMIT_MS,
      what: 'the end of the agents of the window',
    });
    await vscode().load();
    await vscode().sessions.open();
  }

  const lastAsked = () => claude?.asked().at(-1);

  function answered(prompt: string): Promise<void> {
    return vscode().terminals.waitForText(`Stand-in answer to: ${prompt}`, AGENT_LIMIT_MS);
  }

  /** Types a prompt when the composer is shown, and waits for the answer. */
  async function ask(prompt: string): Promise<void> {
    const { terminals } = vscode();
    await terminals.waitForText(/❯/, AGENT_LIMIT_MS);
    await terminals.waitForFocus();
    // A fork shows a composer before its own agent has started.
    await terminals.waitForInput();
    await terminals.type(prompt);
    await terminals.waitForText(prompt);
    await terminals.press('Enter');
    await answered(prompt);
    await waitFor(() => lastAsked()?.at(-1) === prompt, {
      limitMs: AGENT_LIMIT_MS,
      what: 'the request with the prompt',
    });
  }
});
