// @ts-check
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './paths.mjs';

/**
 * The program that agents' hooks run: a file of its own, small, since agents wait for it.
 * @type {import('esbuild').BuildOptions}
 */
export const HOOK_HELPER = {
  entryPoints: [join(ROOT, 'src', 'api', 'hookHelper.ts')],
  outfile: join(ROOT, 'dist', 'hookHelper.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
};

/** Builds it where the extension looks for it; gives the path. */
export async function buildHookHelper() {
  await build(HOOK_HELPER);
  return join(ROOT, 'dist', 'hookHelper.cjs');
}
