import { join } from 'node:path';
import { SessionError } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { randomHex } from '../../base/randomHex';
import type { ProviderDefinition, ProviderEnv } from '../../providers/model/providerDefinition';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionSpec } from '../../pty/sessionService';
import { buildSessionEnvironment } from '../../pty/shell/environment';
import { planCommands, planLoginShell } from '../../pty/shell/shellPlan';
import { requireLogin } from '../../pty/shell/shells';
import type { SshTarget } from '../../pty/ssh/sshLine';
import type { PortRanges } from '../../tasks/portRanges';
import type { AgentHooks, TokenKind } from './agentHooks';
import { type MachineFacts, ownHomeOf } from './machineFacts';
import type { LoginShells } from './loginShells';
import type { SshPlanner } from './ssh/sshPlanner';
import { persistenceOf, type ShellContext, type StartContext } from './startContext';
import type { TmuxPlanner } from './tmuxPlanner';
import type { OnceFile } from '../../pty/ptyProcess';

interface ProviderVariables {
  readonly pass: ProviderEnv['pass'];
  readonly env: Readonly<Record<string, string>>;
}

const NO_VARIABLES: ProviderVariables = { pass: [], env: {} };

/** Plans sessions of the person's login shell, and the environments of all sessions. */
export class ShellPlanner {
  constructor(
    private readonly deps: {
      readonly machine: MachineFacts;
      readonly registry: ProviderRegistry;
      readonly shells: LoginShells;
      readonly hooks: AgentHooks;
      readonly ssh: SshPlanner;
      readonly tmux: TmuxPlanner;
      readonly ports: PortRanges;
      /** The path of the program `agent-terminals`; undefined if it cannot be installed. */
      readonly commandLine: () => Promise<string | undefined>;
      readonly logger: Logger;
    },
  ) {}

  /**
   * A session of the login shell.
   * @throws {SessionError} what `TmuxPlanner.require` throws.
   */
  async planShell(context: StartContext): Promise<SessionSpec> {
    await this.requireTmux(context);
    return this.planBareShell(context);
  }

  /**
   * A session that runs commands in the login shell. It ends after the first command that fails,
   * with its exit code. `agentExitCode` is the number of commands that succeeded.
   * @throws {SessionError} `UNSUPPORTED_PLATFORM` on Windows.
   */
  async planCommands(context: StartContext, commands: readonly string[]): Promise<SessionSpec> {
    if (this.deps.machine.platform === 'win32') {
      throw new SessionError(
        'UNSUPPORTED_PLATFORM',
        `Commands for worktrees do not run on Windows: run "${commands[0] ?? ''}" in ${context.task.cwd} yourself.`,
      );
    }
    const spec = await this.planBareShell(context);
    const { shell } = await this.withShell(context);
    const exitMarker = createExitMarker(this.deps.machine);
    return {
      ...spec,
      exec: commands.join('; '),
      // Only this process waits for the end of the commands.
      persistence: this.deps.machine.hasWindow ? 'window' : 'host',
      afterExit: 'keep',
      exitMarkerNonce: exitMarker.text,
      program: planCommands(shell, { commands, exitMarker }, spec.program),
    };
  }

  /** A session of `ssh` that runs the person's own command line on the remote machine. */
  async planSsh(context: StartContext, ssh: SshTarget): Promise<SessionSpec> {
    const remote = { ...context, options: { ...context.options, ssh } };
    return this.deps.ssh.planLine({ context, ssh, base: await this.planBareShell(remote) });
  }

  /** A session of the login shell on this machine. Does not check that tmux is available. */
  async planBareShell(context: StartContext): Promise<SessionSpec> {
    const shellContext = await this.withShell(context);
    const env = await this.environment(shellContext, NO_VARIABLES);
    const program = planLoginShell(shellContext.shell, { cwd: context.task.cwd, env });
    return {
      id: context.ptyId,
      label: context.label,
      kind: 'local',
      exec: [program.file, ...shellContext.shell.loginFlags].join(' '),
      // The same as for a shell that replaces an agent.
      afterExit: 'shell',
      scrollback: context.settings.scrollback,
      parent: context.parent,
      seed: context.seed,
      persistence: persistenceOf(context),
      folder: context.folder.uri,
      program,
    };
  }

  /** @throws {SessionError} what `TmuxPlanner.require` throws. */
  async requireTmux(context: StartContext): Promise<void> {
    if (persistenceOf(context) === 'tmux') {
      await this.deps.tmux.require(context.label, context.settings);
    }
  }

  /** @throws {SessionError} `SPAWN_FAILED` if the session would run a shell that permits no login. */
  async withShell(context: StartContext): Promise<ShellContext> {
    const loginShell = this.deps.shells.find(context.settings.shell);
    if (!context.options.ssh) {
      requireLogin(loginShell.shell);
    }
    const { PATH = '' } = await loginShell.environment('login');
    return { ...context, shell: loginShell.shell, path: PATH };
  }

  async environment(
    context: ShellContext,
    { pass, env: added }: ProviderVariables,
  ): Promise<Readonly<Record<string, string>>> {
    const { machine, registry, hooks, commandLine, logger } = this.deps;
    const { settings, options, ptyId } = context;
    const strip = namesToStrip(registry.list(settings.providers).providers);
    const { env, notices } = buildSessionEnvironment({
      source: machine.env,
      platform: machine.platform,
      user: machine.user,
      terminalVersion: machine.terminalVersion,
      shell: context.shell.path,
      path: context.path,
      inherit: settings.inheritEnv,
      passthrough: [...settings.envPassthrough, ...(options.envNames ?? [])],
      provider: { passthrough: pass, strip, env: added },
      callerEnv: options.env ?? {},
      session: {
        ptyId,
        ...(await this.describeTask(context)),
        marker: randomHex(16),
        endpoint: await hooks.open(ptyId, tokenKindOf(context)),
        commandLine: await commandLine(),
      },
    });
    notices.forEach((notice) => logger.warn(notice));
    return env;
  }

  /** Paths and ports of this machine are left out for a session on a remote one. */
  private async describeTask(context: StartContext) {
    const { folder, isStandalone, options, task } = context;
    const { id: taskId, name: taskName, worktree } = task;
    const names = { taskId, taskName, folder: folder.path };
    if (options.ssh) {
      return names;
    }
    const portBase = isStandalone ? undefined : await this.deps.ports.baseOf(taskId);
    return { ...names, worktree: worktree?.path, portBase };
  }
}

/**
 * Only an agent gets a token that drives sessions, and never on a remote machine. In a shell, the
 * command line acts for the person, with the token of the window.
 */
function tokenKindOf({ options, ptyId, settings }: StartContext): TokenKind {
  const isAgent = parsePtyId(ptyId)?.providerId !== SHELL_PROVIDER_ID;
  return settings.agentsMayDrive && isAgent && !options.ssh ? 'drive' : 'report';
}

/** The names that no session inherits. Those of all providers: an agent may start another one. */
function namesToStrip(providers: readonly ProviderDefinition[]): readonly string[] {
  return [...new Set(providers.flatMap(({ env }) => env.strip))];
}

/**
 * A new nonce with which a wrapper on this machine reports the exit of its agent, and the file from
 * which it reads the nonce.
 */
export function createExitMarker(machine: MachineFacts): OnceFile {
  return { path: join(ownHomeOf(machine), 'exit-markers', randomHex(16)), text: randomHex(16) };
}
