// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildIntegrationTests } from './lib/bundles/buildIntegrationTests.mjs';
import { provideStage } from './lib/bundles/builtExtension.mjs';
import { findDesktopExecutable } from './lib/vscode/desktopExecutable.mjs';
import { integrationEnvironment } from './lib/vscode/integrationEnvironment.mjs';
import { makeIntegrationWorkspace } from './lib/vscode/integrationWorkspace.mjs';
import { cacheDirectory } from './lib/paths.mjs';
import { printLine } from './lib/printLine.mjs';

// A short path: the system limits the length of the socket paths in it.
const directory = await mkdtemp(join(tmpdir(), 'at-'));
try {
  process.exitCode = await testDesktop();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  printLine(
    `The tests did not complete in a desktop VS Code (one on the PATH is used first): ${why}`,
  );
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Runs `test/integration` in a desktop VS Code: the one on the PATH, else a downloaded one. */
async function testDesktop() {
  const extensionDevelopmentPath = await provideStage();
  const extensionTestsPath = await buildIntegrationTests('desktop');
  const { workspace, home } = await makeIntegrationWorkspace(directory);
  const installed = findDesktopExecutable();
  return runTests({
    ...(installed === undefined ? {} : { vscodeExecutablePath: installed }),
    cachePath: cacheDirectory(),
    extensionDevelopmentPath,
    extensionTestsPath,
    extensionTestsEnv: integrationEnvironment({ home, grep: undefined, mark: '' }),
    launchArgs: [workspace, '--user-data-dir', join(directory, 'user')],
  });
}
