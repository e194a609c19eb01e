import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../base/atomicFile';
import { isSameProcess } from '../base/isSameProcess';
import type { FoundHost } from './hostAccess';

/** What a session host tells of itself in its file, for nobody but the person's own windows. */
export interface HostEntry extends FoundHost {
  /** Of its process, see `readStartTime`; empty where the system does not show it. */
  readonly startTime: string;
  readonly protocol: number;
  /** The directory that it runs from. */
  readonly code: string;
}

const ENTRY: z.ZodMiniType<HostEntry> = z.object({
  pid: z.int().check(z.positive()),
  startTime: z.string(),
  socketPath: z.string().check(z.minLength(1)),
  token: z.string().check(z.minLength(1)),
  version: z.string(),
  host: z.string().check(z.minLength(1)),
  protocol: z.int(),
  code: z.string(),
});

/** Undefined where there is none, or none that can be read: nobody can talk to such a host. */
export async function readHostEntry(path: string): Promise<HostEntry | undefined> {
  try {
    return ENTRY.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeHostEntry(path: string, entry: HostEntry): Promise<void> {
  return writeFileAtomically(path, `${JSON.stringify(entry, undefined, 2)}\n`);
}

/** Whether the very process that wrote it still runs. */
export function isHostAlive({ pid, startTime }: HostEntry): boolean {
  return isSameProcess({ pid, startTime });
}
