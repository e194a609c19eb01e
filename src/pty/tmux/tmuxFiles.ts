/** The names of a life's files, in its directory. */
export const TMUX_FILES = {
  /** What tmux starts; gone once that has begun. */
  start: 'start',
  facts: 'facts.json',
  /** Which process the server is. */
  server: 'server',
  agentExit: 'agent-exit',
} as const;
