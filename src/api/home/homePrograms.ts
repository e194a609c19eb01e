import { access, chmod, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { COMMAND_LINE_LAUNCHER, launcherOf } from './launchers';
import { SHELL_START_FILES } from '../../pty/shell/offerCommandLine';
import { makePrivateDirectory, putPrivateFile } from '../../base/privateFile';

interface HomeProgramsDeps {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  /** The extension's `dist` directory, which contains `cli.js` and `client/`. */
  readonly source: string;
  /** The executable that runs the script: Node, or an editor with `ELECTRON_RUN_AS_NODE`. */
  readonly runtime: string;
  readonly platform: NodeJS.Platform;
  readonly logger: Pick<Logger, 'warn'>;
}

const NAME = 'agent-terminals';

/** The licences of the packages that the command line contains code of. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/**
 * Installs the command line and the client at paths that do not change with an update of the
 * extension: scripts contain these paths, and agents outlive an update.
 */
export class HomePrograms {
  private installing: Promise<string | undefined> | undefined;

  constructor(private readonly deps: HomeProgramsDeps) {}

  /**
   * Writes both on the first call, and again if they were deleted. Returns the path of the command
   * line; undefined if it could not be written, which is logged.
   */
  async install(): Promise<string | undefined> {
    const installing = (this.installing ??= this.put());
    const path = await installing;
    if (path === undefined || (await this.isInstalled(path))) {
      return path;
    }
    // Of several concurrent callers only the first writes them again.
    this.installing = this.installing === installing ? this.put() : this.installing;
    return this.installing;
  }

  /**
   * Checks the shell startup files, too: without them a session's shell would skip the person's
   * own.
   */
  private async isInstalled(commandLine: string): Promise<boolean> {
    const { home } = this.deps;
    const paths = [commandLine, ...Object.keys(SHELL_START_FILES).map((path) => join(home, path))];
    const results = await Promise.allSettled(paths.map((path) => access(path)));
    return results.every(({ status }) => status === 'fulfilled');
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

  /** Writes the startup files that put the command line on the PATH of a session's shell. */
  private async putStartFiles(): Promise<void> {
    for (const [path, text] of Object.entries(SHELL_START_FILES)) {
      await putPrivateFile(join(this.deps.home, path), text);
    }
  }

  private async putCommandLine(): Promise<string> {
    const { home, source, runtime, platform } = this.deps;
    const directory = join(home, 'bin');
    // `.cjs` makes it CommonJS whatever a `package.json` in a parent directory declares.
    const script = join(directory, `${NAME}.cjs`);
    const isWindows = platform === 'win32';
    const launcher = join(directory, isWindows ? `${NAME}.cmd` : NAME);
    const format = launcherOf(COMMAND_LINE_LAUNCHER, platform);
    const text = await readFile(join(source, 'cli.js'), 'utf8');
    await makePrivateDirectory(directory);
    await putPrivateFile(script, text);
    await this.putNotices(directory);
    await putPrivateFile(launcher, format({ runtime, script }));
    await chmod(launcher, 0o700);
    return launcher;
  }

  /** Does nothing for a build without notices, as in development. */
  private async putNotices(directory: string): Promise<void> {
    const notices = await readFile(join(this.deps.source, NOTICES), 'utf8').catch(() => undefined);
    if (notices !== undefined) {
      await putPrivateFile(join(directory, NOTICES), notices);
    }
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
