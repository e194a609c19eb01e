// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * The session host, one file. It runs without VS Code: an import of `vscode` breaks the build.
 * `node-pty` is beside it.
 * @type {import('esbuild').BuildOptions}
 */
export const SESSION_HOST = {
  entryPoints: [join(ROOT, 'src', 'host', 'server', 'hostMain.ts')],
  outfile: join(ROOT, 'dist', 'host.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['node-pty'],
  minify: true,
  logLevel: 'warning',
};
