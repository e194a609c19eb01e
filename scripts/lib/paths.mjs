// @ts-check
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top directory. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The directory of builds that only scripts use; it may be removed at any time. */
export const BUILD_DIRECTORY = join(ROOT, '.vscode-test', 'build');

/** The directory of the .vsix files of `npm run package`. */
export const VSIX_DIRECTORY = join(ROOT, 'dist-vsix');

/** Screenshots and logs of failed tests. */
export const RESULTS_DIRECTORY = join(ROOT, 'test-results');

/** The lock of the `npm test` in this checkout: two would use the directories above together. */
export const TEST_LOCK = join(ROOT, '.vscode-test', 'test.lock');

/** The Node 24 of the development dependencies, regardless of the Node that runs this script. */
export const NODE_24 = nodeIn(ROOT);

/**
 * The executable of the npm package `node`, installed in `directory`.
 * @param {string} directory
 */
export function nodeIn(directory) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(directory, 'node_modules', 'node', 'bin', name);
}

/** The directory of downloads, by version; `AGENT_TERMINALS_TEST_CACHE` replaces it. */
export function cacheDirectory() {
  return resolve(process.env['AGENT_TERMINALS_TEST_CACHE'] ?? join(ROOT, '.vscode-test'));
}
