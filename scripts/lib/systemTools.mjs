// @ts-check
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { installTools } from './installTools.mjs';
import { findOnPath } from './findOnPath.mjs';
import { runProgram, runToExit } from './runProgram.mjs';
import { printLine, withProgress } from './printLine.mjs';

/**
 * @typedef {object} SystemTool a tool that tests need beyond npm
 * @property {string} name
 * @property {readonly string[]} programs one of these is enough
 * @property {readonly string[]} packages Debian's packages that contain it
 * @property {readonly string[]} [otherPackages] those of related systems without one of `packages`
 */

/** How long to wait for another apt that has the system's lock. */
const APT_LOCK_TIMEOUT_MS = 300_000;

const FONTS = ['fonts-liberation', 'fonts-dejavu-core'];

/** @type {readonly SystemTool[]} */
export const SYSTEM_TOOLS = [
  {
    name: 'Chromium',
    // The first one draws pages only: it starts with half of the work.
    programs: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    packages: ['chromium-headless-shell', ...FONTS],
    otherPackages: ['chromium', ...FONTS],
  },
  { name: 'zsh', programs: ['zsh'], packages: ['zsh'] },
  { name: 'fish', programs: ['fish'], packages: ['fish'] },
  { name: 'curl', programs: ['curl'], packages: ['curl'] },
  { name: 'tmux', programs: ['tmux'], packages: ['tmux'] },
  { name: 'ssh', programs: ['ssh'], packages: ['openssh-client'] },
  {
    name: 'sshd',
    programs: ['sshd', '/usr/sbin/sshd'],
    packages: ['openssh-server'],
  },
];

/**
 * Installs missing tools if that needs no confirmation: as root on Debian and related systems.
 * @returns {Promise<readonly string[]>} the names of the tools that are still missing
 */
export async function provideSystemTools() {
  const missing = SYSTEM_TOOLS.filter((tool) => !isThere(tool));
  if (missing.length > 0 && canUseApt()) {
    const title = `Installing ${missing.map((tool) => tool.name).join(', ')} with apt`;
    const install = async () => {
      await aptUpdate();
      return installTools(missing, aptInstall);
    };
    const errors = await withProgress(title, install).catch((error) => [error]);
    errors.forEach((error) => printLine(String(error)));
  }
  return missing.filter((tool) => !isThere(tool)).map((tool) => tool.name);
}

/** @param {SystemTool} tool */
function isThere({ programs }) {
  return (
    findOnPath(programs) !== undefined ||
    programs.some((file) => file.startsWith('/') && existsSync(file))
  );
}

function canUseApt() {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;
}

/** @returns {NodeJS.ProcessEnv} */
function aptEnvironment() {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const wait = ['-o', `DPkg::Lock::Timeout=${APT_LOCK_TIMEOUT_MS / 1000}`];
  const install = ['install', '-q', '-y', '--no-install-recommends', ...packages];
  await runProgram('apt-get', [...wait, ...install], { env: aptEnvironment() });
}

/** Waits until another apt has ended: `apt-get update`, unlike `install`, has no option for that. */
async function aptUpdate() {
  const end = Date.now() + APT_LOCK_TIMEOUT_MS;
  for (;;) {
    const { code, output } = await runToExit('apt-get', ['update', '-q'], {
      env: aptEnvironment(),
    });
    if (code === 0) {
      return;
    }
    if (!output.includes('Could not get lock') || Date.now() > end) {
      throw new Error(`apt-get update failed (${code}).\n${output.trimEnd()}`);
    }
    await delay(1000);
  }
}
