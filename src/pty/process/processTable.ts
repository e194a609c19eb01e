import type { ProcessEntry } from './processTree';

/** The processes of this machine, without zombies. */
export interface ProcessTable {
  list(): Promise<readonly ProcessEntry[]>;
  /** Reads again which of `entries` still run. Later owners of their pids are left out. */
  refresh(entries: readonly ProcessEntry[]): Promise<readonly RunningProcess[]>;
}

export interface RunningProcess extends ProcessEntry {
  /** Whether the process ignores SIGTERM; undefined if the system does not provide it. */
  readonly ignoresTerm: boolean | undefined;
}
