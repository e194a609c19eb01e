// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { replaceFile } from './replaceFile.mjs';

/**
 * Builds one bundle so that each of its files is complete at any moment: tests use the files in
 * `dist` during a build.
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<import('esbuild').Metafile>} what each file contains
 */
export async function buildWhole(options) {
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, contents);
  }
  return metafile;
}
