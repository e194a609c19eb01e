// @ts-check
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { ROOT } from '../paths.mjs';
import { WHOLE_FILES } from './buildWhole.mjs';
import { MCP_LIBRARY_IMPORT } from './mcpLibraryBundle.mjs';
import { LAZY_XTERM_BESIDE } from './xtermBundle.mjs';

/** The file that VS Code loads. Its directory has the others, also libraries that are loaded at their first use. */
const ENTRY = join(ROOT, 'dist', 'extension', 'extension.js');

/** The name of a file that another one loads; it ends in a digest. */
const PART = /-[A-Z0-9]{8}\.js$/;

/** @type {import('esbuild').TransformOptions} */
const COMMON_JS_FILE = {
  banner: '"use strict";',
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  supported: { 'dynamic-import': false },
};

/**
 * esbuild divides a program into several files in ES modules only, and an extension is CommonJS: each
 * file is converted. The entry becomes the last file, since it names others.
 * @param {{ readonly minify: boolean, readonly sourcemap: false | 'inline' }} output
 * @returns {import('esbuild').Plugin}
 */
const commonJs = (output) => ({
  name: 'commonJs',
  setup(bundle) {
    bundle.onEnd(async ({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        const { code } = await transform(file.text, { ...COMMON_JS_FILE, ...output });
        file.contents = new TextEncoder().encode(code);
      }
      outputFiles.sort((one, other) => Number(one.path === ENTRY) - Number(other.path === ENTRY));
    });
  },
});

/**
 * Removes the parts of earlier builds.
 * @type {import('esbuild').Plugin}
 */
const NO_OLD_PARTS = {
  name: 'noOldParts',
  setup(bundle) {
    bundle.onEnd(async ({ errors, outputFiles = [] }) => {
      const written = new Set(outputFiles.map(({ path }) => basename(path)));
      const directory = dirname(ENTRY);
      const names = errors.length > 0 ? [] : await readdir(directory).catch(() => []);
      for (const name of names.filter((one) => PART.test(one) && !written.has(one))) {
        await rm(join(directory, name), { force: true });
      }
    });
  },
};

/**
 * The extension. Each `import()` begins a file, so that a file is loaded when it is used.
 * `node-pty` stays outside: it finds its native module, and on Windows a worker, by a path beside its
 * own files.
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions}
 */
export function extensionBundle(production) {
  const output = /** @type {const} */ ({
    minify: production,
    sourcemap: production ? false : 'inline',
  });
  return {
    entryPoints: { [basename(ENTRY, '.js')]: join(ROOT, 'src', 'entry.ts') },
    outdir: dirname(ENTRY),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['vscode', 'node-pty', MCP_LIBRARY_IMPORT],
    plugins: [LAZY_XTERM_BESIDE, commonJs(output), WHOLE_FILES, NO_OLD_PARTS],
    ...output,
    logLevel: 'warning',
  };
}
