// @ts-check
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** The import by which other bundles load {@link MCP_LIBRARY}, which lies beside the extension. */
export const MCP_LIBRARY_IMPORT = './mcpLibrary.js';

/**
 * The library for MCP, one file beside the extension, which loads it with the first MCP message.
 * @type {import('esbuild').BuildOptions}
 */
export const MCP_LIBRARY = {
  entryPoints: [join(ROOT, 'src', 'mcp', 'mcpLibrary.ts')],
  outfile: join(ROOT, 'dist', 'mcpLibrary.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
};
