// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { replaceFile } from './replaceFile.mjs';

/**
 * Builds one bundle so that each of its files is complete at any moment: tests use the files in
 * `dist` during a build.
 * @param {import('esbuild').BuildOptions} options
 */
export async function buildWhole(options) {
  const { outputFiles } = await build({ ...options, write: false });
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, contents);
  }
}
