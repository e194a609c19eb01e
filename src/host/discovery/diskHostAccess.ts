import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { withFileLock } from '../../base/fileLock';
import { isSameProcess } from '../../base/isSameProcess';
import type { Logger } from '../../base/logger';
import type { Terminate } from '../../pty/process/createTerminate';
import { removeHostIfStale, listStaleHosts } from './staleHostCleanup';
import { installHostCode, sweepHostCode, type HostCodeSource } from './hostCode';
import {
  isOfOtherMachine,
  isHostAlive,
  findHost,
  readHostLockfiles,
  type FoundHost,
  type HostLockfile,
} from './hostLockfile';
import { closeOwnDirectory } from '../../base/privateFile';
import { isOwnSocket } from '../../endpoint/socketPath';
import { hostPaths, requirePrivateDirectory, type HostPaths } from './hostPaths';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { startHost } from './startHost';

/** Finds and starts the session host of the person, for this protocol. */
export interface HostAccess {
  /**
   * Returns the running host, if there is one. With `known`, returns that host with its current
   * socket.
   */
  find(known?: FoundHost): Promise<FoundHost | undefined>;
  /**
   * Returns the running host, or starts one. Concurrent calls, also of two windows, return the same
   * host.
   * @throws {SessionError} `SPAWN_FAILED` with the reason and the path of the log; also if the
   * directory does not belong to the person alone.
   */
  ensure(): Promise<FoundHost>;
  /** Whether the host's process still runs; false if another process has its id. */
  isAlive(host: FoundHost): boolean;
}

export interface DiskHostDeps extends HostCodeSource {
  /** The directory of our files in the person's home, such as `~/.agent-terminals`. */
  readonly home: string;
  /** The executable that runs the host: `process.execPath`. */
  readonly runtime: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  /** How long a host without sessions and clients keeps running, in milliseconds. */
  readonly idleMs?: number | undefined;
}

const IDLE_MS = 10 * 60_000;

/** Finds and starts session hosts by their files in the person's home. */
export class DiskHostAccess implements HostAccess {
  private readonly paths: HostPaths;
  private ensuring: Promise<FoundHost> | undefined;

  constructor(private readonly deps: DiskHostDeps) {
    this.paths = hostPaths(deps.home, PROTOCOL_VERSION);
  }

  /**
   * @throws {SessionError} `SPAWN_FAILED` if the host's socket does not belong to the person. A
   * directory that does not belong to the person is ignored.
   */
  async find(known?: FoundHost): Promise<FoundHost | undefined> {
    const { directory } = this.paths;
    if (!(await closeOwnDirectory(directory))) {
      return undefined;
    }
    const found = known
      ? (await readHostLockfiles(directory)).find(({ host }) => host === known.host)
      : await this.findLiving();
    if (found && !(await isOwnSocket(found.socketPath))) {
      throw foreignSocketError(found.socketPath);
    }
    return found;
  }

  ensure(): Promise<FoundHost> {
    this.ensuring ??= this.findOrStart().finally(() => (this.ensuring = undefined));
    return this.ensuring;
  }

  /** It was found on this machine, so the machine's current name does not matter. */
  isAlive(host: FoundHost): boolean {
    return isSameProcess(host);
  }

  private async findLiving(): Promise<HostLockfile | undefined> {
    for (const entry of await listStaleHosts(this.paths.directory)) {
      await this.clear(entry);
    }
    const found = await findHost(this.paths);
    return found.kind === 'alive' ? found.entry : undefined;
  }

  private async findOrStart(): Promise<FoundHost> {
    const found = await this.find();
    if (found) {
      return found;
    }
    await requirePrivateDirectory(this.paths.directory);
    try {
      return await withFileLock(this.paths.startLock, this.deps.clock, async () => {
        return (await this.find()) ?? (await this.start());
      });
    } catch (error) {
      // Another window may have held the lock for long and have started a host meanwhile.
      const late = await this.find();
      if (late) {
        return late;
      }
      throw SessionError.is(error) ? error : this.toSpawnFailed(toMessage(error), error);
    }
  }

  private async start(): Promise<FoundHost> {
    const { directory, log } = this.paths;
    const { appRoot, clock, env, home, idleMs = IDLE_MS, runtime, version } = this.deps;
    const code = await installHostCode(directory, this.deps);
    const started = await startHost({
      appRoot,
      clock,
      code,
      env,
      home,
      idleMs,
      log,
      runtime,
      version,
    });
    const found = await this.find();
    if (started.kind === 'failed' || !found) {
      const reason = started.kind === 'failed' ? started.reason : 'it ended at once';
      throw this.toSpawnFailed(reason, undefined);
    }
    this.deps.logger.info(`The session host is process ${found.pid}; its log is ${log}.`);
    await this.sweep(code);
    return found;
  }

  private async sweep(code: string): Promise<void> {
    try {
      const { directory } = this.paths;
      const others = (await readHostLockfiles(directory)).filter(
        (entry) => isOfOtherMachine(entry) || isHostAlive(entry),
      );
      await sweepHostCode(directory, [code, ...others.map((entry) => entry.code)]);
    } catch (error) {
      this.deps.logger.warn(
        `Copies of old session hosts could not be removed: ${toMessage(error)}`,
      );
    }
  }

  /** If this fails, the next host to start tries again. */
  private async clear(entry: HostLockfile): Promise<void> {
    const { logger } = this.deps;
    const { pid } = entry;
    try {
      const survivors = await removeHostIfStale(this.paths, entry, this.deps);
      if (survivors !== undefined) {
        logger.warn(
          `The session host, process ${pid}, has ended; ${survivors} of its programs could not be ended.`,
        );
      }
    } catch (error) {
      logger.warn(
        `The files of the ended session host, process ${pid}, could not be removed: ${toMessage(error)}`,
      );
    }
  }

  private toSpawnFailed(reason: string, cause: unknown): SessionError {
    return new SessionError(
      'SPAWN_FAILED',
      `The session host could not be started: ${reason}. Its log is ${this.paths.log}. With the setting agentTerminals.persistence set to "window", sessions need no session host.`,
      { cause },
    );
  }
}

function foreignSocketError(path: string): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host is not used because ${path} is not a socket of your own. Remove it and try again.`,
  );
}
