import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Prints its size and directory, and for each line that it reads: its size for `size`, a Program Status
 * report for `report JSON`, else the line; `quit N` ends it with that code.
 */
const SCRIPT = `#!/bin/sh
printf 'size %s in %s\\n' "$(stty size)" "$PWD"
while read -r line; do
  case $line in
    report*) printf '\\033]7501;%s\\033\\\\reported %s\\n' "\${line#report }" "\${line#report }" ;;
    size) printf 'now %s\\n' "$(stty size)" ;;
    quit*) exit "\${line#quit }" ;;
    *) printf 'heard %s\\n' "$line" ;;
  esac
done
`;

/** The id of the provider that {@link ScriptedAgent} defines in the user's settings. */
export const SCRIPTED = 'scripted';

/** A provider that consists of a shell script, as a person would define one. */
export class ScriptedAgent {
  private constructor(private readonly directory: string) {}

  static async install(): Promise<ScriptedAgent> {
    const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-scripted-'));
    const cli = join(directory, 'scripted-agent');
    await writeFile(cli, SCRIPT, { mode: 0o755 });
    await setUserSetting('providers', { [SCRIPTED]: { cli, label: 'Scripted' } });
    return new ScriptedAgent(directory);
  }

  async remove(): Promise<void> {
    await setUserSetting('providers', undefined);
    await rm(this.directory, { recursive: true, force: true });
  }
}

export async function setUserSetting(key: string, value: unknown): Promise<void> {
  const config = vscode.workspace.getConfiguration('agentTerminals');
  await config.update(key, value, vscode.ConfigurationTarget.Global);
}
