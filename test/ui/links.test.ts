import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/lib/findOnPath.mjs';
import { waitFor } from '../support/waitFor';
import { UI_LIMIT_MS } from './support/limits';
import { endSandboxHost } from './support/sandboxHost';
import { installScriptedAgent, SCRIPTED } from './support/scriptedAgent';
import type { UiSandbox } from './support/uiSandbox';
import { useVsCode } from './support/useVsCode';

/** VS Code drops a click while it detects the links of a redrawn row again; a person then clicks again. In ms. */
const CLICKED_MS = 15_000;

describe('the links to files in a terminal', () => {
  // Before the directory in which the host runs is removed.
  after(() => endSandboxHost(vscode().sandbox));

  const vscode = useVsCode({
    folders: ['shop'],
    agent: installScriptedAgent,
    prepare,
    settings: { 'agentTerminals.persistence': 'host', 'agentTerminals.afterExit': 'shell' },
    keybindings: [
      {
        key: 'ctrl+alt+1',
        command: 'agentTerminals.startAgent',
        args: { provider: SCRIPTED, task: 'Fix the till', worktree: true },
      },
      { key: 'ctrl+alt+w', command: 'workbench.action.closeActiveEditor' },
    ],
  });

  /** Has a path printed, clicks it, and waits for the editor with `text` and the cursor in `line`. */
  const follow = async (print: string, link: string, text: string, line: number): Promise<void> => {
    const { page, tabs, terminals } = vscode();
    await terminals.focus();
    await terminals.type(`${print}\n`);
    // Output below a link would redraw it between the pointer's arrival and the click.
    await terminals.waitForText(print.startsWith('echo ') ? `${link}\n$` : `heard ${print}`);
    const editor = page
      .locator('.part.editor .monaco-editor .view-lines')
      .filter({ hasText: text });
    const opens = async (): Promise<boolean> => {
      await terminals.clickLink(link);
      return editor.waitFor({ timeout: CLICKED_MS }).then(
        () => true,
        () => false,
      );
    };
    await waitFor(opens, { limitMs: UI_LIMIT_MS, what: `the file of ${link}` });
    await page.locator('.statusbar-item', { hasText: `Ln ${line}, ` }).waitFor();
    await page.keyboard.press('Control+Alt+W');
    await tabs.waitForGroups([[/Scripted/]]);
  };

  it('lead into the directory of its session, a worktree', async () => {
    const { page, sessions, terminals } = vscode();
    await sessions.open();
    await page.keyboard.press('Control+Alt+1');
    await terminals.waitForText('agent in fix-the-till args:');
    const worktree = join(vscode().sandbox.folders[0] ?? '', '..', 'shop.worktrees/fix-the-till');
    writeFileSync(join(worktree, 'src', 'a.ts'), 'one\n\n// of the worktree\n');
    writeFileSync(join(worktree, 'src', 'new.ts'), 'one\n// only there\n');
    mkdirSync(join(worktree, 'web', 'src'), { recursive: true });
    writeFileSync(join(worktree, 'web', 'src', 'a.ts'), '// of the web\n');

    await follow('see src/a.ts:3', 'src/a.ts:3', 'of the worktree', 3);
    await follow('see src/new.ts:2', 'src/new.ts:2', 'only there', 2);
  });

  it('lead there after a reload, too', async () => {
    await vscode().reloadWindow();
    await vscode().terminals.waitForText('heard see src/new.ts:2');
    await follow('again src/a.ts:2', 'again src/a.ts:2', 'of the worktree', 2);
  });

  it('lead into the directory that the shell reports, also after a reload', async () => {
    const { terminals } = vscode();
    await terminals.focus();
    await terminals.type('quit 0\n');
    await terminals.waitForText(/^\$/m);
    await terminals.type(`cd web; printf '\\033]7;file://x%s\\007' "$PWD"\n`);
    await follow('echo in src/a.ts:1', 'in src/a.ts:1', 'of the web', 1);

    await vscode().reloadWindow();
    await vscode().terminals.waitForText('in src/a.ts:1');
    await follow('echo still src/a.ts:1', 'still src/a.ts:1', 'of the web', 1);
  });
});

/** Creates a repository with a file, and puts git on the PATH of the person's login shell. */
function prepare({ folders: [shop = ''], home }: UiSandbox): Promise<void> {
  symlinkSync(findOnPath(['git']) ?? '', join(home, 'bin', 'git'));
  mkdirSync(join(shop, 'src'));
  writeFileSync(join(shop, 'src', 'a.ts'), 'one\n\n// of the main folder\n');
  git(shop, 'init', '--initial-branch=main');
  git(shop, 'add', 'src');
  git(shop, 'commit', '-m', 'first');
  return Promise.resolve();
}

function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim();
}
