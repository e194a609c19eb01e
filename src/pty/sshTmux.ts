/** The name of the tmux server that holds sessions of ours, apart from the person's own. */
const TMUX_SERVER = 'agent-terminals';

/** The name of a session's tmux session. */
export function sshTmuxName(ptyId: string): string {
  return `agent-terminals-${ptyId}`;
}

/** What tmux is told on the far side, in place of the person's own configuration. */
export const TMUX_CONFIG = {
  name: 'tmux.conf',
  text: [
    'set -g status off',
    'set -g prefix None',
    'set -g prefix2 None',
    'set -s escape-time 10',
    'set -g history-limit 10000',
    'set -g default-terminal "tmux-256color"',
    'set -ga terminal-overrides ",xterm*:Tc"',
    'set -g set-titles on',
    'set -g set-titles-string "#T"',
    'set -g focus-events on',
    'set -g window-size latest',
    'set -gq allow-passthrough on',
  ].join('\n'),
} as const;

/** A command line for tmux on the far side; `config` counts where it starts the server. */
export function tmuxCommand(command: string, config = '"$d/tmux.conf"'): string {
  return `tmux -u -L ${TMUX_SERVER} -f ${config} ${command}`;
}
