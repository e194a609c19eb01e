// @ts-check

/** Marks the import that a module of this plugin makes of the package itself. */
const OWN = 'own';

/** The exports that this project uses, by package. */
const EXPORTS = /** @type {Readonly<Record<string, string>>} */ ({
  '@xterm/headless': 'Terminal',
  '@xterm/addon-unicode11': 'Unicode11Addon',
});

/**
 * Runs xterm.js with the first use of one of its exports instead of the start of the program: most
 * windows start without a screen. Imports in the source stay plain.
 * @type {import('esbuild').Plugin}
 */
export const LAZY_XTERM = {
  name: 'lazyXterm',
  setup(bundle) {
    const namespace = 'lazyXterm';
    bundle.onResolve({ filter: /^@xterm\// }, ({ path, pluginData, resolveDir }) =>
      pluginData === OWN || EXPORTS[path] === undefined
        ? undefined
        : { path, namespace, pluginData: resolveDir },
    );
    bundle.onLoad({ filter: /./, namespace }, ({ path, pluginData }) => ({
      contents: `Object.defineProperty(exports, '${EXPORTS[path]}', {
        enumerable: true,
        get: () => require('${path}').${EXPORTS[path]},
      });`,
      pluginData: OWN,
      resolveDir: String(pluginData),
    }));
  },
};
