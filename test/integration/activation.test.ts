import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const EXTENSION_ID = 'agent-terminals.agent-terminals';

describe('the extension in VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension, `${EXTENSION_ID} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command that it contributes', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributedCommands().filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});

function contributedCommands(): readonly string[] {
  const manifest = vscode.extensions.getExtension<unknown>(EXTENSION_ID)?.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return manifest.contributes.commands.map((contribution) => contribution.command);
}
