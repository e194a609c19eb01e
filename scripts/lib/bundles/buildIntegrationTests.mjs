// @ts-check
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUILD_DIRECTORY, ROOT } from '../paths.mjs';

/**
 * Bundles the tests that run inside VS Code, one file each, beside the module that VS Code calls.
 * @returns {Promise<string>} that module
 */
export async function buildIntegrationTests() {
  const outdir = join(BUILD_DIRECTORY, 'integration');
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ['test/integration/run.ts', 'test/integration/**/*.test.ts'],
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
