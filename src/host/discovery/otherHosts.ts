import { SessionError } from '../../base/errors';
import { isHostAlive, findHost, readHostLockfiles } from './hostLockfile';
import { hostedSessionsPath, readHostedSessions } from './hostedSessionsFile';
import { closeOwnDirectory } from '../../base/privateFile';
import type { HostPaths } from './hostPaths';

/**
 * A running host that this window does not connect to: it has another protocol, or another host has
 * replaced its lock file.
 */
export interface OtherHost {
  /** The host's id. */
  readonly host: string;
  readonly pid: number;
  /** The version of the extension that started it. */
  readonly version: string;
  readonly protocol: number;
  /** The ids of its running sessions, as its file lists them. */
  readonly sessions: readonly string[];
}

/**
 * Returns all running hosts of the person on this machine, except the window's own. `own` is that
 * host's id; another host may have replaced its lock file. Without `own`, the host with the regular
 * lock file is left out.
 */
export async function listOtherHosts(
  paths: HostPaths,
  own?: string,
): Promise<readonly OtherHost[]> {
  const { directory } = paths;
  if (!(await closeOwnDirectory(directory))) {
    return [];
  }
  const ownId = own ?? (await findRegisteredHost(paths));
  const others = (await readHostLockfiles(directory)).filter(
    (entry) => entry.host !== ownId && isHostAlive(entry),
  );
  return Promise.all(
    others.map(async ({ pid, version, protocol, host }) => ({
      ...{ host, pid, version, protocol },
      sessions: await readHostedSessions(hostedSessionsPath(directory, host)),
    })),
  );
}

/**
 * Throws if one of those hosts runs the session: a second program would continue the same
 * conversation.
 * @throws {SessionError} `SESSION_EXISTS`.
 */
export function requireNotInOtherHost(id: string, others: readonly OtherHost[]): void {
  const other = others.find(({ sessions }) => sessions.includes(id));
  if (other) {
    throw new SessionError(
      'SESSION_EXISTS',
      `Session ${id} runs in another session host, process ${other.pid} of version ${other.version}, which this window cannot use. End it in a window of that version, or end that process with Show Session Host.`,
    );
  }
}

async function findRegisteredHost(paths: HostPaths): Promise<string | undefined> {
  const found = await findHost(paths);
  return found.kind === 'alive' ? found.entry.host : undefined;
}
