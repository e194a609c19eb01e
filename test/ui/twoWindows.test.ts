import assert from 'node:assert/strict';
import { waitFor } from '../support/waitFor';
import { startClaudeAgent, type ClaudeAgent } from './support/claudeAgent';
import { AGENT_LIMIT_MS } from './support/limits';
import type { UiVsCode } from './support/uiVsCode';
import { useVsCode } from './support/useVsCode';

const APPLES = 'count the apples';
const HERE = /^Task Count, (active|done|idle|starting|working)\b.*Claude Code$/;
const ELSEWHERE = /^Task Count, in another window, Claude Code$/;

describe('a conversation and the windows of one folder', function () {
  this.timeout(240_000);
  let claude: ClaudeAgent | undefined;
  let second: UiVsCode;
  let third: UiVsCode;
  const first = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (claude = await startClaudeAgent(sandbox)),
    settings: { 'agentTerminals.restoreOnStartup': 'resume' },
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startClaude',
        args: { task: 'Count', prompt: APPLES },
      },
    ],
  });

  it('continues after Reload Window, although the earlier agent may still run', async () => {
    await first().sessions.open();
    await first().page.keyboard.press('Control+Alt+1');
    await answered(first(), APPLES);
    await first().reloadWindow();
    await first().sessions.open();
    await first().sessions.waitForTree(HERE);
    await first().sessions.click('Claude Code');
    await ask(first(), 'and the plums');
    await first().screenshot('a conversation after Reload Window');
    assert.deepEqual(claude?.asked().at(-1), [APPLES, 'and the plums']);
  });

  it('stays in its window, and continues in another one only if the person confirms', async () => {
    second = await first().openWindow();
    await second.sessions.open();
    await second.sessions.waitForTree(ELSEWHERE);
    await second.sessions.click('Claude Code');
    const question = await second.dialog.waitFor('runs in another window');
    assert.match(
      question,
      /^Claude Code .*runs in another window\. End it there and continue here\?/,
    );
    await second.screenshot('the question before a session is taken over');
    await second.dialog.dismiss();
    await first().sessions.waitForTree(HERE);

    await second.sessions.click('Claude Code');
    await second.dialog.answer('Continue Here');
    await ask(second, 'and the nuts');
    assert.deepEqual(claude?.asked().at(-1), [APPLES, 'and the plums', 'and the nuts']);
    await second.sessions.waitForTree(HERE);
    await second.screenshot('a session that was taken over');
    await first().sessions.waitForTree(ELSEWHERE);
    assert.deepEqual(await first().terminals.texts(), []);
    await first().notifications.waitFor('continues in another window');
    await first().screenshot('the window that a session was taken from');
  });

  it('continues in a new window after the window that had it crashed', async () => {
    await second.crash();
    await first().sessions.waitForTree(ELSEWHERE);
    third = await first().openWindow();
    await third.sessions.open();
    await third.sessions.waitForTree(HERE);
    await third.sessions.click('Claude Code');
    await ask(third, 'and the figs');
    const all = [APPLES, 'and the plums', 'and the nuts', 'and the figs'];
    assert.deepEqual(claude?.asked().at(-1), all);
    await first().sessions.waitForTree(ELSEWHERE);
  });

  it('continues in the first window at a click after another crash, without a question', async () => {
    await third.crash();
    await first().sessions.click('Claude Code');
    await ask(first(), 'and the dates');
    assert.equal(claude?.asked().at(-1)?.length, 5);
    await first().sessions.waitForTree(HERE);
  });

  function answered({ terminals }: UiVsCode, prompt: string): Promise<void> {
    return terminals.waitForText(`Stand-in answer to: ${prompt}`, AGENT_LIMIT_MS);
  }

  /** Types a prompt in the window in which the conversation continues. */
  async function ask(window: UiVsCode, prompt: string): Promise<void> {
    const { terminals } = window;
    await terminals.waitForText(new RegExp(`${APPLES}[^]*❯`), AGENT_LIMIT_MS);
    await terminals.waitForFocus();
    await terminals.type(prompt);
    await terminals.waitForText(prompt);
    await terminals.press('Enter');
    await answered(window, prompt);
    await waitFor(() => claude?.asked().at(-1)?.at(-1) === prompt, {
      limitMs: AGENT_LIMIT_MS,
      what: 'the request with the prompt',
    });
  }
});
