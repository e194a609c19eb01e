import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/lib/chromium.mjs';
import { installCodeServer, RELEASES } from '../../../scripts/lib/codeServer.mjs';
import { RESULTS_DIRECTORY } from '../../../scripts/lib/paths.mjs';
import { QUIET_SETTINGS } from '../../../scripts/lib/quietSettings.mjs';
import { VsCodeServer } from '../../../scripts/lib/vscodeServer.mjs';
import { UI_LIMIT_MS } from './limits';
import { Palette } from './palette';
import { QuickInput } from './quickInput';
import { SessionsView } from './sessionsView';
import { Terminals } from './terminals';
import type { UiPlace } from './uiPlace';

const VIEWPORT = { width: 1400, height: 900 } as const;

export interface UiVsCodeOptions {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly keybindings: readonly Keybinding[];
}

/** A key that calls a command with an argument, as a person may set it up. */
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

  private constructor(
    readonly place: UiPlace,
    readonly page: Page,
    readonly server: VsCodeServer,
    private readonly browser: Browser,
  ) {
    this.quickInput = new QuickInput(page);
    this.palette = new Palette(page, this.quickInput);
    this.terminals = new Terminals(page);
    this.sessions = new SessionsView(page);
  }

  static async open(place: UiPlace, options: UiVsCodeOptions): Promise<UiVsCode> {
    const server = new VsCodeServer({
      installation: await installCodeServer(RELEASES.newest),
      directory: place.server,
      settings: { ...QUIET_SETTINGS, ...options.settings },
      env: { ...process.env, ...options.env, HOME: place.home, SHELL: '/bin/bash' },
    });
    await server.writeKeybindings(options.keybindings.map((binding) => ({ ...binding })));
    await server.installExtension(requireVsix());
    await server.start();
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: VIEWPORT });
    const opened = new UiVsCode(place, page, server, browser);
    await opened.load();
    return opened;
  }

  /** Loads the page, again if it is loaded, and waits until it knows the extension. */
  async load(): Promise<void> {
    await this.page.goto(this.server.address(this.place.opened));
    await this.sessions.icon.waitFor({ timeout: UI_LIMIT_MS });
  }

  /** Keeps a picture in `test-results`. */
  async screenshot(name: string): Promise<void> {
    await mkdir(RESULTS_DIRECTORY, { recursive: true });
    const file = `${name.replace(/[^\w]+/g, '-').slice(0, 120)}.png`;
    await this.page.screenshot({ path: join(RESULTS_DIRECTORY, file) });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.end();
  }
}

function requireVsix(): string {
  const vsix = process.env['AGENT_TERMINALS_VSIX'];
  if (vsix === undefined) {
    throw new Error('AGENT_TERMINALS_VSIX names no package: run these tests by npm run test:ui.');
  }
  return vsix;
}
