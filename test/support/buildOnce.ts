import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

/** The contents of the bundles that this process has built, by their options without the output file. */
const built = new Map<string, Promise<Uint8Array>>();

/** Writes a bundle of one file, which is built once for all suites of this process. */
export async function buildOnce(
  options: BuildOptions & { readonly outfile: string },
): Promise<void> {
  const key = JSON.stringify({ ...options, outfile: '' });
  const contents = built.get(key) ?? contentsOf(options);
  built.set(key, contents);
  mkdirSync(dirname(options.outfile), { recursive: true });
  writeFileSync(options.outfile, await contents);
}

async function contentsOf(options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...options, write: false });
  const [file] = outputFiles;
  if (file === undefined || outputFiles.length > 1) {
    throw new Error(`${String(options.outfile)} is a bundle of ${outputFiles.length} files.`);
  }
  return file.contents;
}
