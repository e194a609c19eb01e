// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * The session host, one file. VS Code is not there where it runs: an import of `vscode` breaks the
 * build. `node-pty` lies beside it.
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
