import type { ProcessTable, RunningProcess } from './processTable';
import { isSameProcess, type ProcessEntry } from './processTree';
import type { RunTool } from './runTool';

/** pid, parent, group, state, start as "Sat Nov 21 22:45:28 2026", command line. */
const COLUMNS = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/;

/**
 * Reads processes from `ps`, for macOS. It shows no environments, so processes that have left both
 * the tree and the group of a session are not found.
 */
export class PsProcessTable implements ProcessTable {
  constructor(private readonly run: RunTool) {}

  async list(): Promise<readonly ProcessEntry[]> {
    const output = await this.run('/bin/ps', ['-axo', COLUMNS]);
    return output.split('\n').flatMap((line) => parsePsLine(line) ?? []);
  }

  async refresh(entries: readonly ProcessEntry[]): Promise<readonly RunningProcess[]> {
    const running = await this.list();
    return running
      .filter((process) => entries.some((entry) => isSameProcess(process, entry)))
      .map((process) => ({ ...process, ignoresTerm: undefined }));
  }
}

/** Undefined for other lines and for zombies. */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const [, pid, ppid, pgid, state = '', startTime = '', command = ''] = LINE.exec(line) ?? [];
  if (pid === undefined || state.startsWith('Z')) {
    return undefined;
  }
  return {
    pid: Number(pid),
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: undefined,
    startTime,
    command,
    environment: undefined,
  };
}
