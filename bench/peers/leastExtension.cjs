/*
 * The least extension with the commands, views and providers that Agent Terminals contributes: it registers each
 * of them and does nothing else. `openBareVsCode` installs it with Agent Terminals' manifest.
 */
const vscode = require('vscode');

/**
 * @typedef {object} Contributed
 * @property {readonly {command: string}[]} commands
 * @property {readonly {name: string}[]} languageModelTools
 * @property {readonly {id: string}[]} mcpServerDefinitionProviders
 * @property {{profiles: readonly {id: string}[]}} terminal
 * @property {Readonly<Record<string, readonly {id: string}[]>>} views
 */

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  /** @type {Contributed} */
  const { commands, languageModelTools, mcpServerDefinitionProviders, terminal, views } =
    context.extension.packageJSON.contributes;
  const none = () => undefined;
  context.subscriptions.push(
    vscode.window.createOutputChannel('Least', { log: true }),
    vscode.window.createStatusBarItem(),
    vscode.workspace.registerTextDocumentContentProvider('least', {
      provideTextDocumentContent: none,
    }),
    ...commands.map(({ command }) => vscode.commands.registerCommand(command, none)),
    ...Object.values(views)
      .flat()
      .map(({ id }) =>
        vscode.window.createTreeView(id, {
          treeDataProvider: { getChildren: () => [], getTreeItem: (item) => item },
        }),
      ),
    ...terminal.profiles.map(({ id }) =>
      vscode.window.registerTerminalProfileProvider(id, { provideTerminalProfile: none }),
    ),
    ...languageModelTools.map(({ name }) => vscode.lm.registerTool(name, { invoke: none })),
    ...mcpServerDefinitionProviders.map(({ id }) =>
      vscode.lm.registerMcpServerDefinitionProvider(id, {
        provideMcpServerDefinitions: () => [],
      }),
    ),
  );
};
