// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { MCP_LIBRARY_IMPORT } from './mcpLibraryBundle.mjs';

/**
 * The core without a window, one file, which the command line loads. It runs without VS Code: an
 * import of `vscode` breaks the build. It holds no PTYs, so it never loads `node-pty`.
 * @type {import('esbuild').BuildOptions}
 */
export const HEADLESS = {
  entryPoints: [join(ROOT, 'src', 'main', 'headless.ts')],
  outfile: join(ROOT, 'dist', 'headless.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['node-pty', 'bufferutil', 'utf-8-validate', MCP_LIBRARY_IMPORT],
  minify: true,
  logLevel: 'warning',
};
