// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILD_DIRECTORY, ROOT } from '../paths.mjs';

/** The programs that the benchmark starts, by their paths below `bench`. */
const PROGRAMS = /** @type {const} */ ([
  'measure/groupProgram',
  'measure/memoryTrial',
  'peers/bareTerminalsWorker',
  'peers/largeProcessProgram',
  'peers/relayProgram',
  'peers/socketViewerProgram',
]);

const OUTDIR = join(BUILD_DIRECTORY, 'bench');

/**
 * The built program of a source.
 * @param {'bench' | typeof PROGRAMS[number] | 'peers/leastHostProgram'} name the path of the source below `bench`
 */
export function benchProgram(name) {
  return join(OUTDIR, `${name}.js`);
}

/**
 * `__dirname` has the value that it has in the source. Imports of scripts stay external.
 * @type {import('esbuild').Plugin}
 */
const SOURCE_PATHS = {
  name: 'sourcePaths',
  setup(bundle) {
    bundle.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      external: true,
    }));
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const directory = `const __dirname = ${JSON.stringify(dirname(path))};`;
      return {
        contents: source.includes('__dirname') ? `${directory}${source}` : source,
        loader: 'ts',
      };
    });
  },
};

/**
 * The benchmark and the programs that it starts, bundled: a loader of sources defines the name of each
 * function as it is created, which slows what is measured.
 * @type {import('esbuild').BuildOptions}
 */
export const BENCH = {
  entryPoints: ['bench', ...PROGRAMS].map((name) => join(ROOT, 'bench', `${name}.ts`)),
  outdir: OUTDIR,
  outbase: join(ROOT, 'bench'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  packages: 'external',
  plugins: [SOURCE_PATHS],
  sourcemap: 'inline',
  logLevel: 'warning',
};

/**
 * The least session host, one file as the session host is.
 * @type {import('esbuild').BuildOptions}
 */
export const LEAST_HOST = {
  entryPoints: [join(ROOT, 'bench', 'peers', 'leastHostProgram.ts')],
  outfile: benchProgram('peers/leastHostProgram'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: ['node-pty'],
  minify: true,
  logLevel: 'warning',
};
