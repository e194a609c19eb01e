import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteForShell } from '../pty/quoteForShell';
import { makePrivateDirectory, putPrivateFile } from '../base/privateFile';

export interface HookProgramDeps {
  /** Where programs of ours lie that outlive a version of the extension. */
  readonly directory: string;
  /** The program as it came with the extension: one file of JavaScript. */
  readonly source: string;
  /** What runs JavaScript: Node, or an editor that is told to be Node. */
  readonly runtime: string;
  readonly platform: NodeJS.Platform;
}

/** CommonJS by its name: a `package.json` above could say otherwise. */
const SCRIPT = 'agent-terminals-hook.cjs';

/**
 * The program that a CLI's hook runs. It needs nothing but what runs this extension, and lies
 * where its path stays the same: an agent that outlives an update goes on with the new one.
 */
export class HookProgram {
  private installing: Promise<void> | undefined;

  constructor(private readonly deps: HookProgramDeps) {}

  /** Puts it in its place, once; rejects where it cannot be. */
  async install(): Promise<void> {
    this.installing ??= this.put();
    try {
      await this.installing;
    } catch (error) {
      this.installing = undefined;
      throw error;
    }
  }

  /** The line that a shell runs for an event. */
  commandLine(event: string): string {
    const path = this.launcherPath();
    // With slashes it is a path for cmd.exe and for the bash of Git alike.
    return this.deps.platform === 'win32'
      ? `"${path.replaceAll('\\', '/')}" ${event}`
      : `/bin/sh ${quoteForShell(path)} ${event}`;
  }

  private async put(): Promise<void> {
    const { directory, source, platform } = this.deps;
    const script = join(directory, SCRIPT);
    await makePrivateDirectory(directory);
    await putPrivateFile(script, await readFile(source, 'utf8'));
    const format = platform === 'win32' ? formatBatchLauncher : formatShellLauncher;
    await putPrivateFile(this.launcherPath(), format(this.deps.runtime, script));
  }

  private launcherPath(): string {
    const name = `agent-terminals-hook${this.deps.platform === 'win32' ? '.cmd' : ''}`;
    return join(this.deps.directory, name);
  }
}

/**
 * Says nothing and succeeds whatever happens, for an agent takes a hook's output and failure for
 * its own business; where the runtime is gone it still takes in what the agent says, which else
 * writes to nobody. The person's options for Node are not for this program.
 */
function formatShellLauncher(runtime: string, script: string): string {
  const program = quoteForShell(runtime);
  return `#!/bin/sh
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS
if [ -x ${program} ]; then
  ELECTRON_RUN_AS_NODE=1 ${program} ${quoteForShell(script)} "$@" >/dev/null 2>&1
else
  cat >/dev/null 2>&1
fi
exit 0
`;
}

function formatBatchLauncher(runtime: string, script: string): string {
  const quote = (path: string): string => `"${path.replaceAll('%', '%%')}"`;
  return [
    '@echo off',
    'set ELECTRON_RUN_AS_NODE=1',
    'set NODE_OPTIONS=',
    'set NODE_EXTRA_CA_CERTS=',
    `${quote(runtime)} ${quote(script)} %* >nul 2>&1`,
    'exit /b 0',
    '',
  ].join('\r\n');
}
