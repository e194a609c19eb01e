import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The directories on the remote machine, which is this machine, of sessions whose agent is in `home`: others,
 * of other tests, may come and go meanwhile.
 */
export function sshPlacesOf(home: string): readonly string[] {
  return readdirSync('/tmp')
    .filter((name) => /^agent-terminals-ssh-[0-9a-f]{32}$/.test(name))
    .map((name) => join('/tmp', name))
    .filter((place) => readText(join(place, 'agent.posix.0')).includes(home));
}

/** What is there of places still, half removed ones and their sockets included. */
export function leftOfPlaces(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => [place, `${place}.sock`]).filter((path) => existsSync(path));
}

/** Empty where there is none: a session may be on its way or gone. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
