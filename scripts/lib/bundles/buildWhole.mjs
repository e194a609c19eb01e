// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build, context } from 'esbuild';
import { replaceFile } from './replaceFile.mjs';

/**
 * Writes the files of a bundle, each of which is complete at any moment: tests use those in `dist`
 * during a build.
 * @type {import('esbuild').Plugin}
 */
const WHOLE_FILES = {
  name: 'wholeFiles',
  setup(bundle) {
    bundle.onEnd(async ({ errors, outputFiles = [] }) => {
      // Another plugin may have failed, too.
      for (const { path, contents } of errors.length > 0 ? [] : outputFiles) {
        await mkdir(dirname(path), { recursive: true });
        await replaceFile(path, contents);
      }
    });
  },
};

/** @param {import('esbuild').BuildOptions} options */
function whole(options) {
  const { plugins = [] } = options;
  return {
    ...options,
    write: /** @type {const} */ (false),
    plugins: [...plugins, WHOLE_FILES],
  };
}

/**
 * Builds one bundle.
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<import('esbuild').Metafile>} what each file contains
 */
export async function buildWhole(options) {
  const { metafile } = await build({ ...whole(options), metafile: true });
  return metafile;
}

/**
 * Builds one bundle whenever its sources change, until this process ends.
 * @param {import('esbuild').BuildOptions} options
 */
export async function watchWhole(options) {
  await (await context(whole(options))).watch();
}
