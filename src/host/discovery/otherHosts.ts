import { SessionError } from '../../base/errors';
import { isHostAlive, lookForHost, readHostLockfiles } from './hostLockfile';
import { hostedSessionsPath, readHostedSessions } from './hostedSessionsFile';
import { closeOwnDirectory, type HostPlace } from './hostPlace';

/** A host that lives and that a window of this version does not talk to: of another protocol, or one that lost its place. */
export interface OtherHost {
  /** What it calls itself. */
  readonly host: string;
  readonly pid: number;
  /** The version of the extension that it came with. */
  readonly version: string;
  readonly protocol: number;
  /** The ids of those that run in it, as far as it says. */
  readonly sessions: readonly string[];
}

/**
 * All hosts of the person on this machine but the window's own: `own`, by what it calls itself, which
 * may have lost its place to another one; where the window knows none yet, it is the one in the place.
 */
export async function listOtherHosts(
  place: HostPlace,
  own?: string,
): Promise<readonly OtherHost[]> {
  const { directory } = place;
  if (!(await closeOwnDirectory(directory))) {
    return [];
  }
  const left = own ?? (await findInPlace(place));
  const others = (await readHostLockfiles(directory)).filter(
    (entry) => entry.host !== left && isHostAlive(entry),
  );
  return Promise.all(
    others.map(async ({ pid, version, protocol, host }) => ({
      ...{ host, pid, version, protocol },
      sessions: await readHostedSessions(hostedSessionsPath(directory, host)),
    })),
  );
}

/**
 * Fails where one of those hosts runs the session: a second program would continue the same conversation.
 * @throws {SessionError} `SESSION_EXISTS`.
 */
export function requireNotInOtherHost(id: string, others: readonly OtherHost[]): void {
  const other = others.find(({ sessions }) => sessions.includes(id));
  if (other) {
    throw new SessionError(
      'SESSION_EXISTS',
      `Session ${id} runs in another session host, process ${other.pid} of version ${other.version}, which this window cannot use: end it in a window of that version, or end that process with Show Session Host.`,
    );
  }
}

async function findInPlace(place: HostPlace): Promise<string | undefined> {
  const found = await lookForHost(place);
  return found.kind === 'alive' ? found.entry.host : undefined;
}
