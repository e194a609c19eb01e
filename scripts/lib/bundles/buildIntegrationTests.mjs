// @ts-check
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUILD_DIRECTORY, ROOT } from '../paths.mjs';

const ALL = 'test/integration/**/*.test.ts';

/**
 * Bundles the tests that run inside VS Code, one file each, and the module that VS Code calls.
 * @param {string} vscode the release, such as `newest`: two may run at the same time
 * @param {string} [file] the only test file to bundle, from the repository's top directory
 * @returns {Promise<string>} the path of that module
 */
export async function buildIntegrationTests(vscode, file = ALL) {
  const outdir = join(BUILD_DIRECTORY, `integration-${vscode}`);
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ['test/integration/run.ts', file],
    absWorkingDir: ROOT,
    outbase: 'test/integration',
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha', 'node-pty'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(outdir, 'run.js');
}
