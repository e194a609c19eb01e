import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import { HOOK_LAUNCHER, launcherOf } from '../home/launchers';
import { makePrivateDirectory, putPrivateFile } from '../../base/privateFile';

export interface HookProgramDeps {
  /**
   * Directory of the installed programs, `~/.agent-terminals/bin`; it outlives versions of the
   * extension.
   */
  readonly directory: string;
  /** Path of the bundled program in the extension: one JavaScript file. */
  readonly source: string;
  /** The executable that runs the script: Node, or an editor with `ELECTRON_RUN_AS_NODE`. */
  readonly runtime: string;
  readonly platform: NodeJS.Platform;
}

/** `.cjs` makes it CommonJS whatever a `package.json` in a parent directory declares. */
const SCRIPT = 'agent-terminals-hook.cjs';

/**
 * Installs the program that the hooks of CLIs run. It requires only the runtime of this extension.
 * Its path does not change, so an agent that outlives an update runs the new version.
 */
export class HookProgram {
  private installing: Promise<void> | undefined;

  constructor(private readonly deps: HookProgramDeps) {}

  /**
   * Writes the program on the first call. Rejects if it cannot be written; the next call tries
   * again.
   */
  async install(): Promise<void> {
    this.installing ??= this.put();
    try {
      await this.installing;
    } catch (error) {
      this.installing = undefined;
      throw error;
    }
  }

  /** The shell command line for an event. */
  commandLine(event: string): string {
    const path = this.launcherPath();
    // Both cmd.exe and the bash of Git accept a path with slashes.
    return this.deps.platform === 'win32'
      ? `"${path.replaceAll('\\', '/')}" ${event}`
      : `/bin/sh ${quoteForShell(path)} ${event}`;
  }

  private async put(): Promise<void> {
    const { directory, source, runtime, platform } = this.deps;
    const script = join(directory, SCRIPT);
    await makePrivateDirectory(directory);
    await putPrivateFile(script, await readFile(source, 'utf8'));
    const format = launcherOf(HOOK_LAUNCHER, platform);
    await putPrivateFile(this.launcherPath(), format({ runtime, script }));
  }

  private launcherPath(): string {
    const name = `agent-terminals-hook${this.deps.platform === 'win32' ? '.cmd' : ''}`;
    return join(this.deps.directory, name);
  }
}
