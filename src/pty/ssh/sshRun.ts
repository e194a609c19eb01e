import { buildAgentScript } from '../shell/agentScript';
import { buildCommandLine, type ShellCommand } from '../shell/shellPlan';
import { describeShell, type ShellDialect } from '../shell/shells';
import { formatSshEnvironment } from './sshEnvironment';
import { REMOTE_RUN, type RemoteFile } from './sshScripts';
import type { AfterExit } from '../spawnMode';

/**
 * An agent that runs in the person's login shell on the remote machine. Which shell that is can be
 * determined on that machine only.
 */
interface RemoteAgent {
  readonly command: ShellCommand;
  readonly environment: Readonly<Record<string, string>>;
  readonly afterExit: AfterExit;
  /** See `agentExitMarker.ts`. */
  readonly exitMarkerNonce: string;
}

/** The names of shells that can wrap an agent (`shells.ts`). */
const WRAPPERS = ['bash', 'zsh', 'sh', 'dash', 'ash', 'fish'] as const;
/** The variable with the flags of the login shell that follows the agent. */
const LOGIN_FLAGS = 'AGENT_TERMINALS_LOGIN';
/** The variable with the session's directory, for its own scripts. */
const PLACE = 'AGENT_TERMINALS_PLACE';
const ENVIRONMENT = 'env';
/** The script that runs after the agent if a shell follows. */
const AFTER = 'after';
/** The file with the nonce of the report of the agent's exit; its wrapper removes it. */
const NONCE = 'nonce';

/** The files with which the remote machine runs an agent; {@link REMOTE_RUN} is the main script. */
export function buildRemoteAgent(agent: RemoteAgent, directory: string): readonly RemoteFile[] {
  return [
    { name: ENVIRONMENT, text: formatSshEnvironment(agent.environment) },
    { name: NONCE, text: agent.exitMarkerNonce },
    ...scriptFiles('posix', agent),
    ...scriptFiles('fish', agent),
    { name: AFTER, text: AFTER_SCRIPT },
    { name: REMOTE_RUN, text: buildRun(directory, agent) },
  ];
}

function scriptFiles(dialect: ShellDialect, agent: RemoteAgent): readonly RemoteFile[] {
  return scriptsOf(dialect, agent).map((text, index) => ({ name: nameOf(dialect, index), text }));
}

function scriptsOf(dialect: ShellDialect, agent: RemoteAgent): readonly string[] {
  return buildAgentScript(dialect, {
    setup: '',
    commandLine: buildCommandLine(agent.command),
    nonceFile: `"$${PLACE}/${NONCE}"`,
    machine: 'remote',
    followUp: agent.afterExit === 'shell' ? `/bin/sh "$${PLACE}/${AFTER}"` : undefined,
  });
}

function nameOf(dialect: ShellDialect, index: number): string {
  return `agent.${dialect}.${index}`;
}

/** The file with the environment is removed before any program starts that could read it. */
function buildRun(directory: string, agent: RemoteAgent): string {
  return [
    `d=${directory}`,
    `${PLACE}=$d; export ${PLACE}`,
    'umask 022',
    `. "$d/${ENVIRONMENT}"`,
    `rm -f "$d/${ENVIRONMENT}"`,
    'if [ -n "$TMUX" ]',
    'then tmux set-option @agent_terminals_place "$d"; echo $$ >"$d/pid"',
    'fi',
    'trap : INT QUIT',
    ': "${SHELL:=/bin/sh}"',
    'case ${SHELL##*/} in',
    ...WRAPPERS.map((name) => `${name}) ${runBy(name, agent)};;`),
    `*) ${runBy('sh', agent, '/bin/sh')}; ${LOGIN_FLAGS}=-l;;`,
    'esac',
    `export SHELL ${LOGIN_FLAGS}`,
    '"$@"',
    'x=$?',
    // Written in tmux only. Without it the directory may be removed with the connection.
    '[ -z "$TMUX" ] || echo "$x" >"$d/status"',
    'exit "$x"',
  ].join('\n');
}

const AFTER_SCRIPT = `x=$${LOGIN_FLAGS}; unset ${LOGIN_FLAGS} ${PLACE}
exec "$SHELL" "$x"`;

/** Sets the arguments to the command line of a shell that runs the agent. */
function runBy(name: string, agent: RemoteAgent, program = '"$SHELL"'): string {
  const { dialect = 'posix', commandFlags, loginFlags } = describeShell(name);
  const [first = '', ...others] = scriptsOf(dialect, agent).map(
    (_, index) => `"$(cat "$d/${nameOf(dialect, index)}")"`,
  );
  const words = [...commandFlags, first, ...others.flatMap((script) => ['-c', script])];
  return `set -- ${program} ${words.join(' ')}; ${LOGIN_FLAGS}=${loginFlags.join(' ')}`;
}
