import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Clock } from '../base/clock';
import { withFileLock } from '../base/fileLock';
import { isErrno } from '../base/isErrno';
import { ClientError } from '../client/clientError';
import type { OpenHeadless } from '../client/connect/endpoint';
import type { FolderSnapshotEntry } from '../endpoint/folderSnapshotEntry';

/**
 * How long a command waits while others open and end cores for its folder, in milliseconds. Each takes
 * a few seconds at most.
 */
const OPENING_LIMIT_MS = 30_000;

/** A core that runs in this process. */
interface Headless {
  close(): Promise<void>;
}

/** The exports of the program that {@link FolderSnapshotEntry.program} names. */
interface HeadlessProgram {
  readonly openHeadless: (options: {
    readonly snapshot: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly notify: (message: string) => void;
  }) => Promise<Headless>;
}

interface HeadlessCoresDeps {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify: (message: string) => void;
}

/** The cores that this process runs for folders that no window has open. */
export class HeadlessCores {
  private readonly opened: Headless[] = [];

  constructor(private readonly deps: HeadlessCoresDeps) {}

  /**
   * @throws {ClientError} `NO_WINDOW` if the extension that stored the snapshot is not installed any
   * more; `TIMEOUT` if other commands take longer than {@link OPENING_LIMIT_MS}.
   */
  readonly open: OpenHeadless = async ({ file, program }, isServed) => {
    const { clock, env, notify } = this.deps;
    const { openHeadless } = load(program);
    const openIfNeeded = async (): Promise<void> => {
      if (!(await isServed())) {
        this.opened.push(await openHeadless({ snapshot: file, env, notify }));
      }
    };
    // Another command may open a core for the same folder at the same time, or end one.
    const options = { timeoutMs: OPENING_LIMIT_MS };
    await withFileLock(file, clock, openIfNeeded, options).catch((error: unknown) => {
      throw isErrno(error, 'ELOCKED') ? lateError() : error;
    });
  };

  /** Waits for the answers to requests of other programs, then releases all sessions, which continue. */
  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((core) => core.close()));
  }
}

function lateError(): ClientError {
  return new ClientError(
    'TIMEOUT',
    `Other commands for this folder did not begin to serve it within ${OPENING_LIMIT_MS / 1000} s. Try again.`,
  );
}

function load(program: FolderSnapshotEntry['program']): HeadlessProgram {
  if (!existsSync(program)) {
    throw new ClientError(
      'NO_WINDOW',
      `The extension's file ${program} is missing, perhaps after an update. Open the folder in VS Code once.`,
    );
  }
  return createRequire(program)(program) as HeadlessProgram;
}
