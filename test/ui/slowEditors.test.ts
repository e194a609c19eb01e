import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import { installScriptedAgent, START_BY_KEY } from './support/scriptedAgent';
import { useVsCode } from './support/useVsCode';

/** By how much an editor of a terminal opens later, in milliseconds: several times what its first screen takes. */
const DELAY_MS = 1000;

/** Where the workbench opens the editor of a terminal. */
const OPENING = /(promise:this\._editorService\.openEditor\(\{resource:[^}]*\}\},[^)]*\))/g;

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
    assert.equal(changed, 1);
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
    const slow = `$1.then((opened)=>new Promise((resolve)=>setTimeout(resolve,${DELAY_MS},opened)))`;
    changed += program.match(OPENING)?.length ?? 0;
    await route.fulfill({ response, body: program.replace(OPENING, slow) });
  }
});
