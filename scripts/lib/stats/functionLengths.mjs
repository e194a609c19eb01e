// @ts-check
import ts from 'typescript';
import { forEachNode, placeOf } from './sources.mjs';

/** @typedef {{lines: number, name: string, place: string}} MeasuredFunction */
/**
 * @typedef {object} FunctionLengths lengths in lines
 * @property {number} count
 * @property {number} median
 * @property {number} p99
 * @property {MeasuredFunction | undefined} max undefined if there is no function
 */

/**
 * The lengths of all functions with statements, from the first line of the declaration (without its
 * comment) to the last. An arrow function of a single expression is not counted. A nested function
 * counts on its own and as part of the outer one.
 * @param {readonly ts.SourceFile[]} files
 * @returns {FunctionLengths}
 */
export function measureFunctions(files) {
  const functions = files.flatMap(findFunctions).sort((one, other) => one.lines - other.lines);
  const lengths = functions.map(({ lines }) => lines);
  return {
    count: functions.length,
    median: percentile(lengths, 50),
    p99: percentile(lengths, 99),
    max: functions.at(-1),
  };
}

/**
 * The nearest-rank percentile: the least value that `percent` of all values do not exceed.
 * @param {readonly number[]} sorted ascending
 * @param {number} percent
 */
export function percentile(sorted, percent) {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
}

/**
 * @param {ts.SourceFile} file
 * @returns {MeasuredFunction[]}
 */
function findFunctions(file) {
  /** @type {MeasuredFunction[]} */
  const found = [];
  forEachNode(file, (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      found.push({ lines: linesOf(node, file), name: nameOf(node), place: placeOf(node) });
    }
  });
  return found;
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} file
 */
function linesOf(node, file) {
  const lineAt = (/** @type {number} */ at) => file.getLineAndCharacterOfPosition(at).line;
  return lineAt(node.getEnd()) - lineAt(node.getStart(file)) + 1;
}

/**
 * The function's own name, or that of the variable or property to which it is assigned; that of a
 * member with its class.
 * @param {ts.SignatureDeclaration} node
 * @returns {string}
 */
function nameOf(node) {
  const { parent } = node;
  const own = ts.isConstructorDeclaration(node) ? 'constructor' : node.name?.getText();
  if (own !== undefined) {
    const owner = ts.isClassLike(parent) ? parent.name?.text : undefined;
    return owner === undefined ? own : `${owner}.${own}`;
  }
  const isAssigned =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent);
  return isAssigned ? parent.name.getText() : '(anonymous)';
}
