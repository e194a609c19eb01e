// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * The program of the worker that parses screens, one file beside the extension and the session host,
 * which both start it in a thread of theirs.
 * @type {import('esbuild').BuildOptions}
 */
export const SCREEN_WORKER = {
  entryPoints: [join(ROOT, 'src', 'pty', 'screen', 'worker', 'workerMain.ts')],
  outfile: join(ROOT, 'dist', 'screenWorker.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
};
