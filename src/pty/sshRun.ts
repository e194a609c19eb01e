import { buildAgentScript } from './agentScript';
import { buildCommandLine, type ShellCommand } from './shellPlan';
import { describeShell, type ShellDialect } from './shells';
import { formatSshEnvironment } from './sshEnvironment';
import { FAR_RUN, type FarFile } from './sshScripts';
import type { AfterExit } from './spawnMode';

/** An agent that runs on the far side in its person's login shell, which only the far side knows. */
export interface FarAgent {
  readonly command: ShellCommand;
  readonly environment: Readonly<Record<string, string>>;
  readonly afterExit: AfterExit;
  /** See `agentExitMarker.ts`. */
  readonly exitMarkerNonce: string;
}

/** By their names: those that can wrap an agent (`shells.ts`). */
const WRAPPERS = ['bash', 'zsh', 'sh', 'dash', 'ash', 'fish'] as const;
/** Holds the flags by which the login shell that follows the agent is started. */
const LOGIN_FLAGS = 'AGENT_TERMINALS_LOGIN';
const ENVIRONMENT = 'env';

/** The files by which the far side runs an agent, of which {@link FAR_RUN} is the program. */
export function buildFarAgent(agent: FarAgent, place: string): readonly FarFile[] {
  return [
    { name: ENVIRONMENT, text: formatSshEnvironment(agent.environment) },
    ...scriptFiles('posix', agent),
    ...scriptFiles('fish', agent),
    { name: FAR_RUN, text: buildRun(place, agent) },
  ];
}

function scriptFiles(dialect: ShellDialect, agent: FarAgent): readonly FarFile[] {
  return scriptsOf(dialect, agent).map((text, index) => ({ name: nameOf(dialect, index), text }));
}

function scriptsOf(dialect: ShellDialect, agent: FarAgent): readonly string[] {
  return buildAgentScript(dialect, {
    setup: '',
    commandLine: buildCommandLine(agent.command),
    exitMarkerNonce: agent.exitMarkerNonce,
    followUp: agent.afterExit === 'shell' ? `"$SHELL" "$${LOGIN_FLAGS}"` : undefined,
  });
}

function nameOf(dialect: ShellDialect, index: number): string {
  return `agent.${dialect}.${index}`;
}

/** The environment's file is gone before anything is started that could read it. */
function buildRun(place: string, agent: FarAgent): string {
  return [
    `d=${place}`,
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
    'echo "$x" >"$d/status"',
    'exit "$x"',
  ].join('\n');
}

/** Sets the arguments to the command line of a shell that runs the agent. */
function runBy(name: string, agent: FarAgent, program = '"$SHELL"'): string {
  const { dialect = 'posix', commandFlags, loginFlags } = describeShell(name);
  const [first = '', ...others] = scriptsOf(dialect, agent).map(
    (_, index) => `"$(cat "$d/${nameOf(dialect, index)}")"`,
  );
  const words = [...commandFlags, first, ...others.flatMap((script) => ['-c', script])];
  return `set -- ${program} ${words.join(' ')}; ${LOGIN_FLAGS}=${loginFlags.join(' ')}`;
}
