// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {'check' | 'tests'} kind a check passes or fails as one; tests leave their counts
 * @property {readonly string[]} args for Node
 * @property {readonly string[]} needs tools of the system without which it cannot run at all
 */

const modulePath = (/** @type {string[]} */ ...parts) => join(ROOT, 'node_modules', ...parts);
const scriptPath = (/** @type {string} */ name) => join(ROOT, 'scripts', name);

/** Most of these tests wait for other programs: more at once than there are cores. */
const SIDE_BY_SIDE = ['--parallel', '--jobs', '3'];

/** All levels, cheapest first; {@link Level.args} run in the repository's top directory. */
export const LEVELS = /** @type {readonly Level[]} */ ([
  check('format', modulePath('prettier', 'bin', 'prettier.cjs'), '--check', '.'),
  check('lint', modulePath('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'),
  check('types', modulePath('typescript', 'bin', 'tsc'), '-p', '.'),
  mochaLevel('unit', 10_000),
  mochaLevel('process', 60_000, ...SIDE_BY_SIDE),
  check('package', scriptPath('package.mjs')),
  mochaLevel('package', 10_000),
  inBrowser('integration', scriptPath('test-integration.mjs')),
  inBrowser('integration on the floor', scriptPath('test-integration.mjs'), '--release', 'floor'),
  inBrowser('ui', scriptPath('test-ui.mjs')),
]);

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Level}
 */
function check(name, ...args) {
  return { name, kind: 'check', args, needs: [] };
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Level}
 */
function tests(name, ...args) {
  return { name, kind: 'tests', args, needs: [] };
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Level}
 */
function inBrowser(name, ...args) {
  return { ...tests(name, ...args), needs: ['Chromium'] };
}

/**
 * @param {string} folder of `test`
 * @param {number} timeoutMs of one test
 * @param {string[]} options more of mocha's
 */
function mochaLevel(folder, timeoutMs, ...options) {
  return tests(
    `${folder} tests`,
    modulePath('mocha', 'bin', 'mocha.js'),
    '--import=tsx',
    ...['--reporter', join(ROOT, 'scripts', 'lib', 'levels', 'totalsReporter.cjs')],
    ...['--timeout', String(timeoutMs), ...options],
    `test/${folder}/**/*.test.ts`,
  );
}
