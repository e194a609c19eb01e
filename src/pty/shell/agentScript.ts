import {
  buildBeginReport,
  buildExitReport,
  buildNonceRead,
  buildRemoteExitReport,
  buildUnreportedEnd,
} from './exitReport';
import { FISH_OFFER_COMMAND_LINE, POSIX_OFFER_COMMAND_LINE } from './offerCommandLine';
import { quoteForShell } from './quoteForShell';
import type { ShellDialect } from './shells';
import { buildTmuxBeginReport, buildTmuxExitReport } from '../tmux/tmuxExitReport';

/** The parts of a command line that runs an agent and what follows it. */
interface AgentScript {
  /** The person's commands to run first; empty: none. */
  readonly setup: string;
  /** The agent's command line, quoted for the shell. */
  readonly commandLine: string;
  /**
   * The first word of the command line, if the agent replaces the shell (`exec`): then the agent is
   * the process of the session. It runs below the shell if the word names an alias or a function.
   * Undefined: it always runs below the shell.
   */
  readonly execName?: string | undefined;
  /** The file with the nonce of the report, as a word of the shell; see `exitReport.ts`. */
  readonly nonceFile: string;
  /** The hash of the nonce, if the wrapper reports that the agent begins. */
  readonly beginHash?: string | undefined;
  /** Where the wrapper runs. */
  readonly machine: 'here' | 'remote';
  /**
   * The command line of a login shell that replaces the agent; undefined: the shell ends with the
   * agent.
   */
  readonly followUp: string | undefined;
  /** Lines before the login shell. */
  readonly beforeFollowUp?: readonly string[];
}

/**
 * Returns the command lines for the shell, each for its own `-c`. They do only 1 if the agent replaces
 * the shell:
 * 1. report that the agent begins, if requested;
 * 2. resume the agent when it stops, until it has exited: it suspends itself on Ctrl-Z, and a shell
 *    with a command line would continue with the next command;
 * 3. survive an agent that dies of Ctrl-C, which would end most shells;
 * 4. report the agent's status, then replace themselves with the next shell or exit with that status.
 */
export function buildAgentScript(dialect: ShellDialect, script: AgentScript): readonly string[] {
  return BUILDERS[dialect](script);
}

/**
 * An agent that dies leaves the terminal modes as it had set them: no echo, no line ends. No shell
 * resets them for the programs that it starts. `sane` alone would turn UTF-8 mode off.
 */
const RESET_TERMINAL = 'stty sane iutf8 2>/dev/null';

const BUILDERS = { posix: buildPosix, fish: buildFish } as const satisfies Record<
  ShellDialect,
  (script: AgentScript) => readonly string[]
>;

const REPORTS = { here: buildExitReport, remote: buildRemoteExitReport } as const;

/**
 * `$1` is the agent's status. A status over 128 names a signal; if that signal stops programs and a
 * job exists, the agent is that job. `fg` returns the next status. A function that calls itself,
 * since bash leaves a loop in which a program stops.
 */
const POSIX_RESUME = `agent_terminals_resume() {
[ "$1" -gt 128 ] && jobs %% >/dev/null 2>&1 || return "$1"
case $(kill -l "$1" 2>/dev/null) in
STOP|TSTP|TTIN|TTOU) fg >/dev/null; agent_terminals_resume $?;;
*) return "$1";;
esac
}`;

function buildPosix(script: AgentScript): string[] {
  const { setup, commandLine, nonceFile, machine, ...end } = script;
  const lines = [
    buildNonceRead('posix', nonceFile),
    // sh has job control only on request. Unlike an ignored signal, a trap is not inherited by the
    // agent.
    'set -m',
    'trap : INT QUIT',
    POSIX_RESUME,
    POSIX_OFFER_COMMAND_LINE,
    POSIX_IS_PROGRAM,
    ...evaluate(setup),
    ...reportBegin('posix', script),
    ...posixExec(script),
    commandLine,
    'agent_terminals_resume $?',
    'agent_terminals_status=$?',
    buildTmuxExitReport('posix', end.followUp === undefined ? 'end' : 'shell'),
    REPORTS[machine]('posix', 'agent_terminals_status'),
    ...endLines('posix', end),
  ];
  return [lines.join('\n')];
}

/**
 * `command -v` prints the path of a program, the definition of an alias, and the name of a function.
 * In a function, since bash takes no reserved word for one after an `eval` with an open quote.
 */
const POSIX_IS_PROGRAM = `agent_terminals_is_program() {
case $(command -v "$1" 2>/dev/null) in
/*) return 0;;
*) return 1;;
esac
}`;

function posixExec({ execName, commandLine }: AgentScript): readonly string[] {
  return execName === undefined
    ? []
    : [`agent_terminals_is_program ${execName} && exec ${commandLine}`];
}

/**
 * For a stopped program fish reports 0, and `fg` always returns 0, so the status comes from the
 * exit event of the process. Jobs that existed before the agent are not touched.
 */
const FISH_RESUME = `status job-control full
function agent_terminals_resume
set -g agent_terminals_status $argv[1]
while set -l pids (jobs -lp 2>/dev/null); and not contains -- $pids[1] $agent_terminals_others
function agent_terminals_exit_$pids[-1] --on-process-exit $pids[-1]
set -g agent_terminals_status $argv[3]
end
fg $pids[1] 2>/dev/null; or break
end
end`;

/** fish refuses `exec` while it has jobs. */
function fishExec({ execName, commandLine }: AgentScript): readonly string[] {
  const isProgram = `contains file (type -t ${execName} 2>/dev/null)`;
  return execName === undefined
    ? []
    : [`not set -q agent_terminals_others[1]; and ${isProgram}; and exec ${commandLine}`];
}

/** Separate command lines, since fish abandons the one in which a program dies of Ctrl-C. */
function buildFish(script: AgentScript): string[] {
  const { setup, commandLine, nonceFile, machine, ...end } = script;
  const after = [
    'agent_terminals_resume $status',
    buildTmuxExitReport('fish', end.followUp === undefined ? 'end' : 'shell'),
    REPORTS[machine]('fish', 'agent_terminals_status'),
    ...endLines('fish', end),
  ];
  return [
    `${buildNonceRead('fish', nonceFile)}\n${FISH_RESUME}\n${FISH_OFFER_COMMAND_LINE}`,
    ...evaluate(setup),
    ['set -g agent_terminals_others (jobs -p 2>/dev/null)', ...reportBegin('fish', script)].join(
      '\n',
    ),
    ...fishExec(script),
    commandLine,
    after.join('\n'),
  ];
}

/** Evaluated separately, so that an open quote in it does not include the agent's command line. */
function evaluate(setup: string): string[] {
  return setup.trim() === '' ? [] : [`eval ${quoteForShell(setup)}`];
}

function reportBegin(dialect: ShellDialect, { beginHash }: AgentScript): string[] {
  return beginHash === undefined
    ? []
    : [buildTmuxBeginReport(dialect), buildBeginReport(beginHash)];
}

function endLines(
  dialect: ShellDialect,
  { followUp, beforeFollowUp = [] }: Pick<AgentScript, 'beforeFollowUp' | 'followUp'>,
): string[] {
  return followUp === undefined
    ? [exitWith('$agent_terminals_status')]
    : [buildUnreportedEnd(dialect), RESET_TERMINAL, ...beforeFollowUp, `exec ${followUp}`];
}

/** A login shell that exits by itself runs its logout file and prints "logout"; `sh` does not. */
function exitWith(status: string): string {
  return `exec /bin/sh -c "exit ${status}"`;
}
