import { buildExitReport, buildNonceRead } from './exitReport';
import { quoteForShell } from './quoteForShell';
import type { ShellDialect } from './shells';

interface CommandsScript {
  /** Command lines as the person wrote them. */
  readonly commands: readonly string[];
  /** The file with the nonce of the report, as a word of the shell; see `exitReport.ts`. */
  readonly nonceFile: string;
}

/**
 * Returns the command lines, each for its own `-c`, with which a shell runs commands one after
 * another in its own environment. Each command is printed before it runs, and the first failure
 * ends the shell with its status. The number of successful commands is reported in the form of a
 * status (`agentExitMarker.ts`).
 */
export function buildCommandsScript(
  dialect: ShellDialect,
  script: CommandsScript,
): readonly string[] {
  return BUILDERS[dialect](script);
}

const BUILDERS = { posix: buildPosix, fish: buildFish } as const satisfies Record<
  ShellDialect,
  (script: CommandsScript) => readonly string[]
>;

/**
 * Without job control, Ctrl-Z cannot stop a command and leave it behind. The exit trap reports for
 * commands that end the shell. The last `exec` runs no trap and no logout file.
 */
function buildPosix({ commands, nonceFile }: CommandsScript): string[] {
  const lines = [
    buildNonceRead('posix', nonceFile),
    'set +m',
    'trap : INT QUIT',
    'agent_terminals_done=0',
    'agent_terminals_end() {',
    'trap - EXIT',
    buildExitReport('posix', 'agent_terminals_done'),
    'exec /bin/sh -c "exit $1"',
    '}',
    "trap 'agent_terminals_end $?' EXIT",
    ...commands.flatMap((command, index) => [
      show(command),
      `eval ${quoteForShell(command)}`,
      'agent_terminals_status=$?',
      '[ "$agent_terminals_status" -eq 0 ] || agent_terminals_end "$agent_terminals_status"',
      `agent_terminals_done=${index + 1}`,
    ]),
    'agent_terminals_end 0',
  ];
  return [lines.join('\n')];
}

/** Separate command lines, since fish abandons the one in which a program dies of Ctrl-C. */
function buildFish({ commands, nonceFile }: CommandsScript): string[] {
  const report = buildExitReport('fish', 'agent_terminals_done');
  const prepare = [
    buildNonceRead('fish', nonceFile),
    'status job-control none',
    'set -g agent_terminals_done 0',
    'function agent_terminals_report --on-event fish_exit',
    report,
    'end',
    'function agent_terminals_end',
    report,
    'exec /bin/sh -c "exit $argv[1]"',
    'end',
    'function agent_terminals_after',
    'test $argv[1] -eq 0; or agent_terminals_end $argv[1]',
    'set -g agent_terminals_done $argv[2]',
    'end',
  ];
  return [
    prepare.join('\n'),
    ...commands.flatMap((command, index) => [
      show(command),
      `eval ${quoteForShell(command)}`,
      `agent_terminals_after $status ${index + 1}`,
    ]),
    'agent_terminals_end 0',
  ];
}

/** Prints a command as if typed at a prompt. */
function show(command: string): string {
  return `printf '\\033[1m$ %s\\033[0m\\n' ${quoteForShell(command)}`;
}
