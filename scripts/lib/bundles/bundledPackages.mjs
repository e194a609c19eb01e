// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * A package of which a bundle contains code.
 * @typedef {{
 *   readonly name: string,
 *   readonly version: string,
 *   readonly license: string,
 *   readonly notice: string,
 * }} BundledPackage `license` is an SPDX expression, `notice` the text of its licence files
 */

/** The licences whose code may be shipped: they require no more than their own text. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
];

const LICENCE_FILE = /^(licen[cs]e|notice|copying)(\.|-|$)/i;

/**
 * Licence files, in `licences`, of packages that ship none: that of xterm.js's repository, from which
 * the package is built.
 * @type {Readonly<Record<string, string>>}
 */
const OTHERWISE_MISSING = { '@xterm/headless': 'xterm.txt' };

/** A file of a package, also of one that is installed below another. */
const PACKAGE_FILE = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/**
 * The packages of which the bundles contain code, by name and version.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {readonly string[]} [others] directories of packages that are shipped unbundled, below the
 * repository's top
 * @returns {Promise<readonly BundledPackage[]>}
 * @throws if a package has no licence file, or a licence that is not allowed
 */
export async function readBundledPackages(metafiles, others = []) {
  const directories = new Set([...metafiles.flatMap(listDirectories), ...others]);
  const packages = await Promise.all([...directories].map(readPackage));
  return packages.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

/** @param {import('esbuild').Metafile} metafile */
function listDirectories({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => PACKAGE_FILE.exec(path)?.[1] ?? []),
  );
}

/**
 * @param {string} directory
 * @returns {Promise<BundledPackage>}
 */
async function readPackage(directory) {
  const path = join(ROOT, directory);
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const { name, version, license } =
    /** @type {{name: string, version: string, license: string}} */ (manifest);
  if (!ALLOWED.includes(license)) {
    throw new Error(`${name} ${version} has the licence "${license}", which may not be shipped.`);
  }
  const found = (await readdir(path)).filter((file) => LICENCE_FILE.test(file)).sort();
  const missing = OTHERWISE_MISSING[name];
  const files = [
    ...found.map((file) => join(path, file)),
    ...(missing === undefined ? [] : [join(import.meta.dirname, 'licences', missing)]),
  ];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no licence file, whose text must be shipped.`);
  }
  const notice = texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return { name, version, license, notice };
}

/** @param {BundledPackage} bundled */
function keyOf({ name, version }) {
  return `${name} ${version}`;
}
