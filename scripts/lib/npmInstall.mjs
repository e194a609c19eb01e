// @ts-check
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { environmentWithout } from './environmentWithout.mjs';
import { NODE_24 } from './paths.mjs';
import { runProgram } from './runProgram.mjs';

/**
 * Installs exact versions of npm packages into a directory of their own, apart from the
 * extension's dependencies. Only the packages in `allowScripts` run install scripts.
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
 * Runs npm itself on Node 24, since a package may refuse another.
 * @param {string} cwd
 * @param {readonly string[]} args
 */
export async function runNpm(cwd, args) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--omit=dev'];
  const all = [...args, ...quiet];
  const npm = process.env['npm_execpath'];
  const options = { cwd, env: npmEnvironment() };
  if (npm?.endsWith('.js')) {
    await runProgram(NODE_24, [npm, ...all], options);
  } else if (process.platform === 'win32') {
    await runProgram('cmd.exe', ['/d', '/s', '/c', 'npm', ...all], options);
  } else {
    await runProgram('npm', all, options);
  }
}

/** An outer npm tells the inner one, and the scripts of packages, which Node it itself runs on. */
function npmEnvironment() {
  const env = environmentWithout(['npm_config_user_agent']);
  return { ...env, PATH: [dirname(NODE_24), env['PATH']].join(delimiter) };
}
