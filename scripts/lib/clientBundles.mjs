// @ts-check
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { readPackageJson } from './readPackageJson.mjs';
import { runProgram } from './runProgram.mjs';

const CLIENT = join(ROOT, 'dist', 'client');

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Faster parts of `ws` that are not there; it looks, and goes without.
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
  outfile: join(ROOT, 'dist', 'cli.js'),
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

/** Completes `dist/client` beside its modules: types, manifest, licence; and packs it into `dist`. */
export async function completeClient() {
  const types = join(CLIENT, 'types');
  await rm(types, { recursive: true, force: true });
  await mkdir(types, { recursive: true });
  await runProgram(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
      ...['-p', join(ROOT, 'scripts', 'clientTypes.json'), '--outDir', types],
    ],
    { cwd: ROOT },
  );
  await cp(join(ROOT, 'LICENSE'), join(CLIENT, 'LICENSE'));
  await cp(join(ROOT, 'src', 'client', 'README.md'), join(CLIENT, 'README.md'));
  const manifest = JSON.stringify(await describePackage(), undefined, 2);
  await writeFile(join(CLIENT, 'package.json'), `${manifest}\n`);
  await runProgram('npm', ['pack', '--pack-destination', join(ROOT, 'dist')], { cwd: CLIENT });
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
