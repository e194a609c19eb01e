import { readFileSync, rmSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../../base/atomicFile';
import { isSameProcess } from '../../base/isSameProcess';
import type { FoundHost } from './hostAccess';
import { isOwn, type HostPlace } from './hostPlace';
import { isListening } from './socketPlace';

/** What a session host tells of itself in its file, for nobody but the person's own windows. */
export interface HostLockfile extends FoundHost {
  /** Of its process, see `readStartTime`; empty where the system does not show it. */
  readonly startTime: string;
  readonly protocol: number;
  /** The directory that it runs from. */
  readonly code: string;
  /** Of the machine that it runs on; homes may be shared by several. */
  readonly hostname: string;
}

/** What the files of hosts say, and where this machine's host is to tell of itself. */
export type HostSighting =
  | { readonly kind: 'none'; readonly path: string }
  | { readonly kind: 'alive' | 'dead'; readonly path: string; readonly entry: HostLockfile };

const ENTRY_NAME = /^host-\d+(?:@.*)?\.json$/;

const ENTRY: z.ZodMiniType<HostLockfile> = z.object({
  pid: z.int().check(z.positive()),
  startTime: z.string(),
  socketPath: z.string().check(z.minLength(1)),
  token: z.string().check(z.minLength(1)),
  version: z.string(),
  host: z.string().check(z.minLength(1)),
  protocol: z.int(),
  code: z.string(),
  hostname: z.string(),
});

/** Undefined if there is no readable file that belongs to the person: such a host cannot be reached. */
export async function readHostLockfile(path: string): Promise<HostLockfile | undefined> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || !isOwn(found)) {
      return undefined;
    }
    return ENTRY.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeHostLockfile(path: string, entry: HostLockfile): Promise<void> {
  return writeFileAtomically(path, `${JSON.stringify(entry, undefined, 2)}\n`);
}

/** Removes the file if it names that host, and not another one that has replaced it. */
export function removeHostLockfile(path: string, host: string): void {
  try {
    if (ENTRY.parse(JSON.parse(readFileSync(path, 'utf8'))).host === host) {
      rmSync(path);
    }
  } catch {
    // There is none.
  }
}

/** Removes each lock file in the directory that names that host. */
export async function removeHostLockfiles(directory: string, host: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (ENTRY_NAME.test(name)) {
      removeHostLockfile(join(directory, name), host);
    }
  }
}

/** Whether the very process that wrote it still runs, and on this machine. */
export function isHostAlive(entry: HostLockfile): boolean {
  // Where the start of a process is not known, its number says nothing of another machine's.
  const isTelling = entry.startTime !== '' || !isElsewhere(entry);
  return isTelling && isSameProcess(entry);
}

/**
 * The same, also where only the machine's name says that it is another's, as after this one got
 * another name: a socket is of this machine alone, so who listens on it is here.
 */
async function isAliveHere(entry: HostLockfile): Promise<boolean> {
  const isUntold = entry.startTime === '' && isElsewhere(entry);
  return isUntold
    ? isSameProcess(entry) && (await isListening(entry.socketPath))
    : isHostAlive(entry);
}

/** Whether it was written on another machine, or before this one got another name: nobody here knows whether it lives. */
export function isElsewhere(entry: HostLockfile): boolean {
  return entry.hostname !== hostname();
}

/** The host of this machine, alive if one is, else the one that died last. */
export async function lookForHost({ entry, entryHere }: HostPlace): Promise<HostSighting> {
  const found: HostSighting[] = [];
  for (const path of [entry, entryHere]) {
    const said = await readHostLockfile(path);
    if (!said) {
      found.push({ kind: 'none', path });
    } else if (await isAliveHere(said)) {
      found.push({ kind: 'alive', path, entry: said });
    } else if (!isElsewhere(said)) {
      found.push({ kind: 'dead', path, entry: said });
    }
  }
  const first = (kind: HostSighting['kind']): HostSighting | undefined =>
    found.find((one) => one.kind === kind);
  return first('alive') ?? first('dead') ?? first('none') ?? { kind: 'none', path: entryHere };
}

/** The lock files of all hosts that share the directory. */
export async function readHostLockfiles(directory: string): Promise<readonly HostLockfile[]> {
  const names = (await readdir(directory)).filter((name) => ENTRY_NAME.test(name));
  const entries = await Promise.all(names.map((name) => readHostLockfile(join(directory, name))));
  return entries.flatMap((entry) => entry ?? []);
}
