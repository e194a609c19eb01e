// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIntegrationTests } from './lib/bundles/buildIntegrationTests.mjs';
import { provideStage } from './lib/bundles/builtExtension.mjs';
import { launchChromium } from './lib/vscode/chromium.mjs';
import { RELEASES, installCodeServer } from './lib/vscode/codeServer.mjs';
import { REPORT_MARK, integrationEnvironment } from './lib/vscode/integrationEnvironment.mjs';
import { makeIntegrationWorkspace } from './lib/vscode/integrationWorkspace.mjs';
import { Owned } from './lib/owned.mjs';
import { QUIET_SETTINGS } from './lib/vscode/quietSettings.mjs';
import { runTestsInPage } from './lib/vscode/runInPage.mjs';
import { printLine } from './lib/printLine.mjs';
import { VsCodeServer } from './lib/vscode/vscodeServer.mjs';
import { WorkbenchLog } from './lib/vscode/workbenchLog.mjs';

/** The mark in the titles of the tests that also run on the oldest VS Code. */
const SMOKE = '\\[smoke\\]';

/** Ends a suite that hangs; beside other levels on two cores it takes some minutes. */
const TIMEOUT_MS = 900_000;

const owned = new Owned();
owned.endOnSignals();
try {
  process.exitCode = await testIntegration(parseOptions());
} finally {
  await owned.end();
}

/**
 * Runs `test/integration`, or one file of it, in the extension host of a VS Code server. The oldest
 * one runs only the tests marked as smoke, unless a file or titles are given.
 * @param {{release: keyof typeof RELEASES, grep: string | undefined, file: string | undefined}} options
 */
async function testIntegration({ release, grep, file }) {
  const installation = await installCodeServer(RELEASES[release]);
  const extension = await provideStage();
  const tests = await buildIntegrationTests(release, file);

  const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-integration-'));
  owned.add({ end: () => rm(directory, { recursive: true, force: true }) });
  const { workspace, home } = await makeIntegrationWorkspace(directory);
  const server = owned.add(
    new VsCodeServer({
      installation,
      directory: join(directory, 'server'),
      settings: QUIET_SETTINGS,
      env: integrationEnvironment({ home, grep, mark: REPORT_MARK }),
      // VS Code's extension for git would share the process of the tests and run git in folders that they remove.
      bare: true,
      smokeTestDriver: true,
    }),
  );
  await server.start();
  const browser = await launchChromium();
  owned.add({ end: () => browser.close() });

  printLine(`VS Code ${installation.vscode}, tests in the extension host:`);
  const log = new WorkbenchLog(`integration-${release}.log`);
  const onLog = (/** @type {string} */ line) => log.add(line);
  const run = { extension, tests, workspace, timeoutMs: TIMEOUT_MS, onLog };
  return runTestsInPage(browser, server, run);
}

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: 'string', default: 'newest' },
      grep: { type: 'string' },
    },
  });
  if (values.release !== 'newest' && values.release !== 'floor') {
    throw new Error(`--release is newest or floor, not "${values.release}".`);
  }
  const [file] = positionals;
  const isSmoke = values.release === 'floor' && file === undefined;
  const grep = values.grep ?? (isSmoke ? SMOKE : undefined);
  return /** @type {const} */ ({ release: values.release, grep, file });
}
