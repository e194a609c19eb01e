import { SHELL_RESET } from '../../base/text/modeReset';
import { quoteForShell, toPrintfFormat } from '../shell/quoteForShell';
import type { ShellDialect } from '../shell/shells';

/**
 * Set only in tmux: the file to which a wrapper writes its nonce and the status of its agent, as
 * `nonce;7`, for a later window. The nonce is the proof that the wrapper has written it. It is empty
 * while the agent runs.
 */
export const EXIT_FILE_VARIABLE = 'AGENT_TERMINALS_EXIT_FILE';

/**
 * The lines that a wrapper adds in tmux: it writes its agent's status to a file, since a later
 * window may need it, and resets the terminal modes that the agent left on for the shell that
 * follows. The reset is printed here so that tmux applies it as well.
 */
export function buildTmuxExitReport(dialect: ShellDialect, next: 'end' | 'shell'): string {
  const reset = next === 'shell' ? `printf ${quoteForShell(toPrintfFormat(SHELL_RESET))}\n` : '';
  return REPORTS[dialect](reset);
}

const REPORTS = {
  posix: (reset) => `if [ -n "$${EXIT_FILE_VARIABLE}" ]; then
[ -z "$agent_terminals_nonce" ] || printf '%s;%d' "$agent_terminals_nonce" "$agent_terminals_status" >|"$${EXIT_FILE_VARIABLE}"
${reset}unset ${EXIT_FILE_VARIABLE}
fi`,
  fish: (reset) => `if set -q ${EXIT_FILE_VARIABLE}
test -z "$agent_terminals_nonce"; or printf '%s;%d' $agent_terminals_nonce $agent_terminals_status >$${EXIT_FILE_VARIABLE}
${reset}set -e ${EXIT_FILE_VARIABLE}
end`,
} as const satisfies Record<ShellDialect, (reset: string) => string>;

/** The line that creates that file when the agent begins. The person's files may set `nounset`. */
export function buildTmuxBeginReport(dialect: ShellDialect): string {
  const file = dialect === 'fish' ? `"$${EXIT_FILE_VARIABLE}"` : `"\${${EXIT_FILE_VARIABLE}-}"`;
  return `test -z ${file}${dialect === 'fish' ? '; or' : ' ||'} : >${file}`;
}
