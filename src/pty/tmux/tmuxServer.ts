import { readFile, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../../base/isSameProcess';
import { quoteForShell } from '../shell/quoteForShell';
import { TMUX_FILES } from './tmuxFileNames';

/** The process of a session's tmux server, as recorded by the session's script. */
interface TmuxServer {
  readonly pid: number;
  /** In clock ticks since the start of the system; undefined if the system does not provide it. */
  readonly startTime: string | undefined;
  /** When it was recorded, in milliseconds since the epoch. */
  readonly notedAt: number;
}

/**
 * Lines of the script that tmux starts. They record the server's process, in case tmux cannot be
 * queried later.
 */
export function buildServerNote(directory: string): readonly string[] {
  return [
    // Field 22 of the file. The name before it is in parentheses and may itself contain
    // parentheses.
    'agent_terminals_stat=$(cat "/proc/$PPID/stat" 2>/dev/null)',
    'set -- ${agent_terminals_stat##*) }',
    `printf '%s %s' "$PPID" "\${20-}" >${quoteForShell(join(directory, TMUX_FILES.server))}`,
  ];
}

/** Undefined if no process was recorded: the session has not begun. */
export async function readTmuxServer(directory: string): Promise<TmuxServer | undefined> {
  const file = join(directory, TMUX_FILES.server);
  const text = await readFile(file, 'utf8').catch(() => '');
  const note = await stat(file).catch(() => undefined);
  const [, pid, startTime] = /^(\d+) (\d*)$/.exec(text) ?? [];
  return pid === undefined || !note
    ? undefined
    : { pid: Number(pid), startTime: startTime || undefined, notedAt: note.mtimeMs };
}

/** Whether a server runs, determined without tmux. `maybe`: another process may have its id now. */
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
  // No process survives a restart of the system, after which ids are soon reused.
  return server.notedAt < Date.now() - uptime() * 1000 ? 'no' : 'maybe';
}
