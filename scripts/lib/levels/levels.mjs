// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {'tools' | 'check' | 'tests'} kind `tools` installs programs of the system and counts as no test; a
 * `check` passes or fails as a whole; `tests` write their counts
 * @property {readonly string[]} args for Node
 * @property {readonly string[]} needs tools of the system without which it cannot run
 * @property {readonly string[]} after names of levels, listed before it, that end before it starts:
 * it uses their output, or both together would overload a small machine
 */

/** How many levels run at the same time: on two cores more of them delay each other. */
export const AT_ONCE = 2;

/** Installs what is missing of the system, which mostly waits for downloads. */
export const TOOLS = 'tools';

/** A long level: six files at a time, which mostly wait for other programs. */
const PROCESS = 'process tests';

/** The level that builds the packages, which the levels in VS Code install. */
export const PACKAGE = 'package';

const modulePath = (/** @type {string[]} */ ...parts) => join(ROOT, 'node_modules', ...parts);
const scriptPath = (/** @type {string} */ name) => join(ROOT, 'scripts', name);

/** Runs mocha with the reporter that writes the totals; files or patterns follow. */
export const MOCHA = /** @type {readonly string[]} */ ([
  modulePath('mocha', 'bin', 'mocha.js'),
  '--import=tsx',
  ...['--reporter', join(ROOT, 'scripts', 'lib', 'levels', 'totalsReporter.cjs')],
  ...['--require', join(ROOT, 'scripts', 'lib', 'levels', 'timeLimits.cjs')],
  ...['--require', join(ROOT, 'scripts', 'lib', 'levels', 'cpuTimes.cjs')],
]);

/** The time limit of one test by folder of `test`, in milliseconds, on an idle machine. */
export const TIMEOUTS_MS = Object.freeze({
  unit: 60_000,
  process: 120_000,
  package: 10_000,
  ui: 180_000,
});

/** The last level before `ui`, beside whose two VS Codes only checks and unit tests run. */
const FLOOR = 'integration on the floor';

/** Most process tests wait for other programs: more files at once than there are cores. */
const FILES_AT_ONCE = ['--parallel', '--jobs', '6'];

/** A VS Code and its browser keep one core busy. */
const WINDOWS_AT_ONCE = ['--parallel', '--jobs', '2'];

/**
 * The process tests in the order in which they run. The more memory a process has, the more its start of
 * a program costs: files that start many programs run first, those whose screens take memory last.
 */
const PROCESS_FILES = [
  'worktrees/**/*.test.ts',
  'pty/!(screen)/**/*.test.ts',
  '{*.test.ts,!(worktrees|pty)/**/*.test.ts}',
  'pty/*.test.ts',
  'pty/screen/**/*.test.ts',
];

/** The folders that `npm run lint:types` checks. */
export const LINTED = ['src', 'test', 'bench', 'scripts'];

/**
 * All levels. They start in this order: the long ones and their predecessors first; the others run
 * while those wait for downloads and other programs. {@link Level.args} run in the repository's top directory.
 */
export const LEVELS = /** @type {readonly Level[]} */ ([
  { name: TOOLS, kind: 'tools', args: [], needs: [], after: [] },
  check(PACKAGE, scriptPath('package.mjs')),
  { ...mochaLevel('process', { options: FILES_AT_ONCE, files: PROCESS_FILES }), after: [TOOLS] },
  { ...mochaLevel('package'), after: [PACKAGE] },
  inVsCode('integration', [TOOLS, PACKAGE], scriptPath('test-integration.mjs')),
  inVsCode(FLOOR, ['integration'], scriptPath('test-integration.mjs'), '--release', 'floor'),
  inVsCode('ui', [PROCESS, FLOOR], scriptPath('test-ui.mjs'), ...WINDOWS_AT_ONCE),
  check('format', modulePath('prettier', 'bin', 'prettier.cjs'), '--check', '.'),
  check('lint', modulePath('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'),
  // The rules that need types or all files, in a sixth of the time that they take in ESLint.
  check('lint with types', modulePath('oxlint', 'bin', 'oxlint'), ...LINTED),
  check('unused code', modulePath('knip', 'bin', 'knip.js'), '--no-config-hints'),
  // TypeScript 7 takes a quarter of the time of the version that ESLint uses.
  check('types', modulePath('typescript-7', 'bin', 'tsc'), '-p', '.'),
  mochaLevel('unit'),
]);

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Level}
 */
function check(name, ...args) {
  return { name, kind: 'check', args, needs: [], after: [] };
}

/**
 * @param {string} name
 * @param {readonly string[]} after
 * @param {string[]} args
 * @returns {Level}
 */
function inVsCode(name, after, ...args) {
  return { name, kind: 'tests', args, needs: ['Chromium'], after };
}

/**
 * @param {'unit' | 'process' | 'package'} folder of `test`
 * @param {{options?: readonly string[], files?: readonly string[]}} run further options of mocha, and
 * patterns of the files in the folder, which run in this order
 * @returns {Level}
 */
function mochaLevel(folder, { options = [], files = ['**/*.test.ts'] } = {}) {
  const timeout = ['--timeout', String(TIMEOUTS_MS[folder])];
  const patterns = files.map((pattern) => `test/${folder}/${pattern}`);
  const args = [...MOCHA, ...timeout, ...options, ...patterns];
  return { name: `${folder} tests`, kind: 'tests', args, needs: [], after: [] };
}
