import { SHELL_RESET } from '../screen/escapes/modeReset';
import { quoteForShell, toPrintfFormat } from '../shell/quoteForShell';
import type { ShellDialect } from '../shell/shells';

/** Set in tmux alone: where a wrapper writes the status of its agent, for a window that comes later. */
export const EXIT_FILE_VARIABLE = 'AGENT_TERMINALS_EXIT_FILE';

/**
 * What a wrapper adds to the report of its agent's status: in tmux a window may come later and ask.
 * What the agent left on is taken back for a shell that follows, here, where tmux learns of it, too.
 */
export function buildTmuxExitReport(dialect: ShellDialect, next: 'end' | 'shell'): string {
  const reset = next === 'shell' ? `printf ${quoteForShell(toPrintfFormat(SHELL_RESET))}\n` : '';
  return REPORTS[dialect](reset);
}

const REPORTS = {
  posix: (reset) => `if [ -n "$${EXIT_FILE_VARIABLE}" ]; then
printf %d "$agent_terminals_status" >"$${EXIT_FILE_VARIABLE}"
${reset}unset ${EXIT_FILE_VARIABLE}
fi`,
  fish: (reset) => `if set -q ${EXIT_FILE_VARIABLE}
printf %d $agent_terminals_status >$${EXIT_FILE_VARIABLE}
${reset}set -e ${EXIT_FILE_VARIABLE}
end`,
} as const satisfies Record<ShellDialect, (reset: string) => string>;
