import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { systemClock } from '../base/clock';
import { withFileLock } from '../base/fileLock';
import { ClientError } from '../client/clientError';
import type { OpenHeadless } from '../client/connect/endpoint';
import type { FolderSnapshot } from '../endpoint/folderSnapshot';

/** A core that runs in this process. */
interface Headless {
  close(): Promise<void>;
}

/** The exports of the program that {@link FolderSnapshot.program} names. */
interface HeadlessProgram {
  readonly openHeadless: (options: {
    readonly snapshot: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly notify: (message: string) => void;
  }) => Promise<Headless>;
}

interface HeadlessCoresDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify: (message: string) => void;
}

/** The cores that this process runs for folders that no window has open. */
export class HeadlessCores {
  private readonly opened: Headless[] = [];

  constructor(private readonly deps: HeadlessCoresDeps) {}

  /** @throws {ClientError} `NO_WINDOW` if the extension that stored the snapshot is not installed any more. */
  readonly open: OpenHeadless = async ({ file, program }, isServed) => {
    const { env, notify } = this.deps;
    const { openHeadless } = load(program);
    // Another command may open one for the same folder at the same time.
    await withFileLock(file, systemClock, async () => {
      if (!(await isServed())) {
        this.opened.push(await openHeadless({ snapshot: file, env, notify }));
      }
    });
  };

  /** Waits for the answers to requests of other programs, then releases all sessions, which continue. */
  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((core) => core.close()));
  }
}

function load(program: FolderSnapshot['program']): HeadlessProgram {
  if (!existsSync(program)) {
    throw new ClientError(
      'NO_WINDOW',
      `The extension's file ${program} is missing, perhaps after an update. Open the folder in VS Code once.`,
    );
  }
  return createRequire(program)(program) as HeadlessProgram;
}
