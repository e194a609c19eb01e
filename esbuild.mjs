// @ts-check
import { context } from 'esbuild';
import { buildWhole } from './scripts/lib/bundles/buildWhole.mjs';
import { writeBuiltPackages } from './scripts/lib/bundles/builtPackages.mjs';
import { CLIENT_MODULES, COMMAND_LINE, packClient } from './scripts/lib/bundles/clientBundles.mjs';
import { HEADLESS } from './scripts/lib/bundles/headlessBundle.mjs';
import { HOOK_HELPER } from './scripts/lib/bundles/hookHelperBundle.mjs';
import { MCP_LIBRARY, MCP_LIBRARY_IMPORT } from './scripts/lib/bundles/mcpLibraryBundle.mjs';
import { SESSION_HOST } from './scripts/lib/bundles/hostBundle.mjs';
import { LAZY_XTERM } from './scripts/lib/bundles/lazyXterm.mjs';
import { SCREEN_WORKER } from './scripts/lib/bundles/screenWorkerBundle.mjs';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/**
 * `node-pty` stays outside: it finds its native module, and on Windows a worker,
 * by a path beside its own files.
 * @type {import('esbuild').BuildOptions}
 */
const extension = {
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'node-pty', MCP_LIBRARY_IMPORT],
  plugins: [LAZY_XTERM],
  sourcemap: production ? false : 'linked',
  minify: production,
  logLevel: 'warning',
};

/** @type {Map<import('esbuild').BuildOptions, import('esbuild').Metafile>} */
const built = new Map();
for (const options of [
  extension,
  SESSION_HOST,
  SCREEN_WORKER,
  MCP_LIBRARY,
  HEADLESS,
  HOOK_HELPER,
  COMMAND_LINE,
  ...CLIENT_MODULES,
]) {
  if (watch) {
    await (await context(options)).watch();
  } else {
    built.set(options, await buildWhole(options));
  }
}
if (!watch) {
  const client = CLIENT_MODULES.flatMap((options) => built.get(options) ?? []);
  await writeBuiltPackages([...built.values()], client);
}

// Types take as long as all the rest, and only who is outside of this project reads them.
if (production) {
  await packClient();
}
