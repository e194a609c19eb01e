import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_LIMIT_MS } from './support/limits';
import { installNoAgent } from './support/scriptedAgent';
import type { UiAgent } from './support/uiAgent';
import type { UiSandbox } from './support/uiSandbox';
import { useVsCode } from './support/useVsCode';

/** How long VS Code may take for an action during a flood, on a busy machine. */
const AMID_FLOOD_LIMIT_MS = 60_000;

const LINE = `\\033[1;32m%06d\\033[0m ${'the flood rises '.repeat(4)}\\033[38;5;208m#\\033[0m\\n`;

/**
 * Writes 50 MB in colours and a last line for the input `some`, and an endless flood for `all`. Other input is shown
 * with its control characters.
 */
const SCRIPT = `#!/bin/sh
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
i=0
while [ $i -lt 10000 ]; do printf '${LINE}' $i; i=$((i + 1)); done >"$HOME/flood"
echo 'ready to flood'
while read -r line; do
  case $line in
    some) i=0; while [ $i -lt 50 ]; do cat "$HOME/flood"; i=$((i + 1)); done; echo "the last line of $line" ;;
    all) while :; do cat "$HOME/flood"; done ;;
    *) printf 'the last line of %s\\n' "$line" | cat -v ;;
  esac
done
`;

describe('a flood of output', () => {
  const vscode = useVsCode({
    folders: ['shop'],
    agent: installFloodingAgent,
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startAgent',
        args: { provider: 'flooding', task: 'Flood' },
      },
    ],
  });

  it('ends with its last line on the terminal', async () => {
    const { page, terminals } = vscode();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('ready to flood', AGENT_LIMIT_MS);
    await terminals.waitForFocus();
    await terminals.type('some\n');
    await terminals.waitForText('the last line of some', AMID_FLOOD_LIMIT_MS);
    const [text = ''] = await terminals.texts();
    assert.match(text, /\n009998 .*#\n009999 .*#\nthe last line of some$/);
    await vscode().screenshot('after a flood');
  }).timeout(2 * AMID_FLOOD_LIMIT_MS);

  it('leaves a terminal that responds', async () => {
    const { terminals } = vscode();
    await terminals.type('calm\n');
    await terminals.waitForText('the last line of calm');
  });

  it('is shown to its end, even if another tab was in front meanwhile', async () => {
    const { palette, tabs, terminals } = vscode();
    await terminals.type('some\n');
    await palette.run('Create: New File...');
    await vscode().quickInput.pick('Text File');
    await tabs.waitForNames(['Flooding (Flood)', 'Untitled-1']);
    await tabs.close('Untitled-1');
    await terminals.waitForText(/\n009999 .*#\nthe last line of some$/, AMID_FLOOD_LIMIT_MS);
    await terminals.waitForFocus();
  }).timeout(2 * AMID_FLOOD_LIMIT_MS);

  it('leaves VS Code usable while it continues, and ends on Ctrl-C with a prompt', async () => {
    const { page, palette, terminals } = vscode();
    const sideBar = page.locator('.part.sidebar');
    const isShown = await sideBar.isVisible();
    await terminals.type('all\n');
    await terminals.waitForText(/^(?![^]*the last line of some)[^]*rises/, AMID_FLOOD_LIMIT_MS);
    await palette.run('View: Toggle Primary Side Bar Visibility');
    const state = isShown ? 'hidden' : 'visible';
    await sideBar.waitFor({ state, timeout: AMID_FLOOD_LIMIT_MS });
    await vscode().screenshot('amid a flood');

    await terminals.focus();
    await terminals.press('Control+c');
    await terminals.waitForText(/\$ ?$/, AMID_FLOOD_LIMIT_MS);
    await terminals.type('echo "it is $((6 * 7))"\n');
    await terminals.waitForText(/^it is 42$/m);
  }).timeout(3 * AMID_FLOOD_LIMIT_MS);
});

async function installFloodingAgent(sandbox: UiSandbox): Promise<UiAgent> {
  const machine = await installNoAgent(sandbox);
  await writeFile(join(sandbox.home, 'bin', 'flooding-agent'), SCRIPT, { mode: 0o755 });
  const provider = { cli: 'flooding-agent', label: 'Flooding', initialPromptFlag: '' };
  return { ...machine, settings: { 'agentTerminals.providers': { flooding: provider } } };
}
