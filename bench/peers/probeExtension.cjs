/*
 * Once the extension host is idle, activates the extension that `probe.json` in the home directory names, runs its command
 * Refresh, and starts as many agents as the file says. Then it writes the times of the first two into `probed.json`, or
 * the error that prevented one of them.
 */
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const vscode = require('vscode');

/** Time for the start of all other extensions, in milliseconds. */
const IDLE_AFTER_MS = 3000;

exports.activate = () => void setTimeout(() => void writeResult(), IDLE_AFTER_MS);

async function writeResult() {
  const result = await probe().catch((error) => ({ error: String(error) }));
  const path = join(homedir(), 'probed.json');
  writeFileSync(`${path}.part`, JSON.stringify(result));
  renameSync(`${path}.part`, path);
}

/** @returns {Promise<import('./bareVsCode').StartTimes>} */
async function probe() {
  const { id, starts } = JSON.parse(readFileSync(join(homedir(), 'probe.json'), 'utf8'));
  /** @type {vscode.Extension<import('../../src/publishedApi').AgentTerminalsApi> | undefined} */
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) {
    throw new Error(`${id} is not installed.`);
  }
  const before = performance.now();
  await extension.activate();
  const activation = performance.now() - before;
  await vscode.commands.executeCommand('agentTerminals.refresh');
  const firstCommand = performance.now() - before;
  for (let count = 0; count < starts; count++) {
    await extension.exports.agents.start(startRequest());
  }
  return { activation, firstCommand };
}

/** @returns {import('../../src/publishedApi').StartAgentRequest} */
function startRequest() {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error('No folder is open.');
  }
  const { name, uri } = folder;
  return {
    folder: { uri: uri.toString(), path: uri.fsPath, name },
    task: { kind: 'new', name: 'Remember' },
    providerId: 'idle',
    conversation: 'auto',
    options: {},
  };
}
