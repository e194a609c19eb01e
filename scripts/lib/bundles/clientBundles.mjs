// @ts-check
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';
import { readPackageJson } from '../readPackageJson.mjs';
import { runProgram } from '../runProgram.mjs';

const DIST = join(ROOT, 'dist');
const CLIENT = join(DIST, 'client');

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Optional native parts of `ws`, which works without them.
  external: ['bufferutil', 'utf-8-validate'],
  minify: true,
  logLevel: 'warning',
};

/**
 * The command line `agent-terminals`, one file.
 * @type {import('esbuild').BuildOptions}
 */
export const COMMAND_LINE = {
  ...SHARED,
  entryPoints: [join(ROOT, 'src', 'cli', 'main.ts')],
  outfile: join(DIST, 'cli.js'),
  format: 'cjs',
};

/**
 * The client as CommonJS and as an ES module. What it bundles is CommonJS, whose `require` of
 * Node's own modules an ES module does not have.
 * @type {readonly import('esbuild').BuildOptions[]}
 */
export const CLIENT_MODULES = [
  {
    ...SHARED,
    entryPoints: [join(ROOT, 'src', 'client', 'index.ts')],
    outfile: join(CLIENT, 'index.cjs'),
    format: 'cjs',
  },
  {
    ...SHARED,
    entryPoints: [join(ROOT, 'src', 'client', 'index.ts')],
    outfile: join(CLIENT, 'index.mjs'),
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  },
];

/**
 * The options that build an extension's programs for the person's home, the command line and the
 * client, below a directory other than `dist`, whose files may be in use.
 * @param {string} directory
 * @returns {readonly (import('esbuild').BuildOptions & {outfile: string})[]}
 */
export function homeProgramsIn(directory) {
  return [COMMAND_LINE, ...CLIENT_MODULES].map((options) => ({
    ...options,
    outfile: join(directory, relative(DIST, options.outfile ?? '')),
  }));
}

/** Completes `dist/client` beside its modules and packs it into `dist`. */
export async function packClient() {
  await completeClient(CLIENT);
  await runProgram('npm', ['pack', '--pack-destination', DIST], { cwd: CLIENT });
}

/**
 * Adds to the client's modules what a package needs: types, manifest, licence.
 * @param {string} directory
 */
export async function completeClient(directory) {
  const types = join(directory, 'types');
  await rm(types, { recursive: true, force: true });
  await mkdir(types, { recursive: true });
  await runProgram(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc'),
      ...['-p', join(ROOT, 'scripts', 'clientTypes.json'), '--outDir', types],
    ],
    { cwd: ROOT },
  );
  await cp(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  await cp(join(ROOT, 'src', 'client', 'README.md'), join(directory, 'README.md'));
  const manifest = JSON.stringify(await describePackage(), undefined, 2);
  await writeFile(join(directory, 'package.json'), `${manifest}\n`);
}

async function describePackage() {
  const { version, license } = await readPackageJson();
  return {
    name: 'agent-terminals-client',
    description: 'Drives the sessions of Agent Terminals in a window of VS Code.',
    version,
    license,
    engines: { node: '>=20' },
    main: './index.cjs',
    module: './index.mjs',
    types: './types/client/index.d.ts',
    exports: {
      '.': {
        types: './types/client/index.d.ts',
        import: './index.mjs',
        require: './index.cjs',
      },
      './package.json': './package.json',
    },
  };
}
