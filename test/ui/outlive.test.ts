import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { packageExtension } from '../../scripts/lib/bundles/packageExtension.mjs';
import { STREAMED_END } from '../../scripts/lib/agents/standInAnswer.mjs';
import { hostTarget } from '../../scripts/lib/bundles/targets.mjs';
import { stressSize } from '../support/stress';
import { waitFor } from '../support/waitFor';
import { startClaudeAgent, type ClaudeAgent } from './support/claudeAgent';
import { AGENT_LIMIT_MS, UI_LIMIT_MS } from './support/limits';
import { endSandboxHost } from './support/sandboxHost';
import { findProcessesBelow } from './support/serverProcesses';
import type { UiVsCode } from './support/uiVsCode';
import { useVsCode } from './support/useVsCode';

const PROMPT = 'tell me [streamed]';
/** How many terminals return after a reload. */
const SHELLS = stressSize({ short: 5, long: 20 });
const ANSWERED = new RegExp(STREAMED_END);
/** The duration that the agent prints. */
const TOOK = / for \d+s/;
const ELSEWHERE = 'now driven from another window';
const EXTENSION_HOST = /--type=extensionHost/;

const key = (name: string, command: string, args: object) => ({
  ...{ key: name, command: `agentTerminals.${command}`, args },
});

