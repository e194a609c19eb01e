import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminate } from './createTerminate';
import { SESSION_MARKER_VARIABLE } from './environment';
import type { RunCommand } from './runCommand';
import { tmuxFlags, type TmuxLine } from './tmuxLine';

/** A server answers in milliseconds; one that hangs must not hold up an end. */
const TMUX_LIMIT_MS = 2_000;
const TMUX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Runs a command of a session's tmux server; gives what it printed, undefined where it failed. */
export async function runTmux(
  run: RunCommand,
  { place, name }: Pick<TmuxLine, 'name' | 'place'>,
  args: readonly string[],
): Promise<string | undefined> {
  const result = await run({
    file: place.file,
    args: [...tmuxFlags(place, name), ...args],
    env: place.env,
    timeoutMs: TMUX_LIMIT_MS,
    maxOutputBytes: TMUX_OUTPUT_BYTES,
  });
  return result.kind === 'done' && result.code === 0 ? result.stdout : undefined;
}

/**
 * Ends a session's tmux session, that one exactly, and forgets it. Nobody has to wait, and it never
 * rejects: one that is gone is harmless.
 */
export async function killTmuxSession(
  run: RunCommand,
  line: Pick<TmuxLine, 'name' | 'place'>,
): Promise<void> {
  await runTmux(run, line, ['kill-session', '-t', `=${line.name}`]);
  const { directory } = line.place;
  const files = await readdir(directory).catch(() => []);
  const own = files.filter((file) => file.slice(0, file.lastIndexOf('.')) === line.name);
  const removals = own.map((file) => rm(join(directory, file), { recursive: true, force: true }));
  // What is left is swept with the next look for sessions.
  await Promise.allSettled(removals);
}

/**
 * Ends a session that lives in tmux, with all that its programs have started, bounded; never rejects.
 * Its programs are asked first, as others are, and hung up by tmux after that.
 */
export async function endTmuxSession(
  { run, terminate }: { readonly run: RunCommand; readonly terminate: Terminate },
  line: TmuxLine,
): Promise<void> {
  const { facts, name } = line;
  const asked = ['display-message', '-p', '-t', `=${name}:`, '#{pane_dead} #{pane_pid}'];
  const [isDead, pid] = ((await runTmux(run, line, asked)) ?? '').trim().split(' ');
  if (isDead === '0') {
    const marker = facts.marker === null ? undefined : `${SESSION_MARKER_VARIABLE}=${facts.marker}`;
    await terminate({ pid: Number(pid), marker }).catch(() => {
      // The processes cannot be listed: being hung up is what they get.
    });
  }
  await killTmuxSession(run, line);
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
