/*
 * Once the extension host is idle, activates the extension that `probe.json` in the home directory names, runs its command
 * Refresh, and writes the times of both into `times.json`. Then it starts as many agents as the file says, and writes
 * `started.json`.
 */
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const vscode = require('vscode');

/** Time for the start of all other extensions, in milliseconds. */
const IDLE_AFTER_MS = 3000;

exports.activate = () => void setTimeout(() => void probe(), IDLE_AFTER_MS);

async function probe() {
  const path = (name) => join(homedir(), name);
  const write = (name, value) => {
    writeFileSync(path(`${name}.part`), JSON.stringify(value));
    renameSync(path(`${name}.part`), path(name));
  };
  const { id, starts } = JSON.parse(readFileSync(path('probe.json'), 'utf8'));
  const extension = vscode.extensions.getExtension(id);
  const before = performance.now();
  await extension.activate();
  const activation = performance.now() - before;
  await vscode.commands.executeCommand('agentTerminals.refresh');
  write('times.json', { activation, firstCommand: performance.now() - before });
  for (let count = 0; count < starts; count++) {
    await extension.exports.agents.start({ provider: 'idle', task: 'Remember' });
  }
  write('started.json', starts);
}
