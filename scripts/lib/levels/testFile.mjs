// @ts-check
import { join, relative, sep } from 'node:path';
import { ROOT } from '../paths.mjs';
import { MOCHA, TIMEOUTS_MS } from './levels.mjs';

const scriptPath = (/** @type {string} */ name) => join(ROOT, 'scripts', name);

/**
 * By folder of `test`: the programs that run one of its files, each as arguments for Node; the last
 * one receives the file and all further arguments.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const PROGRAMS = {
  unit: [[...MOCHA, '--timeout', String(TIMEOUTS_MS.unit)]],
  process: [[...MOCHA, '--timeout', String(TIMEOUTS_MS.process)]],
  package: [[scriptPath('package.mjs')], [...MOCHA, '--timeout', String(TIMEOUTS_MS.package)]],
  integration: [[scriptPath('test-integration.mjs')]],
  ui: [[scriptPath('test-ui.mjs')]],
};

/** @typedef {{kind: 'run', programs: readonly (readonly string[])[]} | {kind: 'refused', why: string}} TestFilePlan */

/**
 * Decides how one test file is run: with the options of the level whose folder contains it.
 * @param {string | undefined} path absolute
 * @param {readonly string[]} more arguments
 * @param {(path: string) => boolean} exists
 * @returns {TestFilePlan}
 */
export function planTestFile(path, more, exists) {
  if (path === undefined) {
    return refuse('Name a test file, such as test/unit/pty/session/session.test.ts.');
  }
  const file = relative(ROOT, path).replaceAll(sep, '/');
  const [top, level = '', ...rest] = file.split('/');
  const programs = Object.hasOwn(PROGRAMS, level) ? PROGRAMS[level] : undefined;
  const isTest = top === 'test' && rest.length > 0 && file.endsWith('.test.ts');
  if (!isTest || programs === undefined) {
    const folders = Object.keys(PROGRAMS).map((name) => `test/${name}`);
    return refuse(`${file} is not a test file: those are *.test.ts in ${folders.join(', ')}.`);
  }
  if (!exists(path)) {
    return refuse(`There is no file ${file}.`);
  }
  return {
    kind: 'run',
    programs: programs.map((args, index) =>
      index === programs.length - 1 ? [...args, file, ...more] : args,
    ),
  };
}

/**
 * @param {string} why
 * @returns {TestFilePlan}
 */
function refuse(why) {
  return { kind: 'refused', why };
}
