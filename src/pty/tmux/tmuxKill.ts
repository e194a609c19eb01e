import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminate } from '../process/createTerminate';
import { SESSION_MARKER_VARIABLE } from '../shell/environment';
import type { SessionPrograms } from '../process/processTree';
import type { RunCommand } from '../process/command';
import { tmuxInstanceDirectory, type TmuxLine } from './tmuxLine';
import { formatInstanceTest } from './tmuxScripts';
import { runTmux, type TmuxAnswer } from './tmuxRun';
import { isServerRunning, readTmuxServer } from './tmuxServer';

/** The dependencies of {@link endTmuxSession}. */
export interface TmuxEndDeps {
  readonly run: RunCommand;
  readonly terminate: Terminate;
}

/**
 * Ends a session in tmux with all programs that it has started, within a time limit. Never rejects.
 * Its programs are first terminated like others; then tmux hangs them up. Its files are deleted if
 * it is certainly gone.
 */
export async function endTmuxSession(deps: TmuxEndDeps, line: TmuxLine): Promise<void> {
  const { marker } = line.facts;
  const programs = await findPrograms(deps.run, line);
  if (programs) {
    const carried = marker === null ? undefined : `${SESSION_MARKER_VARIABLE}=${marker}`;
    await deps.terminate({ ...programs, marker: carried }).catch(() => {
      // The processes cannot be listed. They are hung up below.
    });
  }
  await killTmuxSession(deps.run, line);
}

/** Undefined if no program runs. */
async function findPrograms(run: RunCommand, line: TmuxLine): Promise<SessionPrograms | undefined> {
  const command = ['display-message', '-p', '-t', `=${line.name}:`, '#{pane_dead} #{pane_pid}'];
  const answer = await runTmux(run, line, command);
  if (answer.kind === 'answered') {
    const [isDead, pid] = answer.output.trim().split(' ');
    return isDead === '0' ? { pid: Number(pid) } : undefined;
  }
  // The server has only this session. If it does not answer, its process is ended instead.
  const server = await readTmuxServer(tmuxInstanceDirectory(line));
  return isServerRunning(server) === 'yes' ? server : undefined;
}

/** Ends exactly this tmux session. If its end cannot be confirmed, its files are kept. */
async function killTmuxSession(run: RunCommand, line: TmuxLine): Promise<void> {
  const { name, server } = line;
  const kill = (): Promise<TmuxAnswer> => runTmux(run, line, ['kill-session', '-t', `=${name}`]);
  const answer = await kill();
  if (answer.kind === 'unknown') {
    return;
  }
  const files = await readdir(server.directory).catch(() => []);
  const own = files.filter((file) => file.slice(0, file.lastIndexOf('.')) === name);
  const removals = own.map((file) =>
    rm(join(server.directory, file), { recursive: true, force: true }),
  );
  // Files that are left are removed by the next survey.
  await Promise.allSettled(removals);
  if (answer.kind === 'gone') {
    // A server that was just starting runs now, and would wait for ever for a client. Without the files
    // no further one can start.
    await kill();
  }
}

/** Ends the program of a tmux session at once. The session's client reports the end. */
export function killTmuxProgram(run: RunCommand, line: TmuxLine): void {
  const { name, instanceId } = line;
  const isOurs = formatInstanceTest(instanceId);
  const target = `=${name}:`;
  // The program is a child of a shell. Both are killed, so that the shell does not report another
  // end.
  const children =
    'ps -A -o pid=,ppid= | while read p q; do [ $q != #{pane_pid} ] || echo $p; done';
  const kill = `run-shell -t ${target} 'kill -KILL #{pane_pid} $(${children})'`;
  void runTmux(run, line, ['if-shell', '-F', '-t', target, isOurs, kill]);
}
