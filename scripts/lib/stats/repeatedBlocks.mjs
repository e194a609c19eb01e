// @ts-check
import ts from 'typescript';
import { pathOf } from './sources.mjs';
import { groupBy } from './sizes.mjs';

/** The least number of equal lines in a row that counts as a repeated block. */
export const BLOCK_LINES = 8;

/** @typedef {{text: string, place: string}} CodeLine */
/**
 * @typedef {object} RepeatedBlock
 * @property {number} lines compared ones: imports, comments and lone punctuation do not count
 * @property {string[]} places where it begins, as "src/pty/session.ts:12"
 */
/** @typedef {{start: number, length: number}} Block positions in the list of all lines, and its length */

/**
 * Blocks of at least {@link BLOCK_LINES} equal lines in two or more places, largest first. Each is
 * as long as all its places allow. A block counts only if one of its places is new, that is, not
 * part of a larger block.
 * @param {readonly ts.SourceFile[]} files
 * @returns {RepeatedBlock[]}
 */
export function findRepeatedBlocks(files) {
  const lines = files.flatMap((file) => [...codeLines(file), undefined]);
  const candidates = findRepeats(lines.map((line) => line?.text)).sort(
    (one, other) => other.length - one.length || other.starts.length - one.starts.length,
  );
  /** @type {Set<number>} */
  const covered = new Set();
  /** @type {RepeatedBlock[]} */
  const blocks = [];
  for (const { length, starts } of candidates) {
    const places = withoutOverlaps(starts, length);
    const isNew = places.some((start) => !range(start, length).some((at) => covered.has(at)));
    if (places.length > 1 && isNew) {
      places.flatMap((start) => range(start, length)).forEach((at) => covered.add(at));
      blocks.push({ lines: length, places: places.map((start) => lines[start]?.place ?? '') });
    }
  }
  return blocks;
}

/**
 * Equal lines from each start on, as long as all places of a block allow; it may be the end of a
 * block that starts earlier.
 * @param {readonly (string | undefined)[]} texts undefined between files
 */
function findRepeats(texts) {
  /** @type {{length: number, starts: number[]}[]} */
  const repeats = [];
  const extend = (/** @type {number[]} */ starts, /** @type {number} */ least) => {
    if (starts.length < 2) {
      return;
    }
    let length = least;
    while (isShared(starts.map((start) => texts[start + length]))) {
      length += 1;
    }
    repeats.push({ length, starts });
    const nextOf = (/** @type {number} */ start) => texts[start + length];
    const going = starts.filter((start) => nextOf(start) !== undefined);
    groupBy(going, (start) => nextOf(start) ?? '').forEach((group) => extend(group, length + 1));
  };
  const starts = texts.map((_, start) => start).filter((start) => isWhole(texts, start));
  const windowAt = (/** @type {number} */ start) =>
    texts.slice(start, start + BLOCK_LINES).join('\n');
  groupBy(starts, windowAt).forEach((group) => extend(group, BLOCK_LINES));
  return repeats;
}

/** @param {readonly (string | undefined)[]} texts */
function isShared([first, ...others]) {
  return first !== undefined && others.every((text) => text === first);
}

/**
 * Whether a window of {@link BLOCK_LINES} that begins here ends in the same file.
 * @param {readonly (string | undefined)[]} texts
 * @param {number} start
 */
function isWhole(texts, start) {
  return range(start, BLOCK_LINES).every((at) => texts[at] !== undefined);
}

/**
 * @param {readonly number[]} starts ascending
 * @param {number} length
 */
function withoutOverlaps(starts, length) {
  let end = 0;
  return starts.filter((start) => {
    const isFree = start >= end;
    end = isFree ? start + length : end;
    return isFree;
  });
}

/**
 * @param {number} start
 * @param {number} length
 */
function range(start, length) {
  return Array.from({ length }, (_, at) => start + at);
}

/**
 * The lines of a file by their tokens, so that white space and comments make no difference.
 * @param {ts.SourceFile} file
 * @returns {CodeLine[]}
 */
function codeLines(file) {
  /** @type {Map<number, {words: string[], isCode: boolean}>} */
  const byLine = new Map();
  forEachToken(file, file, (token) => {
    const { line } = file.getLineAndCharacterOfPosition(token.getStart(file));
    const isCode = !isPunctuation(token);
    // A template may span lines.
    token
      .getText(file)
      .split('\n')
      .forEach((text, at) => {
        const known = byLine.get(line + at) ?? { words: [], isCode: false };
        known.words.push(...(text.trim() === '' ? [] : [text.trim()]));
        known.isCode ||= isCode;
        byLine.set(line + at, known);
      });
  });
  return [...byLine]
    .filter(([, { words, isCode }]) => isCode && words.length > 0)
    .map(([line, { words }]) => ({
      text: words.join(' '),
      place: `${pathOf(file)}:${line + 1}`,
    }));
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} file
 * @param {(token: ts.Node) => void} visit
 */
function forEachToken(node, file, visit) {
  for (const child of node.getChildren(file)) {
    if (isSkipped(child)) {
      continue;
    }
    if (child.getChildCount(file) > 0) {
      forEachToken(child, file, visit);
    } else if (child.getWidth(file) > 0) {
      visit(child);
    }
  }
}

/** @param {ts.Node} node */
function isSkipped(node) {
  const isImport =
    ts.isImportDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined);
  return isImport || ts.isJSDoc(node);
}

/** @param {ts.Node} token */
function isPunctuation({ kind }) {
  return kind >= ts.SyntaxKind.FirstPunctuation && kind <= ts.SyntaxKind.LastPunctuation;
}
