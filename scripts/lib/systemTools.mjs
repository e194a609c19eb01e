// @ts-check
import { existsSync } from 'node:fs';
import { findOnPath } from './findOnPath.mjs';
import { runProgram } from './runProgram.mjs';
import { say, withProgress } from './say.mjs';

/**
 * @typedef {object} SystemTool what tests need beyond npm
 * @property {string} name
 * @property {readonly string[]} programs any one of these will do
 * @property {readonly string[]} packages Debian's packages that bring it
 */

/** @type {readonly SystemTool[]} */
export const SYSTEM_TOOLS = [
  {
    name: 'Chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium', 'fonts-liberation', 'fonts-dejavu-core'],
  },
  { name: 'zsh', programs: ['zsh'], packages: ['zsh'] },
  { name: 'fish', programs: ['fish'], packages: ['fish'] },
  { name: 'tmux', programs: ['tmux'], packages: ['tmux'] },
  {
    name: 'sshd',
    programs: ['sshd', '/usr/sbin/sshd'],
    packages: ['openssh-server', 'openssh-client'],
  },
];

/**
 * Installs what is missing where that can be done without asking anyone: as root on Debian and
 * its kin.
 * @returns {Promise<readonly string[]>} the names of what is missing still
 */
export async function provideSystemTools() {
  const missing = SYSTEM_TOOLS.filter((tool) => !isThere(tool));
  if (missing.length > 0 && canUseApt()) {
    const packages = missing.flatMap((tool) => tool.packages);
    const title = `Installing ${missing.map((tool) => tool.name).join(', ')} with apt`;
    await withProgress(title, () => aptInstall(packages)).catch((error) => say(String(error)));
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

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await runProgram('apt-get', [...wait, 'update', '-q'], { env });
  const install = ['install', '-q', '-y', '--no-install-recommends', ...packages];
  await runProgram('apt-get', [...wait, ...install], { env });
}
