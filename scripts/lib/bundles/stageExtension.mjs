// @ts-check
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BUILD_DIRECTORY, NODE_24, ROOT } from '../paths.mjs';
import { readPackageJson } from '../readPackageJson.mjs';
import { runProgram } from '../runProgram.mjs';
import { NOTICES } from './notices.mjs';
import { UNIVERSAL } from './targets.mjs';

/** What a package may contain, as in `.vscodeignore`; a missing file is omitted. */
const FILES = [
  ...['package.nls.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs', 'media'],
  ...['.vscodeignore', join('dist', 'entry.js'), join('dist', 'extension.js')],
  ...[join('dist', 'mcpLibrary.js'), join('dist', 'xterm.js'), join('dist', 'hookHelper.cjs')],
  ...[join('dist', 'host.js'), join('dist', 'headless.cjs'), join('dist', 'cli.js')],
  ...[join('dist', 'screenWorker.js'), join('dist', 'client'), join('dist', NOTICES)],
];

/** Pages for developers, which a package does not contain. */
const INTERNALS = join(ROOT, 'docs', 'internals');

const DEVELOPMENT_ONLY = ['scripts', 'devDependencies', 'allowScripts'];

/** Builds the extension as it is shipped: minified, no source maps. */
export async function buildExtension() {
  await runProgram(NODE_24, [join(ROOT, 'esbuild.mjs'), '--production'], { cwd: ROOT });
}

/**
 * Copies one target's extension into a separate directory, ready to be packaged or loaded.
 * {@link buildExtension} must run before.
 * @param {import('./targets.mjs').Target} target
 * @param {string} [name] of the directory, instead of the target's
 * @returns {Promise<string>} the directory
 */
export async function stageExtension(target, name = target) {
  const stage = stagePath(name);
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const file of FILES.filter((name) => existsSync(join(ROOT, name)))) {
    const filter = (/** @type {string} */ path) => path !== INTERNALS;
    await cp(join(ROOT, file), join(stage, file), { recursive: true, filter });
  }
  await cp(join(ROOT, 'src', 'publishedApi.ts'), join(stage, 'api.d.ts'));
  await writeFile(join(stage, 'package.json'), JSON.stringify(await readManifest(), undefined, 2));
  if (target !== UNIVERSAL) {
    await copyNodePty(target, join(stage, 'vendor', 'node-pty'));
  }
  return stage;
}

/** @param {string} name of a target, or another one passed to {@link stageExtension} */
export function stagePath(name) {
  return join(BUILD_DIRECTORY, 'stage', name);
}

/** The manifest without the parts for development; a package installs no dependencies. */
async function readManifest() {
  const entries = Object.entries(await readPackageJson());
  return Object.fromEntries(entries.filter(([key]) => !DEVELOPMENT_ONLY.includes(key)));
}

/**
 * Copies node-pty with the native modules of one target: its npm package contains those of six
 * targets, and their debug symbols.
 * @param {string} target
 * @param {string} into
 */
async function copyNodePty(target, into) {
  const from = join(ROOT, 'node_modules', 'node-pty');
  const natives = join('prebuilds', target);
  const isRuntimeFile = (/** @type {string} */ path) =>
    !/\.(pdb|map|test\.js)$/.test(basename(path));
  for (const part of ['package.json', 'LICENSE', 'lib', natives]) {
    await cp(join(from, part), join(into, part), { recursive: true, filter: isRuntimeFile });
  }
  if (target.startsWith('darwin')) {
    await chmod(join(into, natives, 'spawn-helper'), 0o755);
  }
}
