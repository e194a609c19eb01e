import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ClientError } from '../client/clientError';
import type { HeadlessServer, HeadlessServers } from '../client/connect/endpoint';
import type { FolderSnapshotEntry } from '../endpoint/folderSnapshotEntry';

/** A core that runs in this process. */
interface Headless {
  readonly socket: string;
  readonly token: string;
  isInUse(): boolean;
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
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify: (message: string) => void;
}

/** The cores that this process runs for folders that no window has open. */
export class HeadlessCores implements HeadlessServers {
  private readonly opening = new Map<string, Promise<Headless & HeadlessServer>>();
  private readonly opened: (Headless & HeadlessServer)[] = [];

  constructor(private readonly deps: HeadlessCoresDeps) {}

  /**
   * @throws {ClientError} `NO_WINDOW` if the extension that stored the snapshot is not installed any
   * more.
   */
  async open(snapshot: FolderSnapshotEntry): Promise<HeadlessServer> {
    const { file } = snapshot;
    const opening = this.opening.get(file) ?? this.run(snapshot);
    this.opening.set(file, opening);
    try {
      return await opening;
    } catch (error) {
      this.opening.delete(file);
      throw error;
    }
  }

  findInUse(): Promise<HeadlessServer | undefined> {
    return Promise.resolve(this.opened.find((core) => core.isInUse()));
  }

  /** Releases all sessions, which continue. */
  async close(): Promise<void> {
    this.opening.clear();
    await Promise.all(this.opened.splice(0).map((core) => core.close()));
  }

  private async run({
    file,
    path,
    program,
  }: FolderSnapshotEntry): Promise<Headless & HeadlessServer> {
    const { openHeadless } = load(program);
    const core = { ...(await openHeadless({ snapshot: file, ...this.deps })), folder: path };
    this.opened.push(core);
    return core;
  }
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
