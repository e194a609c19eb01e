import { readFileSync, rmSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../../base/atomicFile';
import { isSameProcess } from '../../base/isSameProcess';
import { isOwn } from '../../base/privateFile';
import { isListening } from '../../endpoint/socketPath';
import type { HostPaths } from './hostPaths';

/** A running session host, as described by its lock file. */
export interface FoundHost {
  readonly pid: number;
  /** The start time of its process, see `readStartTime`; empty if the system does not report it. */
  readonly startTime: string;
  /** The path of its socket; on Windows of its named pipe. */
  readonly socketPath: string;
  /** The secret that authenticates a client. */
  readonly token: string;
  /** The version of the extension that started it. */
  readonly version: string;
  /** The host's id: random, different for each host. */
  readonly host: string;
}

export interface HostLockfile extends FoundHost {
  readonly protocol: number;
  /** The directory of its program. */
  readonly code: string;
  /** The name of its machine; several machines may share a home. */
  readonly hostname: string;
}

/** The result of {@link findHost}; `path` is the lock file for this machine's host. */
export type HostSearch =
  | { readonly kind: 'none'; readonly path: string }
  | { readonly kind: 'alive' | 'stale'; readonly path: string; readonly entry: HostLockfile };

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

/**
 * Reads a lock file. Returns undefined if it does not exist, cannot be read or parsed, or does not
 * belong to the person; such a host cannot be reached.
 */
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
  return replaceFile(path, `${JSON.stringify(entry, undefined, 2)}\n`);
}

/** Removes the file if it names that host, not if another host has replaced it. */
export function removeHostLockfile(path: string, host: string): void {
  try {
    if (ENTRY.parse(JSON.parse(readFileSync(path, 'utf8'))).host === host) {
      rmSync(path);
    }
  } catch {
    // The file does not exist, or is not a lock file.
  }
}

export async function removeHostLockfiles(directory: string, host: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (ENTRY_NAME.test(name)) {
      removeHostLockfile(join(directory, name), host);
    }
  }
}

/** Whether the process that wrote the file still runs on this machine. */
export function isHostAlive(entry: HostLockfile): boolean {
  // Without a start time, a process id of another machine proves nothing.
  const isConclusive = entry.startTime !== '' || !isOfOtherMachine(entry);
  return isConclusive && isSameProcess(entry);
}

/**
 * Like {@link isHostAlive}, but also true if only the machine's name differs, as after this machine
 * was renamed: sockets are local to a machine, so a process that listens on the socket runs here.
 */
async function isAliveHere(entry: HostLockfile): Promise<boolean> {
  const isInconclusive = entry.startTime === '' && isOfOtherMachine(entry);
  return isInconclusive
    ? isSameProcess(entry) && (await isListening(entry.socketPath))
    : isHostAlive(entry);
}

/**
 * Whether the file was written on another machine, or before this one was renamed. Whether such a
 * host still runs cannot be determined here.
 */
export function isOfOtherMachine(entry: HostLockfile): boolean {
  return entry.hostname !== hostname();
}

/** Returns the running host of this machine, else one that has ended. */
export async function findHost(paths: HostPaths): Promise<HostSearch> {
  const found: HostSearch[] = [];
  for (const path of [paths.lockfile, paths.machineLockfile]) {
    const entry = await readHostLockfile(path);
    if (!entry) {
      found.push({ kind: 'none', path });
    } else if (await isAliveHere(entry)) {
      found.push({ kind: 'alive', path, entry });
    } else if (!isOfOtherMachine(entry)) {
      found.push({ kind: 'stale', path, entry });
    }
  }
  const first = (kind: HostSearch['kind']): HostSearch | undefined =>
    found.find((one) => one.kind === kind);
  return (
    first('alive') ??
    first('stale') ??
    first('none') ?? { kind: 'none', path: paths.machineLockfile }
  );
}

export async function readHostLockfiles(directory: string): Promise<readonly HostLockfile[]> {
  const names = (await readdir(directory)).filter((name) => ENTRY_NAME.test(name));
  const entries = await Promise.all(names.map((name) => readHostLockfile(join(directory, name))));
  return entries.flatMap((entry) => entry ?? []);
}
