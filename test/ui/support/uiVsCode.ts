import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../../scripts/lib/vscode/codeServer.mjs';
import { RESULTS_DIRECTORY } from '../../../scripts/lib/paths.mjs';
import { impersonalEnvironment } from '../../../scripts/lib/impersonalEnvironment.mjs';
import { QUIET_SETTINGS } from '../../../scripts/lib/vscode/quietSettings.mjs';
import { VsCodeServer } from '../../../scripts/lib/vscode/vscodeServer.mjs';
import { Dialog } from './dialog';
import { EditorTabs } from './editorTabs';
import { putExtension } from './installedExtension';
import { UI_LIMIT_MS } from './limits';
import { NeedsYouView } from './needsYouView';
import { Notifications } from './notifications';
import { Palette } from './palette';
import { QuickInput } from './quickInput';
import { SessionsView } from './sessionsView';
import { Terminals } from './terminals';
import type { UiSandbox } from './uiSandbox';

const VIEWPORT = { width: 1400, height: 900 } as const;

export interface UiVsCodeOptions {
  /** Without VS Code's own extensions. */
  readonly bare: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly keybindings: readonly Keybinding[];
}

/** A key that calls a command with an argument, as a person may define it. */
export interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly args?: unknown;
}

/** A VS Code with the packaged extension installed, seen through a browser. */
export class UiVsCode {
  readonly quickInput: QuickInput;
  readonly palette: Palette;
  readonly terminals: Terminals;
  readonly sessions: SessionsView;
  readonly needsYou: NeedsYouView;
  readonly tabs: EditorTabs;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  /** The errors that the workbench itself has logged. */
  private readonly complaints: string[] = [];

  private constructor(
    readonly sandbox: UiSandbox,
    readonly page: Page,
    readonly server: VsCodeServer,
    private readonly browser: Browser,
  ) {
    this.quickInput = new QuickInput(page);
    this.palette = new Palette(page, this.quickInput);
    this.terminals = new Terminals(page);
    this.sessions = new SessionsView(page, this.palette);
    this.needsYou = new NeedsYouView(page);
    this.tabs = new EditorTabs(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.complaints.push(message.text());
      }
    });
  }

  static async open(sandbox: UiSandbox, options: UiVsCodeOptions): Promise<UiVsCode> {
    const server = new VsCodeServer({
      installation: await installCodeServer(RELEASES.newest),
      directory: sandbox.server,
      bare: options.bare,
      settings: { ...QUIET_SETTINGS, ...options.settings },
      env: { ...impersonalEnvironment(), ...options.env, HOME: sandbox.home, SHELL: '/bin/bash' },
    });
    await server.writeKeybindings(options.keybindings.map((binding) => ({ ...binding })));
    await writeMachineSettings(sandbox, options.settings);
    await putExtension(sandbox.server);
    await server.start();
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: VIEWPORT });
    const opened = new UiVsCode(sandbox, page, server, browser);
    await opened.load();
    return opened;
  }

  /** Opens another window on the same folders, in a second page. It closes with this one. */
  async openWindow(): Promise<UiVsCode> {
    const page = await this.browser.newPage({ viewport: VIEWPORT });
    const opened = new UiVsCode(this.sandbox, page, this.server, this.browser);
    await opened.load();
    return opened;
  }

  /** Reloads by VS Code's own command. The earlier programs of the window may run for a while. */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: UI_LIMIT_MS });
    await this.palette.run('Developer: Reload Window');
    await loaded;
    await this.sessions.icon.waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Ends the page without notifying VS Code: its programs wait until the page connects again. */
  async crash(): Promise<void> {
    const crashed = this.page.waitForEvent('crash', { timeout: UI_LIMIT_MS });
    await Promise.all([crashed, this.page.goto('chrome://crash').catch(() => undefined)]);
  }

  /**
   * Loads the page, again if it is loaded, and waits until the extension is found. `opened`:
   * what to open instead of the folders of the sandbox.
   */
  async load(opened: Readonly<Record<string, string>> = this.sandbox.opened): Promise<void> {
    await this.page.goto(this.server.address(opened));
    await this.sessions.icon.waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Replaces our settings of the machine; they apply at the latest after the next {@link load}. */
  async setMachine(settings: UiVsCodeOptions['settings']): Promise<void> {
    await writeMachineSettings(this.sandbox, settings);
  }

  /** Stores a screenshot in `test-results`. */
  async screenshot(name: string): Promise<void> {
    await mkdir(RESULTS_DIRECTORY, { recursive: true });
    await this.page.screenshot({ path: this.resultFile(name, 'png') });
  }

  /**
   * Stores what explains the failure of a test: a screenshot, the HTML of the side bar, and the
   * logs of the extension and the workbench.
   */
  async keepEvidence(name: string): Promise<void> {
    // A page that has crashed has no screenshot.
    await this.screenshot(`failed ${name}`).catch(() => undefined);
    const sideBar = this.page.locator('.part.sidebar');
    const html = await sideBar.innerHTML({ timeout: UI_LIMIT_MS }).catch(() => '');
    await writeFile(this.resultFile(`failed ${name}`, 'html'), html);
    await writeFile(
      this.resultFile(`failed ${name}`, 'log'),
      [...(await this.readLogs()), ...this.complaints].join('\n'),
    );
  }

  /** The logs of the extension, one text for each load of a window, in no order. */
  async readLogs(): Promise<readonly string[]> {
    const logs = join(this.sandbox.server, 'data', 'logs');
    const files = await readdir(logs, { recursive: true });
    const texts = files
      .filter((file) => /agent-terminals\/.*\.log$/.test(file))
      .map((file) => readFile(join(logs, file), 'utf8'));
    return Promise.all(texts);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.end();
  }

  private resultFile(name: string, ending: string): string {
    return join(RESULTS_DIRECTORY, `${name.replace(/[^\w]+/g, '-').slice(0, 120)}.${ending}`);
  }
}

/**
 * Writes our settings for the machine, too: in a window on a server, VS Code reads those of scope
 * `machine` and `machine-overridable` only from there.
 */
async function writeMachineSettings(
  { server }: UiSandbox,
  settings: UiVsCodeOptions['settings'],
): Promise<void> {
  const machine = join(server, 'data', 'Machine');
  await mkdir(machine, { recursive: true });
  const own = Object.entries(settings).filter(([key]) => key.startsWith('agentTerminals.'));
  await writeFile(join(machine, 'settings.json'), JSON.stringify(Object.fromEntries(own)));
}
