import { readFile, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../../base/isSameProcess';
import { quoteForShell } from '../shell/quoteForShell';
import { TMUX_FILES } from './tmuxFiles';

/** The process of a session's tmux server, as the session's script noted it. */
export interface TmuxServer {
  readonly pid: number;
  /** In ticks since the system's start; undefined where the system never shows it. */
  readonly startTime: string | undefined;
  /** When it was noted, in milliseconds since the epoch. */
  readonly notedAt: number;
}

/** Lines for the script that tmux starts: which process that is, for when tmux cannot be asked. */
export function buildServerNote(directory: string): readonly string[] {
  return [
    // Field 22 of it; the name before stands in parentheses and may contain some itself.
    'agent_terminals_stat=$(cat "/proc/$PPID/stat" 2>/dev/null)',
    'set -- ${agent_terminals_stat##*) }',
    `printf '%s %s' "$PPID" "\${20-}" >${quoteForShell(join(directory, TMUX_FILES.server))}`,
  ];
}

/** Undefined where none was noted: its session has not begun. */
export async function readTmuxServer(directory: string): Promise<TmuxServer | undefined> {
  const file = join(directory, TMUX_FILES.server);
  const text = await readFile(file, 'utf8').catch(() => '');
  const note = await stat(file).catch(() => undefined);
  const [, pid, startTime] = /^(\d+) (\d*)$/.exec(text) ?? [];
  return pid === undefined || !note
    ? undefined
    : { pid: Number(pid), startTime: startTime || undefined, notedAt: note.mtimeMs };
}

/** Whether a server runs, told without tmux: `maybe` where the pid may be another process's by now. */
export function isServerRunning(
  server: TmuxServer | undefined,
): 'maybe' | 'no' | 'unnoted' | 'yes' {
  if (!server) {
    return 'unnoted';
  }
  if (!isSameProcess(server)) {
    return 'no';
  }
  if (server.startTime !== undefined) {
    return 'yes';
  }
  // No process outlives a start of the system, after which the same ids are soon given again.
  return server.notedAt < Date.now() - uptime() * 1000 ? 'no' : 'maybe';
}
