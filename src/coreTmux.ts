import type { AgentSettings } from './agents/agentSettings';
import type { HostFacts } from './agents/hostFacts';
import { TmuxPlanner } from './agents/tmuxPlanner';
import { systemClock } from './base/clock';
import { isDirectory } from './pty/createSessionManager';
import { findExecutable } from './pty/preflight';
import { runCommand } from './pty/runCommand';
import { TmuxSessions } from './pty/tmuxSessions';

/** Makes what plans sessions that live in tmux, and what finds them again. */
export function createTmux(
  host: HostFacts,
  settingsOf: (folderUri: string | undefined) => AgentSettings,
) {
  const run = runCommand;
  const tmux = new TmuxPlanner({ host, run, findExecutable, clock: systemClock });
  const place = () => tmux.place(settingsOf(undefined));
  const tmuxSessions = new TmuxSessions({ place, run, isDirectory, clock: systemClock });
  return { tmux, tmuxSessions };
}
