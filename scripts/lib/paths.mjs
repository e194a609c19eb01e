// @ts-check
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top directory. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What scripts build for themselves; removed at will. */
export const BUILD_DIRECTORY = join(ROOT, '.vscode-test', 'build');

/** Where `npm run package` leaves the .vsix files. */
export const VSIX_DIRECTORY = join(ROOT, 'dist-vsix');

/** Screenshots and logs of failed tests. */
export const RESULTS_DIRECTORY = join(ROOT, 'test-results');

/** Held by the `npm test` that runs in this checkout: two would use the directories above at the same time. */
export const TEST_LOCK = join(ROOT, '.vscode-test', 'test.lock');

/** The Node 24 that comes as a development dependency, whatever runs this script. */
export const NODE_24 = nodeIn(ROOT);

/**
 * The executable of the npm package `node`, installed in `directory`.
 * @param {string} directory
 */
export function nodeIn(directory) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(directory, 'node_modules', 'node', 'bin', name);
}

/** Downloads live here, by version. `AGENT_TERMINALS_TEST_CACHE` moves it out of the clone. */
export function cacheDirectory() {
  return resolve(process.env['AGENT_TERMINALS_TEST_CACHE'] ?? join(ROOT, '.vscode-test'));
}
