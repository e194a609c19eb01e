// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findOnPath } from '../findOnPath.mjs';
import { BUILD_DIRECTORY, NODE_24, ROOT } from '../paths.mjs';
import { runProgram } from '../runProgram.mjs';
import { withProgress } from '../printLine.mjs';
import { SYSTEM_TOOLS } from '../systemTools.mjs';

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Options for work as root, without a GPU, and without internet access. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * Starts a headless Chromium: the system's, else the one that Playwright downloads.
 * @param {readonly string[]} more arguments
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(more = []) {
  const executablePath = await resolveChromium();
  const own = join(BUILD_DIRECTORY, 'chromium');
  // The directory of crash reports and caches, which would else be in the person's home.
  const env = { ...process.env, XDG_CONFIG_HOME: own, XDG_CACHE_HOME: own };
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more], env });
}

/**
 * @returns {Promise<string>} its executable
 * @throws if there is none and none can be installed
 */
export async function resolveChromium() {
  const found = findChromium();
  if (found !== undefined) {
    return found;
  }
  const cli = join(ROOT, 'node_modules', 'playwright-core', 'cli.js');
  await withProgress('Downloading Chromium', () =>
    runProgram(NODE_24, [cli, 'install', 'chromium']),
  );
  return chromium.executablePath();
}

/**
 * Starts Chromium once: a downloaded one may lack libraries of the system.
 * @throws the cause, if it is not installed and cannot be downloaded, or does not start
 */
export async function tryChromium() {
  const browser = await launchChromium();
  await browser.close();
}

/**
 * @returns {string | undefined} the executable of the system's Chromium, else of the one that
 * Playwright has downloaded
 */
export function findChromium() {
  const programs = SYSTEM_TOOLS.find((tool) => tool.name === 'Chromium')?.programs ?? [];
  const files = [MAC, chromium.executablePath()];
  return findOnPath(programs) ?? files.find((file) => existsSync(file));
}
