import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { impersonalEnvironment } from '../../scripts/lib/impersonalEnvironment.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../scripts/lib/vscode/codeServer.mjs';
import { QUIET_SETTINGS } from '../../scripts/lib/vscode/quietSettings.mjs';
import { VsCodeServer } from '../../scripts/lib/vscode/vscodeServer.mjs';
import { waitFor } from '../../test/support/waitFor';
import { UI_LIMIT_MS } from '../../test/ui/support/limits';
import { makeUiSandbox } from '../../test/ui/support/uiSandbox';
import { installAgents } from '../loads/benchAgents';
import { renewWindow, type BenchWindow } from '../loads/renewWindow';

const MAIN = 'extension.js';
const READY_LIMIT_MS = 120_000;

/** A VS Code with one extension, and one that measures it, beside VS Code's own. */
export interface BareVsCode extends BenchWindow {
  end(): Promise<void>;
}

/** An extension in a {@link BareVsCode}. */
interface Subject {
  readonly id: string;
  readonly install: (extensions: string, server: VsCodeServer) => Promise<void>;
}

/** Does nothing. */
const EMPTY: Subject = {
  id: 'bench.empty',
  install: (extensions) =>
    putExtension(extensions, { name: 'empty' }, 'exports.activate = () => undefined;\n'),
};

/** Registers what ours contributes, with nothing behind it. */
const LEAST: Subject = {
  id: 'bench.least',
  install: async (extensions) => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
    await putExtension(extensions, { ...manifest, name: 'least' }, await readPeer('least'));
  },
};

/** Times in the extension host, in milliseconds, from the beginning of an extension's activation. */
export interface StartTimes {
  readonly activation: number;
  /** When its first command has run. */
  readonly firstCommand: number;
}

/** The result of a probe in place of {@link StartTimes}. */
interface ProbeFailure {
  readonly error: string;
}

/** A VS Code in which the start of an extension is measured. */
export interface ProbedVsCode {
  measure(): Promise<StartTimes>;
  end(): Promise<void>;
}

/** With an extension that does nothing. */
export function openEmptyVsCode(): Promise<BareVsCode> {
  return openBareVsCode(EMPTY);
}

/** With an extension that registers what ours contributes. */
export function openLeastVsCode(): Promise<ProbedVsCode> {
  return openProbed(LEAST, 0);
}

/**
 * With a package of ours.
 * @param remembered sessions that the window remembers from an earlier one
 */
export function openPackageVsCode(vsix: string, remembered: number): Promise<ProbedVsCode> {
  const id = 'agent-terminals.agent-terminals';
  const install = async (extensions: string, server: VsCodeServer): Promise<void> => {
    await server.installExtension(vsix);
    // Without the list of extensions, VS Code reads what is in the folder.
    await rm(join(extensions, 'extensions.json'));
  };
  return openProbed({ id, install }, remembered);
}

async function openProbed(subject: Subject, remembered: number): Promise<ProbedVsCode> {
  const opened = await openBareVsCode({
    id: subject.id,
    install: async (extensions, server) => {
      await subject.install(extensions, server);
      await leaveToProbe(extensions);
      await putExtension(extensions, { name: 'probe' }, await readPeer('probe'));
    },
  });
  const { home } = opened;
  const probed = join(home, 'probed.json');
  const load = async (starts: number): Promise<StartTimes> => {
    await writeFile(join(home, 'probe.json'), JSON.stringify({ id: subject.id, starts }));
    await rm(probed, { force: true });
    await renewWindow(opened);
    const what = `the start of ${subject.id}`;
    await waitFor(() => existsSync(probed), { limitMs: READY_LIMIT_MS, what });
    const result = JSON.parse(await readFile(probed, 'utf8')) as StartTimes | ProbeFailure;
    if ('error' in result) {
      throw new Error(`The probe of ${subject.id} failed: ${result.error}`);
    }
    return result;
  };
  try {
    // The first window loads files that are not cached yet.
    await load(remembered);
  } catch (error) {
    // The first error is the cause.
    await opened.end().catch(() => undefined);
    throw error;
  }
  return { measure: () => load(0), end: () => opened.end() };
}

/** Only the probe activates them, once the extension host is idle. */
async function leaveToProbe(extensions: string): Promise<void> {
  const names = (await readdir(extensions, { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  );
  for (const { name } of names) {
    const path = join(extensions, name, 'package.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...manifest, activationEvents: [] }));
  }
}

async function openBareVsCode({ install }: Subject) {
  const place = await makeUiSandbox(['shop']);
  const server = new VsCodeServer({
    installation: await installCodeServer(RELEASES.newest),
    directory: place.server,
    settings: { ...QUIET_SETTINGS, ...(await installAgents(place)) },
    env: { ...impersonalEnvironment(), HOME: place.home, SHELL: '/bin/bash' },
  });
  let browser: Browser | undefined;
  const end = async (): Promise<void> => {
    await browser?.close();
    await server.end();
    await place.remove();
  };
  try {
    await install(join(place.server, 'extensions'), server);
    await server.start();
    browser = await launchChromium();
    const page = await browser.newPage();
    const load = async (): Promise<void> => {
      await page.goto(server.address(place.opened));
      await page.locator('.statusbar-item').first().waitFor({ timeout: UI_LIMIT_MS });
    };
    return { page, server, home: place.home, load, end };
  } catch (error) {
    // The first error is the cause.
    await end().catch(() => undefined);
    throw error;
  }
}

function readPeer(name: 'least' | 'probe'): Promise<string> {
  return readFile(join(ROOT, 'bench', 'peers', `${name}Extension.cjs`), 'utf8');
}

async function putExtension(
  extensions: string,
  manifest: { readonly name: string },
  program: string,
): Promise<void> {
  const directory = join(extensions, `bench.${manifest.name}-1.0.0`);
  await mkdir(directory, { recursive: true });
  const complete = {
    ...manifest,
    activationEvents: ['onStartupFinished'],
    ...{ publisher: 'bench', version: '1.0.0', engines: { vscode: '^1.80.0' }, main: `./${MAIN}` },
  };
  await writeFile(join(directory, 'package.json'), JSON.stringify(complete));
  await writeFile(join(directory, MAIN), program);
}
