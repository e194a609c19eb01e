import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import { installScriptedAgent, START_BY_KEY } from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

/** How long after its first screen the opening of an editor ends, in milliseconds. */
const DELAY_MS = 1000;

/** Where the workbench opens the editor of a terminal, in the minified program of the newest release. */
const OPENING = /(promise:this\._editorService\.openEditor\(\{resource:[^}]*\}\},[^)]*\))/g;

const SLOW_OPENING = `$1.then(async (opened) => {
  while (!document.querySelector('.terminal-wrapper .xterm-screen')) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await new Promise((resolve) => setTimeout(resolve, ${DELAY_MS}));
  return opened;
})`;

describe('a window that opens editors slowly', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    keybindings: [START_BY_KEY],
  });
  let changed = 0;

  before(async () => {
    await vscode().page.route(/\/workbench\.js$/, slowDown);
    await vscode().load();
    assert.equal(changed, 1, 'workbench.js opens the editors of terminals in another way');
  });

  it('focuses a new terminal all the same', async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('task: Fix the till');
    await terminals.waitForFocus();
    await terminals.type('hello\n');
    await terminals.waitForText('heard hello');
  });

  async function slowDown(route: Route): Promise<void> {
    const response = await route.fetch();
    const program = await response.text();
    changed += program.match(OPENING)?.length ?? 0;
    await route.fulfill({ response, body: program.replace(OPENING, SLOW_OPENING) });
  }
});
