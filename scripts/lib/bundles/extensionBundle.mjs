// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { MCP_LIBRARY_IMPORT } from './mcpLibraryBundle.mjs';
import { LAZY_XTERM, XTERM_IMPORT } from './xtermBundle.mjs';

/** The import by which the entry loads the program, which lies beside it. */
const PROGRAM_IMPORT = './extension.js';

/**
 * The extension in two files: the one that VS Code loads, which registers, and the program that it loads then.
 * `node-pty` stays outside: it finds its native module, and on Windows a worker, by a path beside its
 * own files.
 * @param {boolean} production
 * @returns {readonly import('esbuild').BuildOptions[]}
 */
export function extensionBundles(production) {
  return ['entry', 'extension'].map((name) => ({
    entryPoints: [join(ROOT, 'src', `${name}.ts`)],
    outfile: join(ROOT, 'dist', `${name}.js`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    external: ['vscode', 'node-pty', PROGRAM_IMPORT, MCP_LIBRARY_IMPORT, XTERM_IMPORT],
    plugins: [LAZY_XTERM],
    minify: production,
    sourcemap: production ? false : 'inline',
    logLevel: 'warning',
  }));
}
