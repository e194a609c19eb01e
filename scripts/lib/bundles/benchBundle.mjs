// @ts-check
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILD_DIRECTORY, ROOT } from '../paths.mjs';

/** The benchmark and the programs that it starts, by their paths below `bench`. */
const PROGRAMS = /** @type {const} */ ([
  'bench',
  'measure/memoryTrial',
  'measure/rowProgram',
  'peers/bareTerminalsWorker',
  'peers/relayProgram',
]);

const OUTDIR = join(BUILD_DIRECTORY, 'bench');

/**
 * The built program of a source.
 * @param {typeof PROGRAMS[number]} name the path of the source below `bench`
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
 * The benchmark, bundled: a loader of sources defines the name of each function as it is created, which slows what is
 * measured.
 * @type {import('esbuild').BuildOptions}
 */
export const BENCH = {
  entryPoints: PROGRAMS.map((name) => join(ROOT, 'bench', `${name}.ts`)),
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