describe('sessions that outlive their window', function () {
  this.timeout(240_000);
  let claude: ClaudeAgent | undefined;
  let second: UiVsCode | undefined;
  let reference = '';
  // Before the directory in which the host runs is removed.
  after(() => endSandboxHost(first().sandbox));

  const first = useVsCode({
    folders: ['shop'],
    agent: async (sandbox) => (claude = await startClaudeAgent(sandbox)),
    settings: {
      'agentTerminals.persistence': 'host',
      // Otherwise VS Code opens a third group beside two groups of terminals.
      'workbench.editor.autoLockGroups': { terminalEditor: false },
    },
    keybindings: [
      key('ctrl+alt+1', 'startClaude', { task: 'Reference', prompt: PROMPT }),
      key('ctrl+alt+2', 'startClaude', { task: 'Reload', prompt: PROMPT, location: 'beside' }),
      key('ctrl+alt+3', 'startClaude', { task: 'Crash', prompt: PROMPT }),
      key('ctrl+alt+4', 'startClaude', { task: 'Browser', prompt: PROMPT }),
      key('ctrl+alt+5', 'startClaude', { task: 'Update', prompt: PROMPT }),
      key('ctrl+alt+6', 'startShell', { task: 'Shells' }),
    ],
  });

  it('show an answer as it grows in a terminal that stays open', async () => {
    await first().sessions.open();
    await first().page.keyboard.press('Control+Alt+1');
    await first().terminals.waitForText('word9', AGENT_LIMIT_MS);
    reference = await finished(first());
  });

  it('continue through Reload Window, in the same group, with the screen of a terminal that stays', async () => {
    await first().page.keyboard.press('Control+Alt+2');
    await first().tabs.waitForGroups([[/Reference/], [/Reload/]]);
    await first().terminals.waitForTexts('editor', [ANSWERED, /word9/]);
    // As wide as the other terminal: this is the screen without a reload.
    const [beside = ''] = await first().terminals.texts('editor');
    await first().terminals.waitForFocus();
    await first().reloadWindow();
    await first().tabs.waitForGroups([[/Reference.*\*/], [/Reload.*\*/]]);
    await first().screenshot('an agent after Reload Window');
    const stayed = rowsFromPrompt(beside);
    await finishesWith(first(), [stayed, stayed]);
    await first().sessions.open();
    await first().sessions.waitForTree(
      /Task Reload, (active|idle)[^]*Task Reference, (active|idle)/,
    );
    assert.equal(asked(), 2, 'no prompt was sent again');
  });

  it('continue after the extension host was killed, with the screen of a terminal that stays', async () => {
    const before = asked();
    await begin(first(), '3', /Crash/);
    const [pid] = findProcessesBelow(serverPid(), EXTENSION_HOST).slice(-1);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await first().reloadWindow();
    // The closed terminals stay closed.
    await first().tabs.waitForGroups([[/Crash.*\*/]]);
    await finishesWith(first(), [reference]);
    assert.equal(asked(), before + 1, 'no prompt was sent again');
  });

  it('continue after a crash of the browser, in a new one', async () => {
    const before = asked();
    await begin(first(), '4', /Browser/);
    await first().crash();
    second = await first().openWindow();
    await second.tabs.waitForGroups([[/Browser.*\*/]], AGENT_LIMIT_MS);
    await finishesWith(second, [reference]);
    assert.equal(asked(), before + 1, 'no prompt was sent again');
  });

  it('continue through an update of the extension', async () => {
    const window = opened();
    const before = asked();
    await begin(window, '5', /Update/);
    await window.server.installExtension(await packageExtension(hostTarget(), '999.0.0'));
    await window.reloadWindow();
    await window.tabs.waitForGroups([[/Update.*\*/]]);
    await finishesWith(window, [reference]);
    assert.equal(asked(), before + 1, 'no prompt was sent again');
  });

  it('move to another window if the person confirms, and return on Enter', async () => {
    const window = opened();
    const before = await finished(window);
    const askedBefore = asked();
    const other = await window.openWindow();
    await other.sessions.open();
    await other.sessions.waitForTree(/^Task Update, in another window, /);
    await other.sessions.click('Claude Code');
    await other.dialog.waitFor('Continue here?');
    await other.dialog.answer('Continue Here');
    await other.terminals.waitForText(STREAMED_END);
    await window.terminals.waitForText(ELSEWHERE);
    await window.screenshot('a terminal whose session went to another window');
    await window.terminals.focus();
    await window.terminals.type('x');
    await window.terminals.press('Enter');
    await other.terminals.waitForText(ELSEWHERE);
    await finishesWith(window, [before]);
    assert.equal(asked(), askedBefore, 'no key has reached the agent');
    await other.page.close();
  });

  it(`return in their places after a reload, all ${SHELLS} of them`, async () => {
    const window = opened();
    await window.palette.run('View: Close All Editors');
    await window.tabs.waitForGroups([[]]);
    for (let number = 1; number <= SHELLS; number++) {
      await window.page.keyboard.press('Control+Alt+6');
      await window.tabs.waitForGroups([shells(number)]);
      // A terminal that receives the focus late would close a palette that is open by then.
      await window.terminals.waitForFocus();
    }
    await window.reloadWindow();
    await window.tabs.waitForGroups([shells(SHELLS)], AGENT_LIMIT_MS);
    await window.screenshot('many terminals after Reload Window');
    await window.terminals.focus();
    await window.terminals.type('echo $((41+1))\n');
    await window.terminals.waitForText(/^42$/m);
  });

  /** Starts an agent in the only terminal, and waits until its answer begins. */
  async function begin({ page, palette, tabs, terminals }: UiVsCode, digit: string, name: RegExp) {
    await palette.run('View: Close All Editors');
    await tabs.waitForGroups([[]]);
    await page.keyboard.press(`Control+Alt+${digit}`);
    await tabs.waitForGroups([[name]]);
    await terminals.waitForText('word9', AGENT_LIMIT_MS);
    await terminals.waitForFocus();
  }

  /** The window that is currently open. */
  function opened(): UiVsCode {
    return second ?? first();
  }

  function shells(count: number): readonly RegExp[] {
    return Array.from(
      { length: count },
      (_, at) => new RegExp(`^Shell${at === 0 ? '' : ` ${at + 1}`} \\(Shells\\).*`),
    );
  }

  function serverPid(): number {
    const { pid } = first().server.group?.child ?? {};
    assert.ok(pid);
    return pid;
  }

  function asked(): number {
    return claude?.asked().length ?? 0;
  }

  /**
   * Waits until terminals show these rows after their agents are done. A terminal that VS Code has
   * just restored is cut at an estimated width, until it is redrawn at its own.
   */
  async function finishesWith(window: UiVsCode, expected: readonly string[]): Promise<void> {
    let shown: readonly string[] = [];
    const isShown = async (): Promise<boolean> => {
      shown = await allFinished(window);
      return isDeepStrictEqual(shown, expected);
    };
    await waitFor(isShown, { limitMs: UI_LIMIT_MS, what: 'the expected screens' }).catch(
      (error) => {
        assert.deepEqual(shown, expected);
        throw error;
      },
    );
  }

  /** The rows that the only terminal shows. */
  async function finished(window: UiVsCode): Promise<string> {
    const [only = '', ...others] = await allFinished(window);
    assert.deepEqual(others, []);
    return only;
  }

  /** Lets the agents finish; returns the rows that the terminals show then. */
  async function allFinished({ terminals }: UiVsCode): Promise<readonly string[]> {
    claude?.finishAnswers();
    let last: readonly string[] = [];
    await waitFor(
      async () => {
        const before = last;
        last = await terminals.texts();
        return last.length > 0 && last.every((text, at) => isAtRest(text) && text === before[at]);
      },
      {
        limitMs: AGENT_LIMIT_MS,
        what: () => `agents at rest; they show\n${last.join('\n---\n')}`,
      },
    );
    return last.map(rowsFromPrompt);
  }

  function isAtRest(text: string): boolean {
    return ANSWERED.test(text) && TOOK.test(text) && !text.includes(ELSEWHERE);
  }

  /**
   * The rows from the prompt on, and the composer. Omitted are the duration of the answer; the
   * height of the screen below it, which depends on what the agent shows before its first prompt; the
   * hints around the composer, which change with time; wraps and rules, since VS Code sometimes
   * measures a terminal of the same window one column narrower.
   */
  function rowsFromPrompt(text: string): string {
    const rows = text
      .slice(text.indexOf(PROMPT))
      .split('\n')
      .map((row) => row.trimEnd());
    const end = rows.findIndex((row) => TOOK.test(row));
    const composer = rows.slice(end + 1).filter((row) => row.startsWith('❯'));
    return [...rows.slice(0, end), 'for some time', ...composer]
      .join('\n')
      .replace(/\n {2}(?=\S)/g, ' ');
  }
});
