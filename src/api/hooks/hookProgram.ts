import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import { HOOK_LAUNCHER, launcherOf } from '../home/launchers';
import { makePrivateDirectory, putPrivateFile } from '../../base/privateFile';

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
