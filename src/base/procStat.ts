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
  /**
   * Whether the process has an environment: `yes`, `no` (a thread of the kernel, a process that is
   * exiting), or `later` within `execve`, during which it reads as empty.
   */
  readonly hasEnvironment: 'later' | 'no' | 'yes';
}

/** Flags of a process (`include/linux/sched.h`): it is exiting; it is a thread of the kernel. */
const PF_EXITING = 0x4;
const PF_KTHREAD = 0x200000;

/**
 * Parses `/proc/<pid>/stat`; undefined for a process that has ended, whose parent may not have waited
 * for it yet, and for an incomplete line.
 */
export function parseProcStat(stat: string): ProcStat | undefined {
  // The name is in parentheses and may itself contain parentheses.
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const [state, ppid, pgid, sid] = fields;
  const startTime = fields[19];
  if (!state || 'ZXx'.includes(state) || startTime === undefined) {
    return undefined;
  }
  const hasNone = (Number(fields[6]) & (PF_EXITING | PF_KTHREAD)) !== 0;
  // The address at which the environment ends is 0 until the new program has one.
  const isWithinExec = fields[48] === '0';
  return {
    pid: Number.parseInt(stat, 10),
    command: stat.slice(stat.indexOf('(') + 1, nameEnd),
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    startTime,
    hasEnvironment: hasNone ? 'no' : isWithinExec ? 'later' : 'yes',
  };
}
