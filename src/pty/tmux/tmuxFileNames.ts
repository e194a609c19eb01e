/** The names of the files of one instance of a session, in its directory. */
export const TMUX_FILES = {
  /** The script that tmux starts. It removes itself when it begins. */
  start: 'start',
  facts: 'facts.json',
  /** The process of the tmux server. */
  server: 'server',
  agentExit: 'agent-exit',
} as const;
