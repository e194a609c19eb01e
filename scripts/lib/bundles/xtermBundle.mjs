// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Marks the import that a module of this plugin makes of the package itself. */
const OWN = 'own';

/** The exports that this project uses, by package. */
const EXPORTS = /** @type {Readonly<Record<string, string>>} */ ({
  '@xterm/headless': 'Terminal',
  '@xterm/addon-unicode11': 'Unicode11Addon',
});

/** The import by which the extension loads {@link XTERM}. */
const XTERM_IMPORT = './xterm.js';

/**
 * xterm.js, one file beside the extension.
 * @type {import('esbuild').BuildOptions}
 */
export const XTERM = {
  stdin: {
    contents: Object.entries(EXPORTS)
      .map(([path, name]) => `export { ${name} } from '${path}';`)
      .join('\n'),
    resolveDir: ROOT,
  },
  outfile: join(ROOT, 'dist', 'xterm.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
};

/** For programs in one file: xterm.js is inside. */
export const LAZY_XTERM = lazyXterm((path) => path);

/** For the extension: xterm.js is in a file beside it. */
export const LAZY_XTERM_BESIDE = lazyXterm(() => XTERM_IMPORT);

/**
 * Runs xterm.js with the first use of one of its exports instead of the start of the program: most
 * windows start without a screen. Imports in the source stay plain.
 * @param {(path: string) => string} sourceOf the module that is loaded for a package
 * @returns {import('esbuild').Plugin}
 */
function lazyXterm(sourceOf) {
  return {
    name: 'lazyXterm',
    setup(bundle) {
      const namespace = 'lazyXterm';
      bundle.onResolve({ filter: /^@xterm\// }, ({ path, pluginData, resolveDir }) =>
        pluginData === OWN || EXPORTS[path] === undefined
          ? undefined
          : { path, namespace, pluginData: resolveDir },
      );
      bundle.onResolve({ filter: /^\.\/xterm\.js$/, namespace }, ({ path }) => ({
        path,
        external: true,
      }));
      bundle.onLoad({ filter: /./, namespace }, ({ path, pluginData }) => ({
        contents: `Object.defineProperty(exports, '${EXPORTS[path]}', {
          enumerable: true,
          get: () => require('${sourceOf(path)}').${EXPORTS[path]},
        });`,
        pluginData: OWN,
        resolveDir: String(pluginData),
      }));
    },
  };
}
