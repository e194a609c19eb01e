import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { withFileLock } from '../../base/fileLock';
import { isSameProcess } from '../../base/isSameProcess';
import type { Logger } from '../../base/logger';
import type { Terminate } from '../../pty/process/createTerminate';
import { clearIfDead, findDeadHosts } from './staleHostCleanup';
import type { FoundHost, HostAccess } from './hostAccess';
import { placeHostCode, sweepHostCode, type HostCodeSource } from './hostCode';
import {
  isElsewhere,
  isHostAlive,
  lookForHost,
  readHostLockfiles,
  type HostLockfile,
} from './hostLockfile';
import { closeOwnDirectory, hostPlace, requirePrivateDirectory, type HostPlace } from './hostPlace';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { isOwnSocket } from './socketPlace';
import { startHost } from './startHost';

export interface DiskHostDeps extends HostCodeSource {
  /** Where our own files lie in the person's home, such as `~/.agent-terminals`. */
  readonly home: string;
  /** What runs the host: `process.execPath`. */
  readonly runtime: string;
  /** Our own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly terminate: Terminate;
  /** How long a host stays without a session and a client, in milliseconds. */
  readonly idleMs?: number | undefined;
}

const IDLE_MS = 10 * 60_000;

/** Finds and starts session hosts by what they leave in the person's home. */
export class DiskHostAccess implements HostAccess {
  private readonly place: HostPlace;
  /** By what they call themselves. */
  private readonly known = new Map<string, HostLockfile>();
  private ensuring: Promise<FoundHost> | undefined;

  constructor(private readonly deps: DiskHostDeps) {
    this.place = hostPlace(deps.home, PROTOCOL_VERSION);
  }

  /** Believes nothing that lies in a directory, or at a socket, that is not the person's own. */
  async find(known?: FoundHost): Promise<FoundHost | undefined> {
    const { directory } = this.place;
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

  isAlive(host: FoundHost): boolean {
    const entry = this.known.get(host.host);
    // It was found on this machine, whatever that is called by now.
    return entry !== undefined && isSameProcess(entry);
  }

  private async findLiving(): Promise<HostLockfile | undefined> {
    for (const entry of await findDeadHosts(this.place.directory)) {
      await this.clear(entry);
    }
    const found = await lookForHost(this.place);
    if (found.kind !== 'alive') {
      return undefined;
    }
    this.known.set(found.entry.host, found.entry);
    return found.entry;
  }

  private async findOrStart(): Promise<FoundHost> {
    const found = await this.find();
    if (found) {
      return found;
    }
    await requirePrivateDirectory(this.place.directory);
    try {
      return await withFileLock(this.place.startLock, this.deps.clock, async () => {
        return (await this.find()) ?? (await this.start());
      });
    } catch (error) {
      // Another window may have been at it for long, and be done by now.
      const late = await this.find();
      if (late) {
        return late;
      }
      throw SessionError.is(error) ? error : this.toSpawnFailed(toMessage(error), error);
    }
  }

  private async start(): Promise<FoundHost> {
    const { directory, log } = this.place;
    const { idleMs = IDLE_MS } = this.deps;
    const code = await placeHostCode(directory, this.deps);
    const started = await startHost({ ...this.deps, code, log, idleMs });
    const found = await this.find();
    if (started.kind === 'failed' || !found) {
      const reason = started.kind === 'failed' ? started.reason : 'it is gone again';
      throw this.toSpawnFailed(reason, undefined);
    }
    this.deps.logger.info(`The session host is process ${found.pid}; its log is ${log}.`);
    await this.sweep(code);
    return found;
  }

  /** What is left over does no harm: a later start tries again. */
  private async sweep(code: string): Promise<void> {
    try {
      const { directory } = this.place;
      const others = (await readHostLockfiles(directory)).filter(
        (entry) => isElsewhere(entry) || isHostAlive(entry),
      );
      await sweepHostCode(directory, [code, ...others.map((entry) => entry.code)]);
    } catch (error) {
      this.deps.logger.warn(`Old session hosts are not removed: ${toMessage(error)}`);
    }
  }

  /** Ends what a host that died has left. Where that cannot be, the next one to start tries again. */
  private async clear(entry: HostLockfile): Promise<void> {
    const { logger } = this.deps;
    const { pid } = entry;
    try {
      const survivors = await clearIfDead(this.place, entry, this.deps);
      if (survivors !== undefined) {
        logger.warn(
          `The session host, process ${pid}, has ended; ${survivors} of its programs could not be ended.`,
        );
      }
    } catch (error) {
      logger.warn(
        `What the session host, process ${pid}, left could not be removed: ${toMessage(error)}`,
      );
    }
  }

  private toSpawnFailed(reason: string, cause: unknown): SessionError {
    return new SessionError(
      'SPAWN_FAILED',
      `The session host could not be started: ${reason}. Its log is ${this.place.log}; with the setting agentTerminals.persistence at "window", sessions need none.`,
      { cause },
    );
  }
}

function foreignSocketError(path: string): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host is not used because ${path} is not a socket of your own. Remove it, and try again.`,
  );
}
