/**
 * Command lines that put the directory of the program `agent-terminals` on the PATH, once, where
 * the session has one. Without effect on the status of what ran before.
 */
export const POSIX_OFFER_COMMAND_LINE =
  'case ":$PATH:" in *":${AGENT_TERMINALS_CLI%/*}:"*) ;; *) PATH=${AGENT_TERMINALS_CLI%/*}${AGENT_TERMINALS_CLI:+:}$PATH;; esac';

export const FISH_OFFER_COMMAND_LINE = [
  "set -l agent_terminals_bin (string replace -r '/[^/]*$' '' -- $AGENT_TERMINALS_CLI)",
  'test -z "$agent_terminals_bin"; or contains -- $agent_terminals_bin $PATH; or set -gx PATH $agent_terminals_bin $PATH',
].join('\n');
