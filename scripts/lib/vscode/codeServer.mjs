// @ts-check
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from '../installOnce.mjs';
import { npmInstall, runNpm } from '../npmInstall.mjs';
import { NODE_24, ROOT, cacheDirectory, nodeIn } from '../paths.mjs';

/**
 * @typedef {object} Release a VS Code server that npm can install
 * @property {string} codeServer the version of the npm package `code-server` that contains it
 * @property {string} vscode the version of VS Code itself
 * @property {string | undefined} node the npm version of the Node it needs; without one, Node 24
 */

/** The current VS Code, and the oldest that the manifest allows. */
export const RELEASES = /** @type {const} */ ({
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: undefined },
  floor: { codeServer: '4.103.2', vscode: '1.103.2', node: '22.23.3' },
});

/** Native modules of the server, and their stand-ins; names differ by version. */
const STAND_INS = /** @type {const} */ ([
  ['@vscode/spdlog', 'spdlogStandIn.cjs'],
  ['@vscode/native-watchdog', 'watchdogStandIn.cjs'],
  ['native-watchdog', 'watchdogStandIn.cjs'],
]);

/**
 * @typedef {object} ServerInstallation
 * @property {string} node the Node executable to run it with
 * @property {string} main its entry point
 * @property {string} vscode its version
 */

/**
 * Installs the VS Code server, once for each version.
 *
 * Install scripts do not run: they would compile native modules, and not every machine has a
 * compiler. An extension needs only a few of these modules, which have stand-ins. On the floor
 * version VS Code's own terminals do not work this way; those of an extension do.
 * @param {Release} release
 * @returns {Promise<ServerInstallation>}
 */
export async function installCodeServer(release) {
  const directory = join(cacheDirectory(), `code-server-${release.codeServer}`);
  await installOnce(directory, `Installing VS Code ${release.vscode} (server)`, async (into) => {
    await npmInstall(into, [`code-server@${release.codeServer}`]);
    const server = serverDirectory(into);
    await runNpm(server, ['install', '--ignore-scripts']);
    await putStandIns(join(server, 'node_modules'));
  });
  const node = release.node === undefined ? NODE_24 : await installNode(release.node);
  const main = join(serverDirectory(directory), 'out', 'server-main.js');
  return { node, main, vscode: release.vscode };
}

/**
 * @param {string} modules the server's node_modules
 */
async function putStandIns(modules) {
  for (const [name, standIn] of STAND_INS.filter(([name]) => existsSync(join(modules, name)))) {
    await copyFile(
      join(ROOT, 'scripts', 'lib', 'vscode', standIn),
      join(modules, name, 'index.js'),
    );
  }
}

/** @param {string} directory */
function serverDirectory(directory) {
  return join(directory, 'node_modules', 'code-server', 'lib', 'vscode');
}

/** @param {string} version */
async function installNode(version) {
  const directory = join(cacheDirectory(), `node-${version}`);
  await installOnce(directory, `Installing Node ${version}`, (into) =>
    npmInstall(into, [`node@${version}`], { allowScripts: ['node'] }),
  );
  return nodeIn(directory);
}
