import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminate } from '../process/createTerminate';
import { SESSION_MARKER_VARIABLE } from '../shell/environment';
import type { SessionPrograms } from '../process/processTree';
import type { RunCommand } from '../process/runCommand';
import { tmuxLifeDirectory, type TmuxLine } from './tmuxLine';
import { runTmux } from './tmuxRun';
import { isServerRunning, readTmuxServer } from './tmuxServer';

/** What it takes to end what lives in tmux. */
export interface TmuxEndDeps {
  readonly run: RunCommand;
  readonly terminate: Terminate;
}

/**
 * Ends a session that lives in tmux, with all that its programs have started, bounded; never rejects.
 * Its programs are asked first, as others are, and hung up by tmux after that. It is forgotten where
 * it is surely gone.
 */
export async function endTmuxSession(deps: TmuxEndDeps, line: TmuxLine): Promise<void> {
  const { marker } = line.facts;
  const programs = await findPrograms(deps.run, line);
  if (programs) {
    const carried = marker === null ? undefined : `${SESSION_MARKER_VARIABLE}=${marker}`;
    await deps.terminate({ ...programs, marker: carried }).catch(() => {
      // The processes cannot be listed: being hung up is what they get.
    });
  }
  await killTmuxSession(deps.run, line);
}

/** Undefined where none runs. */
async function findPrograms(run: RunCommand, line: TmuxLine): Promise<SessionPrograms | undefined> {
  const asked = ['display-message', '-p', '-t', `=${line.name}:`, '#{pane_dead} #{pane_pid}'];
  const answer = await runTmux(run, line, asked);
  if (answer.kind === 'told') {
    const [isDead, pid] = answer.output.trim().split(' ');
    return isDead === '0' ? { pid: Number(pid) } : undefined;
  }
  // The server has this session alone, and what cannot be asked cannot be told to end.
  const server = await readTmuxServer(tmuxLifeDirectory(line));
  return isServerRunning(server) === 'yes' ? server : undefined;
}

/** Ends a session's tmux session, that one exactly. What nobody can tell has ended keeps its files. */
async function killTmuxSession(run: RunCommand, line: TmuxLine): Promise<void> {
  const { name, place } = line;
  const answer = await runTmux(run, line, ['kill-session', '-t', `=${name}`]);
  if (answer.kind === 'unknown') {
    return;
  }
  const files = await readdir(place.directory).catch(() => []);
  const own = files.filter((file) => file.slice(0, file.lastIndexOf('.')) === name);
  const removals = own.map((file) =>
    rm(join(place.directory, file), { recursive: true, force: true }),
  );
  // What is left is swept with the next look for sessions.
  await Promise.allSettled(removals);
}

/** Ends the program of a session's tmux session at once; its client tells how it ended. */
export function killTmuxProgram(run: RunCommand, line: TmuxLine): void {
  const { name, life } = line;
  const isOurs = `#{==:#{@agent-terminals},${life}}`;
  const target = `=${name}:`;
  // The program is a child of the shell around it, which must not live to tell another end.
  const children =
    'ps -A -o pid=,ppid= | while read p q; do [ $q != #{pane_pid} ] || echo $p; done';
  const kill = `run-shell -t ${target} 'kill -KILL #{pane_pid} $(${children})'`;
  void runTmux(run, line, ['if-shell', '-F', '-t', target, isOurs, kill]);
}
