import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { LinuxProcessTable } from './processTableLinux';
import { PsProcessTable } from './processTablePs';
import type { ProcessEntry } from './processTree';

/** What runs on this machine; those that have ended and are not yet reaped do not count. */
export interface ProcessTable {
  list(): Promise<readonly ProcessEntry[]>;
  /** Those of `entries` that still run, read anew, without later owners of their pids. */
  refresh(entries: readonly ProcessEntry[]): Promise<readonly RunningProcess[]>;
}

export interface RunningProcess extends ProcessEntry {
  /** Whether SIGTERM is lost on it; undefined where the system does not tell. */
  readonly ignoresTerm: boolean | undefined;
}

/** Runs a tool of the system and gives its output. */
export type RunTool = (file: string, args: readonly string[]) => Promise<string>;

/** The process table of this machine; not for Windows. */
export function createProcessTable(platform: NodeJS.Platform): ProcessTable {
  return platform === 'linux' ? new LinuxProcessTable() : new PsProcessTable(runTool);
}

/** Of a busy machine's process list. */
const TOOL_OUTPUT_BYTES = 32 * 1024 * 1024;
const TOOL_LIMIT_MS = 3000;

/** In the C locale, whose notation of dates is the same everywhere. */
export const runTool: RunTool = async (file, args) => {
  const { stdout } = await promisify(execFile)(file, [...args], {
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: TOOL_OUTPUT_BYTES,
    timeout: TOOL_LIMIT_MS,
    windowsHide: true,
  });
  return stdout;
};
