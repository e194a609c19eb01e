// @ts-check
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RELEASES, installCodeServer } from './lib/vscode/codeServer.mjs';
import { setUpAgent } from './lib/demonstration/demonstration.mjs';
import { packViewOpener } from './lib/demonstration/viewOpener.mjs';
import { findDesktopCode, openDesktopCode } from './lib/vscode/desktopCode.mjs';
import { openBrowser } from './lib/vscode/openBrowser.mjs';
import { Owned } from './lib/owned.mjs';
import { NODE_24, ROOT, VSIX_DIRECTORY } from './lib/paths.mjs';
import { QUIET_SETTINGS } from './lib/vscode/quietSettings.mjs';
import { readPackageJson } from './lib/readPackageJson.mjs';
import { runProgram } from './lib/runProgram.mjs';
import { makeSampleWorkspace } from './lib/vscode/sampleWorkspace.mjs';
import { printLine, withProgress } from './lib/printLine.mjs';
import { START_USAGE, parseStartOptions } from './lib/startOptions.mjs';
import { hostTarget, vsixName } from './lib/bundles/targets.mjs';
import { VsCodeServer } from './lib/vscode/vscodeServer.mjs';

/** @typedef {Extract<import('./lib/startOptions.mjs').StartOptions, {kind: 'start'}>} Options */

const PROFILES = join(ROOT, '.vscode-test', 'start');

const owned = new Owned();
owned.endOnSignals({ interruptedIsFine: true });
try {
  process.exitCode = await main();
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await owned.end();
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.kind === 'help') {
    printLine(START_USAGE);
    return 0;
  }
  const problem = options.kind === 'wrong' ? options.problem : findProblem(options);
  if (options.kind === 'wrong' || problem !== undefined) {
    printLine(`${problem}\n${START_USAGE}`);
    return 2;
  }
  return start(options);
}

/**
 * @param {Options} options
 * @returns {string | undefined}
 */
function findProblem({ folder }) {
  if (!existsSync(NODE_24)) {
    return 'The development dependencies are missing: run "npm ci" first.';
  }
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return `There is no folder ${resolve(folder)}.`;
  }
  return undefined;
}

/** @param {Options} options */
async function start(options) {
  const folder =
    options.folder === undefined ? await makeSampleWorkspace() : resolve(options.folder);
  const extensions = [
    await withProgress('Building and packaging the extension', packageForThisMachine),
    await packViewOpener(join(PROFILES, 'view-opener')),
  ];
  const agent = await setUpAgent(owned, { directory: PROFILES, folder });
  // The sample is ours and trusted; for other folders VS Code asks as usual.
  const trust = { 'security.workspace.trust.enabled': options.folder !== undefined };
  const settings = { ...QUIET_SETTINGS, ...trust, ...agent.settings };
  const code = findDesktopCode();
  return code === undefined
    ? startEmbedded({ folder, extensions, settings, env: agent.env, port: options.port })
    : startDesktop(code, { folder, extensions, settings, env: agent.env });
}

async function packageForThisMachine() {
  const target = hostTarget();
  await runProgram(NODE_24, [join(ROOT, 'scripts', 'package.mjs'), '--target', target]);
  const { version } = await readPackageJson();
  return join(VSIX_DIRECTORY, vsixName(target, version));
}

/**
 * @typedef {object} Plan
 * @property {string} folder
 * @property {readonly string[]} extensions the .vsix files
 * @property {Readonly<Record<string, unknown>>} settings
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * @param {string} code
 * @param {Plan} plan
 */
async function startDesktop(code, plan) {
  const directory = join(PROFILES, 'desktop');
  const window = owned.add(await openDesktopCode(code, { ...plan, directory }));
  printInstructions(`VS Code (${code}) opens ${plan.folder} with a profile of its own.`);
  await window.ended;
  return 0;
}

/**
 * @param {Plan & {port: number | undefined}} plan
 * @returns {Promise<number>}
 */
async function startEmbedded({ folder, extensions, settings, env, port }) {
  const installation = await installCodeServer(RELEASES.newest);
  const directory = join(PROFILES, 'embedded');
  const options = {
    installation,
    directory,
    settings,
    env,
    ...(port === undefined ? {} : { port }),
  };
  const server = owned.add(new VsCodeServer(options));
  await withProgress(`Starting VS Code ${installation.vscode}`, async () => {
    await server.installExtension(...extensions);
    await server.start();
  });
  const address = server.address({ folder });
  printInstructions(`VS Code ${installation.vscode} with Agent Terminals is at\n\n  ${address}`);
  openBrowser(address);
  await server.group?.ended;
  if (owned.isEnded) {
    return 0;
  }
  throw new Error(`VS Code has ended unexpectedly.\n${server.output.slice(-2000)}`);
}

/** @param {string} where */
function printInstructions(where) {
  printLine(
    `\n${where}\n\nPress "Start Claude in Task..." in the view "Sessions". Ctrl-C here ends it.`,
  );
}
