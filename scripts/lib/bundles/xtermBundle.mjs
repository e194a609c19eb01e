// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** The exports that this project uses, by package. */
const EXPORTS = /** @type {Readonly<Record<string, string>>} */ ({
  '@xterm/headless': 'Terminal',
  '@xterm/addon-unicode11': 'Unicode11Addon',
});

/** The import by which the extension loads {@link XTERM}, which lies beside it. */
export const XTERM_IMPORT = './xterm.js';

/**
 * xterm.js, one file beside the extension, which loads it with its first screen.
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

/**
 * Loads {@link XTERM} with the first use of one of its exports: most windows start without a screen. Imports in
 * the source stay plain.
 * @type {import('esbuild').Plugin}
 */
export const LAZY_XTERM = {
  name: 'lazyXterm',
  setup(bundle) {
    const namespace = 'lazyXterm';
    bundle.onResolve({ filter: /^@xterm\// }, ({ path }) => ({ path, namespace }));
    bundle.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `Object.defineProperty(exports, '${EXPORTS[path]}', {
        enumerable: true,
        get: () => require('${XTERM_IMPORT}').${EXPORTS[path]},
      });`,
    }));
  },
};
