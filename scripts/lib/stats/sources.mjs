// @ts-check
import { readFile, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} SourceText
 * @property {string} path relative to the checkout, with forward slashes, such as "src/pty/session.ts"
 * @property {string} text
 */

/** The measured folders of a checkout, and those whose imports count as uses. */
export const READ_FOLDERS = ['bench', 'scripts', 'src', 'test'];

/** All .ts and .mjs files of `READ_FOLDERS` in a checkout, sorted by path. */
export async function readSources(/** @type {string} */ root) {
  const folders = await Promise.all(READ_FOLDERS.map((folder) => readFolder(root, folder)));
  return folders.flat().sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<SourceText[]>}
 */
async function readFolder(root, folder) {
  const names = await readdir(join(root, folder), { recursive: true });
  const paths = names
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name.split(sep).join('/')}`);
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}

/**
 * Parses each text. The file names are the paths with a leading slash, as if the checkout were `/`.
 * @param {readonly SourceText[]} sources
 */
export function parseSources(sources) {
  return sources.map(({ path, text }) =>
    ts.createSourceFile(`/${path}`, text, ts.ScriptTarget.ES2022, true),
  );
}

/** A file's path in its checkout. */
export function pathOf(/** @type {ts.SourceFile} */ file) {
  return file.fileName.slice(1);
}

/**
 * The place where a node begins, as "src/pty/session.ts:12".
 * @param {ts.Node} node
 */
export function placeOf(node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${pathOf(file)}:${line + 1}`;
}

/**
 * Calls `visit` for each node below `node`, parents first.
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} visit
 */
export function forEachNode(node, visit) {
  ts.forEachChild(node, (child) => {
    visit(child);
    forEachNode(child, visit);
  });
}
