// @ts-check
import { readFile, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { minimatch } from 'minimatch';
import { CREATORS, MAIN, NO_CREATORS } from '../../../eslint.rooms.mjs';

/** @typedef {Readonly<Record<string, number>>} Sizes lines, files or words by what is counted */
/** @typedef {{path: string, lines: number}} Source */

/** How far a size may exceed its budget. */
const TOLERANCE = 1.01;

/** Files of so many lines or fewer count as short. */
const SHORT_LINES = 40;

/** The levels of tests whose folders are named after rooms. */
const LEVELS_OF_ROOMS = ['unit', 'process', 'support'];

/**
 * Measures a checkout. Files that a program writes are not counted. The tests are counted without their fixtures, by room over all levels; the pages are those at
 * the top and in `docs`.
 * @param {string} root
 * @returns {Promise<Sizes>}
 */
export async function measure(root) {
  const src = (await readSources(root, 'src')).filter(({ path }) => !path.includes('/generated/'));
  const tests = (await readSources(root, 'test')).filter(
    ({ path }) => !path.startsWith('test/fixtures/'),
  );
  return {
    src: sumLines(src),
    ...sumByRoom(src, ([, room = '', ...rest]) => (rest.length > 0 ? room : '(top)')),
    'files of src': src.length,
    [`files of src of ${SHORT_LINES} lines or fewer`]: src.filter(
      ({ lines }) => lines <= SHORT_LINES,
    ).length,
    wiring: sumLines(
      src.filter((one) => isAmong(one, [...MAIN, ...CREATORS]) && !isAmong(one, NO_CREATORS)),
    ),
    test: sumLines(tests),
    ...sumByRoom(tests, ([, level = '', room = '', ...rest]) =>
      LEVELS_OF_ROOMS.includes(level) && rest.length > 0 ? room : level,
    ),
    bench: sumLines(await readSources(root, 'bench')),
    scripts: sumLines(await readSources(root, 'scripts')),
    'words of pages': await countWords(root),
  };
}

/** The sizes that have a budget: all but the tests of single rooms. */
export function budgetOf(/** @type {Sizes} */ sizes) {
  return Object.fromEntries(Object.entries(sizes).filter(([name]) => !name.startsWith('test/')));
}

/**
 * @param {Sizes} sizes
 * @param {Sizes} budget
 * @returns {readonly string[]} one line for each size that exceeds its budget by more than the tolerance
 */
export function findExcess(sizes, budget) {
  return Object.entries(budgetOf(sizes)).flatMap(([name, size]) => {
    const limit = budget[name] ?? 0;
    return size > limit * TOLERANCE ? [`${name}: ${size}, budget ${limit}`] : [];
  });
}

/**
 * The .ts and .mjs files of a folder, by their paths with forward slashes.
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<Source[]>}
 */
async function readSources(root, folder) {
  const names = await readdir(join(root, folder), { recursive: true });
  return Promise.all(
    names
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map(async (name) => {
        const text = await readFile(join(root, folder, name), 'utf8');
        const path = `${folder}/${name.split(sep).join('/')}`;
        return { path, lines: text.split('\n').length - 1 };
      }),
  );
}

/**
 * @param {Source} source
 * @param {readonly string[]} globs
 */
function isAmong({ path }, globs) {
  return globs.some((glob) => minimatch(path, glob));
}

/** @param {readonly Source[]} sources */
function sumLines(sources) {
  return sources.reduce((sum, { lines }) => sum + lines, 0);
}

/**
 * @param {readonly Source[]} sources of one folder
 * @param {(names: readonly string[]) => string} roomOf a path by its names
 * @returns {Sizes}
 */
function sumByRoom(sources, roomOf) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { path, lines } of sources) {
    const names = path.split('/');
    const room = `${names[0]}/${roomOf(names)}`;
    sums[room] = (sums[room] ?? 0) + lines;
  }
  return Object.fromEntries(Object.entries(sums).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The words of all pages, as `wc -w` counts them. */
async function countWords(/** @type {string} */ root) {
  const top = await readdir(root);
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  const pages = [...top, ...docs.map((name) => join('docs', name))].filter((name) =>
    name.endsWith('.md'),
  );
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), 'utf8')));
  return texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
