/** The fields of `/proc/<pid>/stat` (man 5 proc) that are used here. */
export interface ProcStat {
  readonly pid: number;
  /** The name of the program, cut to 15 bytes. */
  readonly command: string;
  readonly ppid: number;
  readonly pgid: number;
  readonly sid: number;
  /** When the process started, in clock ticks since the start of the system. */
  readonly startTime: string;
  /** Whether the process is within `execve`, so that its environment reads as empty. */
  readonly isWithinExec: boolean;
}

/** In the flags of a process (`include/linux/sched.h`): it is ending, or a thread of the kernel. */
const PF_EXITING = 0x4;
const PF_KTHREAD = 0x200000;

/** Parses `/proc/<pid>/stat`; undefined for a zombie, whose parent has not waited for it yet. */
export function parseProcStat(stat: string): ProcStat | undefined {
  // The name is in parentheses and may itself contain parentheses.
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const [state, ppid, pgid, sid] = fields;
  const startTime = fields[19];
  if (!state || 'ZXx'.includes(state) || startTime === undefined) {
    return undefined;
  }
  const hasEnvironment = (Number(fields[6]) & (PF_EXITING | PF_KTHREAD)) === 0;
  return {
    pid: Number.parseInt(stat, 10),
    command: stat.slice(stat.indexOf('(') + 1, nameEnd),
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    startTime,
    // The address at which the environment ends is 0 until the new program has one.
    isWithinExec: hasEnvironment && fields[48] === '0',
  };
}
