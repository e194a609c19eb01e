// @ts-check
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds one bundle so that each of its files is complete at any moment: tests run what is in `dist`
 * beside a build.
 * @param {import('esbuild').BuildOptions} options
 */
export async function buildWhole(options) {
  const { outputFiles } = await build({ ...options, write: false });
  for (const { path, contents } of outputFiles) {
    const partial = `${path}.${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(partial, contents);
    await rename(partial, path);
  }
}
