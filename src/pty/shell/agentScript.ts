import { buildAgentExitFormat } from './agentExitMarker';
import { FISH_OFFER_COMMAND_LINE, POSIX_OFFER_COMMAND_LINE } from './offerCommandLine';
import { quoteForShell } from './quoteForShell';
import type { ShellDialect } from './shells';
import { buildTmuxExitReport } from '../tmux/tmuxExitReport';

/** The parts of a command line that runs an agent and goes on after it. */
export interface AgentScript {
  /** Commands that the person wants to run first; empty = none. */
  readonly setup: string;
  /** The agent's command line, ready for the shell. */
  readonly commandLine: string;
  readonly exitMarkerNonce: string;
  /** A login shell's command line that takes the agent's place; none = the agent's end is the end. */
  readonly followUp: string | undefined;
  /** Lines before that one. */
  readonly beforeFollowUp?: readonly string[];
}

/**
 * Gives the command lines that a shell gets, each after its own `-c`. All of them
 * 1. bring the agent back when it stops, until it has exited: it suspends itself on Ctrl-Z,
 *    and a shell that is given a command line would go on to the next command;
 * 2. outlive an agent that dies of Ctrl-C, which takes most shells along;
 * 3. report the agent's status, then become the next shell or exit with that status.
 */
export function buildAgentScript(dialect: ShellDialect, script: AgentScript): readonly string[] {
  return BUILDERS[dialect](script);
}

/**
 * An agent that dies leaves the PTY as it had it: no echo, no line ends, and no shell mends
 * that for the programs it starts. `sane` alone would forget that characters are UTF-8.
 */
const MEND_TERMINAL = 'stty sane iutf8 2>/dev/null';

const BUILDERS = { posix: buildPosix, fish: buildFish } as const satisfies Record<
  ShellDialect,
  (script: AgentScript) => readonly string[]
>;

/**
 * `$1` is what the shell says the agent's status is: over 128 it names a signal, and if that
 * one stops programs, and there is a job, the agent is that job. `fg` answers with the status
 * after that. No loop: bash breaks out of one when a program stops in it.
 */
const POSIX_BRING_BACK = `agent_terminals_bring_back() {
[ "$1" -gt 128 ] && jobs %% >/dev/null 2>&1 || return "$1"
case $(kill -l "$1" 2>/dev/null) in
STOP|TSTP|TTIN|TTOU) fg >/dev/null; agent_terminals_bring_back $?;;
*) return "$1";;
esac
}`;

function buildPosix({ setup, commandLine, exitMarkerNonce, ...end }: AgentScript): string[] {
  const lines = [
    // sh has no job control of itself; a trap, unlike ignoring, is not passed on to the agent.
    'set -m',
    'trap : INT QUIT',
    POSIX_BRING_BACK,
    POSIX_OFFER_COMMAND_LINE,
    ...evaluate(setup),
    commandLine,
    'agent_terminals_bring_back $?',
    'agent_terminals_status=$?',
    buildTmuxExitReport('posix', end.followUp === undefined ? 'end' : 'shell'),
    `printf ${quoteForShell(buildAgentExitFormat(exitMarkerNonce))} "$agent_terminals_status"`,
    ...goOn(end),
  ];
  return [lines.join('\n')];
}

/**
 * fish says 0 of a program that stopped, and `fg` says 0 always, so the status comes from
 * the event of its process. Jobs that were there before the agent are left alone.
 */
const FISH_BRING_BACK = `status job-control full
function agent_terminals_bring_back
set -g agent_terminals_status $argv[1]
while set -l pids (jobs -lp 2>/dev/null); and not contains -- $pids[1] $agent_terminals_others
function agent_terminals_exit_$pids[-1] --on-process-exit $pids[-1]
set -g agent_terminals_status $argv[3]
end
fg $pids[1] 2>/dev/null; or break
end
end`;

/** A command line each: fish gives up the one in which a program dies of Ctrl-C. */
function buildFish({ setup, commandLine, exitMarkerNonce, ...end }: AgentScript): string[] {
  const after = [
    'agent_terminals_bring_back $status',
    buildTmuxExitReport('fish', end.followUp === undefined ? 'end' : 'shell'),
    `printf ${quoteForShell(buildAgentExitFormat(exitMarkerNonce))} $agent_terminals_status`,
    ...goOn(end),
  ];
  return [
    `${FISH_BRING_BACK}\n${FISH_OFFER_COMMAND_LINE}`,
    ...evaluate(setup),
    'set -g agent_terminals_others (jobs -p 2>/dev/null)',
    commandLine,
    after.join('\n'),
  ];
}

/** Set apart from the rest, so that a quote left open in it does not swallow the agent. */
function evaluate(setup: string): string[] {
  return setup.trim() === '' ? [] : [`eval ${quoteForShell(setup)}`];
}

function goOn({
  followUp,
  beforeFollowUp = [],
}: Pick<AgentScript, 'beforeFollowUp' | 'followUp'>): string[] {
  return followUp === undefined
    ? [exitWith('$agent_terminals_status')]
    : [MEND_TERMINAL, ...beforeFollowUp, `exec ${followUp}`];
}

/** A login shell that exits by itself runs its logout file and says "logout"; `sh` does not. */
function exitWith(status: string): string {
  return `exec /bin/sh -c "exit ${status}"`;
}
