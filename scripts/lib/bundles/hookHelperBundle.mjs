// @ts-check
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../paths.mjs';

/** Where the extension looks for it. */
const OUTFILE = join(ROOT, 'dist', 'hookHelper.cjs');

/**
 * The program that agents' hooks run: a file of its own, small, since agents wait for it.
 * @type {import('esbuild').BuildOptions}
 */
export const HOOK_HELPER = {
  entryPoints: [join(ROOT, 'src', 'api', 'hooks', 'hookHelper.ts')],
  outfile: OUTFILE,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
};

/** Builds it, whole at any moment, for others may run it; gives its path. */
export async function buildHookHelper() {
  const partial = `${OUTFILE}.${process.pid}`;
  await build({ ...HOOK_HELPER, outfile: partial });
  await rename(partial, OUTFILE);
  return OUTFILE;
}
