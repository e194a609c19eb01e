import { isHostAlive, lookForHost, readHostEntries } from './hostEntry';
import { heldSessionsPath, readHeldSessions } from './heldSessions';
import { closeOwnDirectory, type HostPlace } from './hostPlace';

/** A host that lives and that a window of this version does not talk to: of another protocol, or one that lost its place. */
export interface OtherHost {
  readonly pid: number;
  /** The version of the extension that it came with. */
  readonly version: string;
  readonly protocol: number;
  /** The ids of those that run in it, as far as it says. */
  readonly sessions: readonly string[];
}

/** All hosts of the person on this machine but the one in this place. */
export async function listOtherHosts(place: HostPlace): Promise<readonly OtherHost[]> {
  const { directory } = place;
  if (!(await closeOwnDirectory(directory))) {
    return [];
  }
  const found = await lookForHost(place);
  const own = found.kind === 'alive' ? found.entry.host : undefined;
  const others = (await readHostEntries(directory)).filter(
    (entry) => entry.host !== own && isHostAlive(entry),
  );
  return Promise.all(
    others.map(async ({ pid, version, protocol, host }) => ({
      ...{ pid, version, protocol },
      sessions: await readHeldSessions(heldSessionsPath(directory, host)),
    })),
  );
}
