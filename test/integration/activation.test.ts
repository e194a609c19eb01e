import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestedApi } from '../../src/entry';
import { LANGUAGE_MODEL_TOOLS } from '../../src/config/contributions';

const EXTENSION_ID = 'agent-terminals.agent-terminals';

describe('the extension in VS Code', () => {
  it('activates [smoke]', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension, `${EXTENSION_ID} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command that it contributes [smoke]', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributedCommands().filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('has what each tool runs [smoke]', async () => {
    const api = await vscode.extensions.getExtension<TestedApi>(EXTENSION_ID)?.activate();
    const { offers } = (await api?.starting)?.entryPoints ?? assert.fail('not started');
    assert.deepEqual([...offers.tools.keys()].sort(), Object.values(LANGUAGE_MODEL_TOOLS).sort());
  });
});

function contributedCommands(): readonly string[] {
  const manifest = vscode.extensions.getExtension<unknown>(EXTENSION_ID)?.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return manifest.contributes.commands.map((contribution) => contribution.command);
}
