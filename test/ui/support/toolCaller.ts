import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UiSandbox } from './uiSandbox';
import type { Keybinding } from './uiVsCode';

/** The results of the calls of another extension: the output of the tool, or its error. */
export const RESULT_FILE = 'tool-results.txt';

/** Ends each result in that file. */
export const RESULT_END = '\0';

const COMMAND = 'toolCaller.call';

const MANIFEST = {
  name: 'tool-caller',
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.103.0' },
  main: './extension.js',
  activationEvents: ['onStartupFinished'],
  contributes: { commands: [{ command: COMMAND, title: 'Call a Tool' }] },
};

/** An extension that calls tools without a chat. */
const CODE = `const vscode = require('vscode');
const { appendFileSync } = require('node:fs');
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('${COMMAND}', async ({ tool, input }) => {
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, '${RESULT_FILE}');
      const report = (text) => appendFileSync(file.fsPath, text + String.fromCharCode(0));
      try {
        const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
        report(content.map(({ value }) => value).join(''));
      } catch (error) {
        report('failed: ' + error.name);
      }
    }),
  );
};
`;

/** Installs an extension that calls language model tools; it becomes active with the window. */
export async function installToolCaller({ server }: UiSandbox): Promise<void> {
  const directory = join(server, 'extensions', 'tests.tool-caller-1.0.0');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(directory, 'extension.js'), CODE);
}

/** A key that makes the extension call a tool. */
export function toolKey(key: string, tool: string, input: object): Keybinding {
  return { key, command: COMMAND, args: { tool, input } };
}
