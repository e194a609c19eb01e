/** One process of this machine, as it was when the table was read. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** The session of the kernel's kind, not ours; undefined where the system does not tell. */
  readonly sid: number | undefined;
  /** In the system's own notation. With the pid it names one process for good. */
  readonly startTime: string;
  readonly command: string;
  /** `NAME=value` entries, each ended by NUL, as the program was started with them; undefined where unreadable. */
  readonly environment: string | undefined;
}

/** By what the programs of a session are known. */
export interface SessionPrograms {
  /** The program on the PTY, which leads its own group and session. */
  readonly pid: number;
  /** When that program started, if it was noted: a later owner of the pid is then left alone. */
  readonly startTime?: string | undefined;
  /** `NAME=value`, in the environment of this session's programs and of no others. */
  readonly marker?: string | undefined;
}

export interface SelectionContext {
  readonly programs: SessionPrograms;
  /** What was found to belong to the session before; it still does after its parents have gone. */
  readonly known: readonly ProcessEntry[];
  /** Our own pid: we, our parents and our group are never selected. */
  readonly selfPid: number;
}

/**
 * Everything that belongs to a session: its program, that one's group and session, what
 * carries the marker, and all that these have started.
 */
export function selectSessionPrograms(
  all: readonly ProcessEntry[],
  context: SelectionContext,
): readonly ProcessEntry[] {
  const { programs, known, selfPid } = context;
  const others = withoutUs(all, selfPid);
  const seeds = others.filter(
    (entry) =>
      isRoot(entry, programs) ||
      known.some((other) => isSameProcess(entry, other)) ||
      carriesMarker(entry, programs.marker),
  );
  // A pid is not given out again while a group or session has its number: a member that
  // is surely ours vouches for the others.
  const group = groupMembers(programs.pid, others);
  const ours = seeds.some((seed) => group.includes(seed)) ? [...seeds, ...group] : seeds;
  return withDescendants(ours, others);
}

/** `roots` and all that they, or what they started, have started; each once. */
function withDescendants(
  roots: readonly ProcessEntry[],
  all: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const children = groupByParent(all);
  const found = new Set(roots);
  // A set that grows while it is walked gives out what was added, too.
  for (const parent of found) {
    for (const child of children.get(parent.pid) ?? []) {
      found.add(child);
    }
  }
  return [...found];
}

/** The members of the group and of the session that `pid` leads or once led. */
function groupMembers(pid: number, all: readonly ProcessEntry[]): readonly ProcessEntry[] {
  return all.filter((entry) => entry.pgid === pid || entry.sid === pid);
}

export function carriesMarker(entry: ProcessEntry, marker: string | undefined): boolean {
  return marker ? `\0${entry.environment ?? ''}`.includes(`\0${marker}\0`) : false;
}

/** False where the pid has been given to another process since. */
export function isSameProcess(one: ProcessEntry, other: ProcessEntry): boolean {
  return one.pid === other.pid && one.startTime === other.startTime;
}

function isRoot(entry: ProcessEntry, { pid, startTime }: SessionPrograms): boolean {
  return entry.pid === pid && (startTime === undefined || entry.startTime === startTime);
}

/** All but the system, us, our group and all that we run in, so that nothing follows from these. */
function withoutUs(all: readonly ProcessEntry[], selfPid: number): readonly ProcessEntry[] {
  const byPid = new Map(all.map((entry) => [entry.pid, entry]));
  const guarded = new Set<number>();
  for (let pid = selfPid; !guarded.has(pid); pid = byPid.get(pid)?.ppid ?? pid) {
    guarded.add(pid);
  }
  const selfPgid = byPid.get(selfPid)?.pgid;
  return all.filter(({ pid, pgid }) => pid > 1 && !guarded.has(pid) && pgid !== selfPgid);
}

function groupByParent(all: readonly ProcessEntry[]): ReadonlyMap<number, readonly ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of all) {
    const siblings = children.get(entry.ppid) ?? [];
    siblings.push(entry);
    children.set(entry.ppid, siblings);
  }
  return children;
}
