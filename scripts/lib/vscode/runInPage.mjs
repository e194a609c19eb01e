// @ts-check
import { setTimeout as delay } from 'node:timers/promises';

/** The two functions that VS Code's workbench calls on a page in which tests run. */
const LOG_FUNCTION = 'codeAutomationLog';
const EXIT_FUNCTION = 'codeAutomationExit';

/**
 * @typedef {object} TestRun
 * @property {string} extension the directory of the extension under development
 * @property {string} tests the module that exports `run`
 * @property {string} workspace
 * @property {number} timeoutMs
 * @property {(line: string) => void} onLog
 */

/**
 * Opens VS Code with an extension under development, which runs its tests, and waits for the end.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./vscodeServer.mjs').VsCodeServer} server
 * @param {TestRun} run
 * @returns {Promise<number>} 0 if `run` resolved
 */
export async function runTestsInPage(browser, server, run) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.exposeFunction(
    LOG_FUNCTION,
    (/** @type {string} */ _type, /** @type {string[]} */ args) => run.onLog(args.join(' ')),
  );
  const ended = new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
    page.exposeFunction(EXIT_FUNCTION, resolve).catch(reject);
  });
  await page.goto(server.address(addressParameters(server.origin, run)), {
    timeout: run.timeoutMs,
  });
  const cutOff = new AbortController();
  try {
    return await Promise.race([ended, failAfter(run.timeoutMs, cutOff.signal)]);
  } finally {
    cutOff.abort();
    await page.close();
  }
}

/**
 * @param {string} origin
 * @param {TestRun} run
 */
function addressParameters(origin, { extension, tests, workspace }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://${new URL(origin).host}${path}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(tests)],
    ['skipWelcome', 'true'],
  ];
  return { workspace, payload: JSON.stringify(payload) };
}

/**
 * @param {number} timeoutMs
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function failAfter(timeoutMs, signal) {
  await delay(timeoutMs, undefined, { signal });
  throw new Error(`The tests in VS Code did not end within ${timeoutMs} ms.`);
}
