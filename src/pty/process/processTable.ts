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
