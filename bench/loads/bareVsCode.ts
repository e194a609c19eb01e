import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../scripts/lib/vscode/codeServer.mjs';
import { QUIET_SETTINGS } from '../../scripts/lib/vscode/quietSettings.mjs';
import { VsCodeServer } from '../../scripts/lib/vscode/vscodeServer.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { impersonalEnvironment } from '../../scripts/lib/impersonalEnvironment.mjs';
import { UI_LIMIT_MS } from '../../test/ui/support/limits';
import { makeUiSandbox } from '../../test/ui/support/uiSandbox';

/** The ids of the extensions in VS Code's lists. */
export const EMPTY_EXTENSION_ID = 'bench.empty';
export const LEAST_EXTENSION_ID = 'bench.least';

const MAIN = 'extension.js';

/** A VS Code with one extension beside VS Code's own, which is activated at the same moment as ours. */
export interface BareVsCode {
  readonly page: Page;
  readonly server: VsCodeServer;
  /** Loads the window anew. */
  load(): Promise<void>;
  end(): Promise<void>;
}

/** With an extension that does nothing. */
export function openEmptyVsCode(): Promise<BareVsCode> {
  return openBareVsCode(installEmptyExtension);
}

/** With an extension that registers what ours contributes, with nothing behind it. */
export function openLeastVsCode(): Promise<BareVsCode> {
  return openBareVsCode(installLeastExtension);
}

async function openBareVsCode(install: (extensions: string) => Promise<void>): Promise<BareVsCode> {
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
    await install(join(place.server, 'extensions'));
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

async function installEmptyExtension(extensions: string): Promise<void> {
  const directory = await installManifest(extensions, 'empty', {});
  await writeFile(join(directory, MAIN), 'exports.activate = () => undefined;\n');
}

async function installLeastExtension(extensions: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
  const directory = await installManifest(extensions, 'least', manifest);
  await copyFile(join(ROOT, 'bench', 'peers', 'leastExtension.cjs'), join(directory, MAIN));
}

/** Returns the directory of the extension. */
async function installManifest(extensions: string, name: string, base: object): Promise<string> {
  const directory = join(extensions, `bench.${name}-1.0.0`);
  await mkdir(directory, { recursive: true });
  const manifest = {
    ...base,
    ...{ name, publisher: 'bench', version: '1.0.0' },
    ...{ engines: { vscode: '^1.80.0' }, main: `./${MAIN}` },
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  return directory;
}
