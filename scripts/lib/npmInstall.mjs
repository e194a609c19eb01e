// @ts-check
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { environmentWithout } from './environmentWithout.mjs';
import { NODE_24 } from './paths.mjs';
import { formatFailure, runToExit } from './runProgram.mjs';

/** The time limit of one attempt: npm does not detect that a connection to the registry stalls. */
const TRY_MS = 240_000;
const TRIES = 3;

/**
 * Installs exact versions of npm packages into a separate directory, outside of the extension's
 * dependencies. Only the packages in `allowScripts` run install scripts.
 * @param {string} directory
 * @param {readonly string[]} packages each `name@version`
 * @param {{allowScripts?: readonly string[]}} [options]
 */
export async function npmInstall(directory, packages, { allowScripts = [] } = {}) {
  const manifest = {
    private: true,
    allowScripts: Object.fromEntries(allowScripts.map((name) => [name, true])),
  };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  const scripts = allowScripts.length === 0 ? ['--ignore-scripts'] : [];
  await runNpm(directory, ['install', '--save-exact', ...scripts, ...packages]);
}

/**
 * Runs npm itself on Node 24, since a package may refuse others. Tries again after the time limit.
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {{tryMs?: number}} [limits]
 * @throws with the command and the end of its output, if it fails, or takes too long three times
 */
export async function runNpm(cwd, args, { tryMs = TRY_MS } = {}) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--omit=dev'];
  const all = [...args, ...quiet];
  const [file, ...before] = npmCommand();
  const command = [...before, ...all];
  for (let tries = 1; ; tries++) {
    const options = { cwd, env: npmEnvironment(), timeoutMs: tryMs };
    const { code, output } = await runToExit(file, command, options);
    if (code === 0) {
      return;
    }
    const isLate = typeof code === 'string';
    if (!isLate || tries === TRIES) {
      throw new Error(formatFailure([file, ...command], code, output));
    }
  }
}

/** @returns {[string, ...string[]]} */
function npmCommand() {
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js')) {
    return [NODE_24, npm];
  }
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/** Node 24 first on the PATH, and no user agent, which passes on the version of an outer Node. */
function npmEnvironment() {
  const env = environmentWithout(['npm_config_user_agent']);
  return { ...env, PATH: [dirname(NODE_24), env['PATH']].join(delimiter) };
}
