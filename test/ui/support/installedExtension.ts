import { mkdtempSync, rmSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installCodeServer, RELEASES } from '../../../scripts/lib/vscode/codeServer.mjs';
import { VsCodeServer } from '../../../scripts/lib/vscode/vscodeServer.mjs';

let installed: Promise<string> | undefined;

/**
 * Puts the packaged extension below `server`, as VS Code installs it from the package. VS Code installs it
 * once for all test files, since that takes seconds; it finds the copy when it first reads the folder.
 */
export async function putExtension(server: string): Promise<void> {
  const extensions = await (installed ??= install());
  const entries = await readdir(extensions, { withFileTypes: true });
  // Without the list of extensions: VS Code reads what is in the folder.
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    await cp(join(extensions, name), join(server, 'extensions', name), { recursive: true });
  }
}

/** Returns the folder of extensions, which exists until this process ends. */
async function install(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-installed-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const installation = await installCodeServer(RELEASES.newest);
  await new VsCodeServer({ installation, directory, settings: {} }).installExtension(requireVsix());
  return join(directory, 'extensions');
}

function requireVsix(): string {
  const vsix = process.env['AGENT_TERMINALS_VSIX'];
  if (vsix === undefined) {
    throw new Error('AGENT_TERMINALS_VSIX names no package: run these tests by npm run test:ui.');
  }
  return vsix;
}
