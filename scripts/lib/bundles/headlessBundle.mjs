// @ts-check
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../paths.mjs';
import { MCP_LIBRARY, MCP_LIBRARY_IMPORT } from './mcpLibraryBundle.mjs';

/**
 * Puts the bundle of the library inside, where it also runs with the first MCP message only: an update
 * removes the extension's files while a process without a window runs. Its single modules would be
 * initialized in an order in which they fail.
 * @type {import('esbuild').Plugin}
 */
const MCP_LIBRARY_INSIDE = {
  name: 'mcpLibrary',
  setup(bundle) {
    const namespace = 'bundle';
    bundle.onResolve({ filter: /mcpLibrary/ }, ({ path }) =>
      path === MCP_LIBRARY_IMPORT ? { path, namespace } : undefined,
    );
    bundle.onLoad({ filter: /./, namespace }, async () => {
      const { outputFiles } = await build({ ...MCP_LIBRARY, write: false });
      return { contents: outputFiles.map(({ text }) => text).join('\n') };
    });
  },
};

/**
 * The core without a window, one file, which the command line loads. It runs without VS Code: an
 * import of `vscode` breaks the build. It holds no PTYs, so it never loads `node-pty`.
 * @type {import('esbuild').BuildOptions}
 */
export const HEADLESS = {
  entryPoints: [join(ROOT, 'src', 'main', 'headless.ts')],
  outfile: join(ROOT, 'dist', 'headless.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['node-pty', 'bufferutil', 'utf-8-validate'],
  plugins: [MCP_LIBRARY_INSIDE],
  minify: true,
  logLevel: 'warning',
};
