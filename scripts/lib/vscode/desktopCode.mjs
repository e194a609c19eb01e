// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../findOnPath.mjs';
import { hasDisplay } from './hasDisplay.mjs';
import { ProcessGroup } from '../processGroup.mjs';
import { runProgram } from '../runProgram.mjs';
import { installArguments } from './vscodeServer.mjs';

/**
 * The command `code` of a desktop VS Code. In a remote terminal and under WSL this command controls
 * an editor outside of this system, which supports no separate profile.
 * @returns {string | undefined}
 */
export function findDesktopCode() {
  const isElsewhere = ['VSCODE_IPC_HOOK_CLI', 'WSL_DISTRO_NAME'].some((name) => process.env[name]);
  return isElsewhere || !hasDisplay() ? undefined : findOnPath(['code']);
}

/**
 * Opens a window with the .vsix files installed and a separate profile, so that the person's
 * configuration is not changed.
 * @param {string} code
 * @param {object} options
 * @param {string} options.directory for the profile
 * @param {readonly string[]} options.extensions the .vsix files
 * @param {string} options.folder
 * @param {Readonly<Record<string, unknown>>} options.settings
 * @param {NodeJS.ProcessEnv} options.env
 * @returns {Promise<ProcessGroup>} ends when the window is closed
 */
export async function openDesktopCode(code, { directory, extensions, folder, settings, env }) {
  const user = join(directory, 'User');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'settings.json'), JSON.stringify(settings, undefined, 2));
  const profile = ['--user-data-dir', directory, '--extensions-dir', join(directory, 'extensions')];
  const run = (/** @type {string[]} */ ...args) => shellSafe(code, [...profile, ...args]);
  const install = run(...installArguments(extensions));
  await runProgram(install.file, install.args, { env });
  const open = run('--new-window', '--wait', folder);
  return new ProcessGroup(open.file, open.args, { env });
}

/**
 * On Windows `code` is a batch file, which only the command processor runs.
 * @param {string} file
 * @param {readonly string[]} args
 */
function shellSafe(file, args) {
  return process.platform === 'win32'
    ? { file: 'cmd.exe', args: ['/d', '/c', file, ...args] }
    : { file, args };
}
