import { AGENT_BEGIN_FORMAT, AGENT_EXIT_FORMAT } from './agentExitMarker';
import { SHELL_RESET } from '../../base/text/modeReset';
import { quoteForShell, toPrintfFormat } from './quoteForShell';
import type { ShellDialect } from './shells';

/*
 * The lines with which a wrapper reports the exit of its agent (see `agentExitMarker.ts`). The nonce
 * is in a variable of the wrapper only. An agent can read the command line, the environment and
 * the open files of the wrapper, and every file of the person.
 */

/**
 * The lines that read the nonce from a file (`OnceFile`), empty the file and remove it. They precede all that
 * the person's commands and the agent could read. Without the file, the exit is not reported.
 * `file` is a word of the shell.
 */
export function buildNonceRead(dialect: ShellDialect, file: string): string {
  return READS[dialect](file);
}

const READS = {
  // With `set -a` in a startup file, the shell would export the variable.
  posix: (file) => `case $- in *a*) agent_terminals_all=-a;; *) agent_terminals_all=+a;; esac
set +a
unset agent_terminals_nonce
agent_terminals_nonce=
if [ -f ${file} ]; then
IFS= read -r agent_terminals_nonce <${file}
: >|${file}
command rm -f -- ${file} 2>/dev/null
fi
set $agent_terminals_all`,
  fish: (file) => `set -gu agent_terminals_nonce
if test -f ${file}
read -gu agent_terminals_nonce <${file}
printf '' >${file}
command rm -f -- ${file} 2>/dev/null
end`,
} as const satisfies Record<ShellDialect, (file: string) => string>;

/**
 * The line that ends the wrapper with the agent's status if it cannot report it: a shell that
 * follows would count as the agent.
 */
export function buildUnreportedEnd(dialect: ShellDialect): string {
  const or = dialect === 'fish' ? '; or' : ' ||';
  return `test -n "$agent_terminals_nonce"${or} exec /bin/sh -c "exit $agent_terminals_status"`;
}

/** The line, for every shell, that reports that the agent begins. `hash` is that of the nonce. */
export function buildBeginReport(hash: string): string {
  return `printf ${quoteForShell(AGENT_BEGIN_FORMAT)} ${hash}`;
}

/** The line that reports the number in a variable as the status. */
export function buildExitReport(dialect: ShellDialect, variable: string): string {
  return reportLine(dialect, AGENT_EXIT_FORMAT, variable);
}

/**
 * The same on another machine, where a tmux may draw what the wrapper prints. tmux drops the report
 * unless it is marked for the terminal around it, and while it redraws the whole screen. It also has
 * to reset the modes that the agent left on.
 */
export function buildRemoteExitReport(dialect: ShellDialect, variable: string): string {
  const format = `\\033Ptmux;\\033${AGENT_EXIT_FORMAT}\\033\\134`;
  const inTmux = `${reportLine(dialect, format, variable)}
printf ${quoteForShell(toPrintfFormat(SHELL_RESET))}`;
  return REMOTE_REPORTS[dialect](inTmux, buildExitReport(dialect, variable));
}

const REMOTE_REPORTS = {
  posix: (inTmux, directly) => `if [ -n "\${TMUX-}" ]; then
sleep 0.2 2>/dev/null || sleep 1
${inTmux}
else
${directly}
fi`,
  fish: (inTmux, directly) => `if test -n "$TMUX"
sleep 0.2 2>/dev/null; or sleep 1
${inTmux}
else
${directly}
end`,
} as const satisfies Record<ShellDialect, (inTmux: string, directly: string) => string>;

function reportLine(dialect: ShellDialect, format: string, variable: string): string {
  const or = dialect === 'fish' ? '; or' : ' ||';
  return `test -z "$agent_terminals_nonce"${or} printf ${quoteForShell(format)} "$agent_terminals_nonce" "$${variable}"`;
}
