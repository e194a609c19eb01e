import { SessionError } from '../../base/errors';
import type { OnceFile } from '../../pty/ptyProcess';
import { planDirectStart, type DirectPlan } from '../../pty/shell/directPlan';
import type { SessionSpec } from '../../pty/sessionService';
import { planShellStart, type ShellCommand } from '../../pty/shell/shellPlan';
import type { AgentCommand, AgentMachine, AgentIntent } from '../../providers/launch/agentCommand';
import type { ResolvedProviderCommandConfig } from '../../providers/model/providerCommandConfig';
import { persistenceOf, type ShellContext } from './startContext';

export type FoundCli =
  | {
      readonly kind: 'program';
      /** The command for a shell: a path, or a name without a path so that an alias applies. */
      readonly name: string;
      readonly path: string;
    }
  /** A command that only a shell can run: an alias, a function, a pipe. */
  | { readonly kind: 'line'; readonly line: string };

/** An agent that can be started, checked without a task as for a start with a new conversation. */
export interface CheckedAgent {
  readonly config: ResolvedProviderCommandConfig;
  readonly intent: AgentIntent;
  readonly machine: AgentMachine;
  readonly command: AgentCommand;
  readonly cli: FoundCli;
}

export interface AgentPlanInput {
  readonly context: ShellContext;
  readonly platform: NodeJS.Platform;
  readonly config: ResolvedProviderCommandConfig;
  readonly cli: FoundCli;
  readonly command: AgentCommand;
  /** The arguments of the CLI: those of `command`, and those of hooks and the MCP server. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly exitMarker: OnceFile;
}

interface AgentPlan {
  readonly spec: SessionSpec;
  readonly notices: readonly string[];
}

type DirectAgentPlan = SessionSpec | Extract<DirectPlan, { kind: 'notPossible' }>;

/**
 * Plans an agent's session with the requested spawn mode, or through the shell if a direct start is
 * not possible. On Windows no shell can wrap an agent, so every start is direct.
 * @throws {SessionError} `BAD_REQUEST` if neither is possible.
 */
export function planAgent(input: AgentPlanInput): AgentPlan {
  const { settings, options } = input.context;
  const mode = options.spawnMode ?? settings.spawnMode;
  const isWindows = input.platform === 'win32';
  if (mode === 'shell' && !isWindows) {
    return planThroughShell(input);
  }
  const direct = planAgentDirectly(input);
  if (!('reason' in direct)) {
    return { spec: direct, notices: [] };
  }
  if (isWindows) {
    throw new SessionError(
      'BAD_REQUEST',
      `${direct.message} On Windows an agent cannot be started through a shell: name its file in the setting agentTerminals.providers, and leave agentTerminals.shellSetup empty.`,
    );
  }
  const throughShell = planThroughShell(input);
  const notice = `${direct.message} It is started through the shell.`;
  return { ...throughShell, notices: [notice, ...throughShell.notices] };
}

/** The session of an agent without a shell, or the reason why that is not possible. */
export function planAgentDirectly(input: AgentPlanInput): DirectAgentPlan {
  const plan = planDirectly(input);
  return plan.kind === 'notPossible'
    ? plan
    : { ...describe(input), program: plan.program, followUp: plan.followUp };
}

function planDirectly({ context, cli, args, env }: AgentPlanInput): DirectPlan {
  if (setupOf(context) !== '') {
    const message = 'Commands that run before the agent need a shell.';
    return { kind: 'notPossible', reason: 'CLI_NEEDS_SHELL', message };
  }
  return planDirectStart({
    cli: {
      name: cli.kind === 'program' ? cli.name : cli.line,
      path: cli.kind === 'program' ? cli.path : undefined,
    },
    args,
    tmux: persistenceOf(context) === 'tmux',
    afterExit: context.settings.afterExit,
    shell: context.shell,
    cwd: context.task.cwd,
    env,
  });
}

function planThroughShell(input: AgentPlanInput): AgentPlan {
  const { context, env, exitMarker } = input;
  const { program, startShell, notices } = planShellStart({
    shell: context.shell,
    command: toShellCommand(input.cli, input.args),
    shellSetup: setupOf(context),
    afterExit: context.settings.afterExit,
    tmux: persistenceOf(context) === 'tmux',
    cwd: context.task.cwd,
    env,
    exitMarker,
  });
  const exitMarkerNonce = exitMarker.text;
  return { spec: { ...describe(input), program, exitMarkerNonce, startShell }, notices };
}

function toShellCommand(cli: FoundCli, args: readonly string[]): ShellCommand {
  return cli.kind === 'program'
    ? { kind: 'program', file: cli.name, args }
    : { kind: 'line', line: cli.line, args };
}

function setupOf({ options, settings }: ShellContext): string {
  return options.shellSetup ?? settings.shellSetup;
}

function describe({ context, config, command }: AgentPlanInput) {
  const { afterExit } = context.settings;
  const persistence = persistenceOf(context);
  return {
    id: context.ptyId,
    label: context.label,
    kind: 'local',
    exec: [config.cli, ...command.args].join(' '),
    afterExit,
    // In tmux the PTY runs a client, and a shell in it reports the exit of the agent.
    endsWithAgent: afterExit !== 'shell' && persistence !== 'tmux',
    scrollback: context.settings.scrollback,
    parent: context.parent,
    seed: context.seed,
    persistence,
    folder: context.folder.uri,
  } as const;
}
