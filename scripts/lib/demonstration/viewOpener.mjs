// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NODE_24, ROOT } from '../paths.mjs';
import { runProgram } from '../runProgram.mjs';

const VSCE = join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');

const MANIFEST = {
  name: 'view-opener',
  publisher: 'agent-terminals-start',
  version: '1.0.0',
  engines: { vscode: '^1.103.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
};

const MAIN = `exports.activate = () =>
  require('vscode').commands.executeCommand('workbench.view.extension.agentTerminals');
`;

/**
 * Packs an extension that opens our view when a window has started: no setting, address or option of VS Code does.
 * @param {string} directory for its files
 * @returns {Promise<string>} the .vsix
 */
export async function packViewOpener(directory) {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(directory, 'main.js'), MAIN);
  await writeFile(join(directory, '.vscodeignore'), '*.vsix\n');
  const file = join(directory, 'viewOpener.vsix');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await runProgram(NODE_24, [VSCE, 'package', '--out', file, ...options], { cwd: directory });
  return file;
}
