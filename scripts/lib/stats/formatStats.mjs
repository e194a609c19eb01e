// @ts-check
import { MOST_DEPENDENCIES } from './dependencies.mjs';
import { BLOCK_LINES } from './repeatedBlocks.mjs';
import { SHORT_FILE_LINES } from './sizes.mjs';
import { MAIN } from './wiring.mjs';

/** @typedef {import('./measure.mjs').Stats} Stats */
/** @typedef {readonly (string | number)[]} Row */

/** The measures as plain text: a title for each group, its rows indented below in columns. */
export function formatStats(/** @type {Stats} */ stats) {
  const { functions, wiring, wideClasses, importCycles, unusedExports, repeatedBlocks } = stats;
  const { max } = functions;
  return [
    ...formatTree('src', stats.src),
    ...formatTree('test', stats.test),
    'folders of src with the most .ts files of their own',
    ...alignColumns(stats.largestFolders.map(({ path, files }) => [path, files])),
    `files of src under ${SHORT_FILE_LINES} lines: ${stats.shortFiles}`,
    `functions of src, in lines: count ${functions.count}, median ${functions.median}, 99th percentile ${functions.p99}`,
    ...(max ? alignColumns([['longest', max.lines, max.name, max.place]]) : []),
    formatWiring(MAIN.join(', '), wiring.main),
    formatWiring('create*.ts of rooms', wiring.rooms),
    `classes with more than ${MOST_DEPENDENCIES} dependencies: ${wideClasses.length}`,
    ...alignColumns(wideClasses.map((one) => [one.dependencies, one.name, one.place])),
    ...formatCycles('import cycles', importCycles.loaded),
    ...formatCycles('import cycles by `import type` only', importCycles.typesOnly),
    `exports of src that no other file of bench, scripts, src and test imports: ${unusedExports.length}`,
    `repeated blocks of ${BLOCK_LINES} lines or more: ${repeatedBlocks.count}`,
    ...alignColumns(repeatedBlocks.largest.map(({ lines, places }) => [lines, places.join(' ')])),
  ].join('\n');
}

/**
 * @param {string} where
 * @param {import('./wiring.mjs').Wiring} wiring
 */
function formatWiring(where, { files, lines, spreads }) {
  return `wiring (${where}): ${files} files, ${lines} lines, ${spreads} spread assignments`;
}

/**
 * @param {string} title
 * @param {Stats['src']} tree
 */
function formatTree(title, { files, lines, rooms }) {
  return [
    `${title}: ${files} files, ${lines} lines`,
    ...alignColumns([
      ['folder', 'files', 'lines'],
      ...rooms.map((room) => [room.name, room.files, room.lines]),
    ]),
  ];
}

/**
 * @param {string} title
 * @param {Stats['importCycles']['loaded']} cycles
 */
function formatCycles(title, cycles) {
  return [
    `${title}: ${cycles.length}`,
    ...alignColumns(
      cycles.map(({ files, shortest }) => [`${files.length} files`, shortest.join(' > ')]),
    ),
  ];
}

/**
 * Rows in columns, each as wide as its widest cell; a column of numbers is aligned to the right.
 * @param {readonly Row[]} rows
 */
function alignColumns(rows) {
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column] ?? '')) ?? [];
  const pads = columns.map((cells) => {
    const width = Math.max(...cells.map((cell) => String(cell).length));
    const isNumeric = typeof cells.at(-1) === 'number';
    return (/** @type {string | number} */ cell) =>
      isNumeric ? String(cell).padStart(width) : String(cell).padEnd(width);
  });
  return rows.map((row) => {
    const cells = row.map((cell, column) => pads[column]?.(cell) ?? '');
    return `  ${cells.join('  ')}`.trimEnd();
  });
}
