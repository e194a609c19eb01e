// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { buildWhole } from './buildWhole.mjs';

/** The path at which the extension expects it. */
const OUTFILE = join(ROOT, 'dist', 'hookHelper.cjs');

/**
 * The program that agents' hooks run: a separate, small file, since agents wait for it.
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

/** Builds it and returns its path. */
export async function buildHookHelper() {
  await buildWhole(HOOK_HELPER);
  return OUTFILE;
}
