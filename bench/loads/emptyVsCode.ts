import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../scripts/lib/vscode/codeServer.mjs';
import { QUIET_SETTINGS } from '../../scripts/lib/vscode/quietSettings.mjs';
import { VsCodeServer } from '../../scripts/lib/vscode/vscodeServer.mjs';
import { impersonalEnvironment } from '../../scripts/lib/impersonalEnvironment.mjs';
import { UI_LIMIT_MS } from '../../test/ui/support/limits';
import { makeUiSandbox } from '../../test/ui/support/uiSandbox';

/** The id of the extension in VS Code's lists. */
export const EMPTY_EXTENSION_ID = 'bench.empty';

/** A VS Code whose only extension, beside VS Code's own, does nothing. */
export interface EmptyVsCode {
  readonly page: Page;
  readonly server: VsCodeServer;
  /** Loads the window anew. */
  load(): Promise<void>;
  end(): Promise<void>;
}

export async function openEmptyVsCode(): Promise<EmptyVsCode> {
  const place = await makeUiSandbox(['shop']);
  const server = new VsCodeServer({
    installation: await installCodeServer(RELEASES.newest),
    directory: place.server,
    settings: QUIET_SETTINGS,
    env: { ...impersonalEnvironment(), HOME: place.home, SHELL: '/bin/bash' },
  });
  let browser: Browser | undefined;
  const end = async (): Promise<void> => {
    await browser?.close();
    await server.end();
    await place.remove();
  };
  try {
    await installEmptyExtension(join(place.server, 'extensions'));
    await server.start();
    browser = await launchChromium();
    const page = await browser.newPage();
    const load = async (): Promise<void> => {
      await page.goto(server.address(place.opened));
      await page.locator('.statusbar-item').first().waitFor({ timeout: UI_LIMIT_MS });
    };
    return { page, server, load, end };
  } catch (error) {
    // The first error is the cause.
    await end().catch(() => undefined);
    throw error;
  }
}

/** Installs an extension that is activated at the same moment as ours. */
async function installEmptyExtension(extensions: string): Promise<void> {
  const directory = join(extensions, 'bench.empty-1.0.0');
  await mkdir(directory, { recursive: true });
  const manifest = {
    ...{ name: 'empty', publisher: 'bench', version: '1.0.0' },
    ...{ engines: { vscode: '^1.80.0' }, main: './extension.js' },
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(directory, 'extension.js'), 'exports.activate = () => undefined;\n');
}
