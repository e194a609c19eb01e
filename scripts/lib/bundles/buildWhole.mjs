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
export const WHOLE_FILES = {
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

/**
 * The plugin that writes the files is the last one, unless the options name its place.
 * @param {import('esbuild').BuildOptions} options
 */
function whole(options) {
  const { plugins = [] } = options;
  const all = plugins.includes(WHOLE_FILES) ? plugins : [...plugins, WHOLE_FILES];
  return { ...options, write: /** @type {const} */ (false), plugins: all };
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
