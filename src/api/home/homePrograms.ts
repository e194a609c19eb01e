import { access, chmod, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { COMMAND_LINE_LAUNCHER, launcherOf } from './launchers';
import { SHELL_START_FILES } from '../../pty/shell/offerCommandLine';
import { makePrivateDirectory, putPrivateFile } from '../../base/privateFile';

export interface HomeProgramsDeps {
  /** Where our own files lie in the person's home, such as `~/.agent-terminals`. */
  readonly home: string;
  /** Where they came with the extension: `cli.js` and `client/`. */
  readonly source: string;
  /** What runs JavaScript: Node, or an editor that is told to be Node. */
  readonly runtime: string;
  readonly platform: NodeJS.Platform;
  readonly logger: Pick<Logger, 'warn'>;
}

const NAME = 'agent-terminals';

/**
 * The command line and the client, at paths that stay the same when the extension is updated:
 * scripts name them, and agents outlive an update.
 */
export class HomePrograms {
  private installing: Promise<string | undefined> | undefined;

  constructor(private readonly deps: HomeProgramsDeps) {}

  /**
   * Puts both in their places, once and whenever they are gone from there, and gives the command
   * line's path; undefined where it cannot be.
   */
  async install(): Promise<string | undefined> {
    const installing = (this.installing ??= this.put());
    const path = await installing;
    if (path === undefined || (await this.isThere(path))) {
      return path;
    }
    // Only the first who misses them puts them back.
    this.installing = this.installing === installing ? this.put() : this.installing;
    return this.installing;
  }

  /** A shell that is told to read a startup file of ours reads none of the person's where it is gone. */
  private async isThere(commandLine: string): Promise<boolean> {
    const { home } = this.deps;
    const paths = [commandLine, ...Object.keys(SHELL_START_FILES).map((path) => join(home, path))];
    const looks = await Promise.allSettled(paths.map((path) => access(path)));
    return looks.every(({ status }) => status === 'fulfilled');
  }

  private async put(): Promise<string | undefined> {
    const { home, source } = this.deps;
    try {
      await this.putStartFiles();
      const path = await this.putCommandLine();
      await copyTexts(join(source, 'client'), join(home, 'client'));
      return path;
    } catch (error) {
      this.deps.logger.warn(
        `The program agent-terminals could not be written to ${home}: ${toMessage(error)}`,
      );
      return undefined;
    }
  }

  /** Which a session's shell reads for the command line to be on its PATH. */
  private async putStartFiles(): Promise<void> {
    for (const [path, text] of Object.entries(SHELL_START_FILES)) {
      await putPrivateFile(join(this.deps.home, path), text);
    }
  }

  private async putCommandLine(): Promise<string> {
    const { home, source, runtime, platform } = this.deps;
    const directory = join(home, 'bin');
    // CommonJS by its name: a `package.json` above could say otherwise.
    const script = join(directory, `${NAME}.cjs`);
    const isWindows = platform === 'win32';
    const launcher = join(directory, isWindows ? `${NAME}.cmd` : NAME);
    const format = launcherOf(COMMAND_LINE_LAUNCHER, platform);
    const text = await readFile(join(source, 'cli.js'), 'utf8');
    await makePrivateDirectory(directory);
    await putPrivateFile(script, text);
    await putPrivateFile(launcher, format({ runtime, script }));
    await chmod(launcher, 0o700);
    return launcher;
  }
}

async function copyTexts(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    await makePrivateDirectory(dirname(target));
    await putPrivateFile(target, await readFile(path, 'utf8'));
  }
}
