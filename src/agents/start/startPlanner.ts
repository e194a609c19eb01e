import {
  planAgentCommand,
  type AgentHost,
  type AgentIntent,
} from '../../providers/launch/agentCommand';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';
import { planMcpArgs } from '../../providers/launch/mcpLaunch';
import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import {
  resolveProviderCommandConfig,
  type ResolvedProviderCommandConfig,
} from '../../providers/model/providerCommandConfig';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { SessionError } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { randomHex } from '../../base/randomHex';
import type { TranscriptPlace } from '../../conversations/transcripts/transcripts';
import type { SessionSpec } from '../../pty/sessionService';
import { planCommands, planLoginShell } from '../../pty/shell/shellPlan';
import type { SshPlace } from '../../pty/ssh/sshLine';
import {
  planAgent,
  planAgentDirectly,
  type AgentPlanInput,
  type CheckedAgent,
  type DirectAgentPlan,
} from './agentPlan';
import type { AgentOptions } from '../agentService';
import type { AgentHooks } from './agentHooks';
import type { AgentSettings } from './agentSettings';
import type { CliFinder } from './cliFinder';
import type { HostFacts } from './hostFacts';
import type { LoginShells } from './loginShells';
import { planEnvironment, type ProviderVariables } from './sessionEnvironment';
import type { SshPlanner } from './sshPlanner';
import { persistenceOf, type ShellContext, type StartContext } from './startContext';
import type { TmuxPlanner } from './tmuxPlanner';

export interface StartPlannerDeps {
  readonly host: HostFacts;
  readonly registry: ProviderRegistry;
  readonly shells: LoginShells;
  readonly clis: CliFinder;
  readonly hooks: AgentHooks;
  readonly ssh: Pick<SshPlanner, 'findCli' | 'planAgent' | 'planLine'>;
  readonly tmux: Pick<TmuxPlanner, 'require'>;
  /** The path of the program `agent-terminals`; undefined where there is none. */
  readonly commandLine: () => Promise<string | undefined>;
  readonly logger: Logger;
}

/** By what an agent is checked. */
export interface AgentCheck {
  readonly settings: AgentSettings;
  readonly options: AgentOptions;
}

/** Turns a wish for an agent or a shell into a session spec: finds, decides, and starts nothing. */
export class StartPlanner {
  constructor(private readonly deps: StartPlannerDeps) {}

  /** @throws {SessionError} `PROVIDER_NOT_FOUND`, `BAD_REQUEST`, `CLI_NOT_FOUND`. */
  async checkAgent(providerId: string, { settings, options }: AgentCheck): Promise<CheckedAgent> {
    const config = this.resolve(providerId, settings);
    const intent: AgentIntent = {
      autoApprove: options.autoApprove ?? settings.autoApprove,
      prompt: options.prompt,
      model: options.model,
      extraArgs: options.extraArgs ?? [],
      conversation: { kind: 'fresh' },
    };
    const host = this.agentHost(config, options);
    const command = planAgentCommand(config, intent, host);
    const { shells, clis, ssh } = this.deps;
    const cli = options.ssh
      ? await ssh.findCli(config.cli)
      : await clis.find(config, shells.find(settings.shell));
    return { config, intent, host, command, cli };
  }

  /**
   * The same agent with a certain conversation.
   * @throws {SessionError} `BAD_REQUEST` if the provider cannot go back as asked.
   */
  withConversation(agent: CheckedAgent, conversation: ConversationChoice): CheckedAgent {
    const { config, intent, host } = agent;
    return { ...agent, command: planAgentCommand(config, { ...intent, conversation }, host) };
  }

  /** What its CLI finds in its environment when it is run without a session, to be asked something. */
  async commandEnvironment(
    { config, host }: CheckedAgent,
    settings: AgentSettings,
  ): Promise<Readonly<Record<string, string>>> {
    const { pass } = config.provider.env;
    const passed = Object.entries(host.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && pass.includes(entry[0]),
    );
    const shell = await this.deps.shells.find(settings.shell).environment('login');
    return { ...shell, ...Object.fromEntries(passed), ...config.env };
  }

  /** The session of a checked agent in `context`. */
  async planAgent(agent: CheckedAgent, context: StartContext): Promise<SessionSpec> {
    const { ssh: place } = context.options;
    if (place) {
      const base = await this.planBareShell(context);
      return this.deps.ssh.planAgent(agent, { context, place, base });
    }
    await this.requireTmux(context);
    const { spec, notices } = planAgent(await this.gather(agent, context));
    notices.forEach((notice) => this.deps.logger.info(notice));
    return spec;
  }

  /** The session of an `ssh` that runs the person's own words on the remote machine. */
  async planSsh(context: StartContext, place: SshPlace): Promise<SessionSpec> {
    return this.deps.ssh.planLine({ context, place, base: await this.planBareShell(context) });
  }

  /** The same without a shell around the agent, or why that is not possible. */
  async planDirect(agent: CheckedAgent, context: StartContext): Promise<DirectAgentPlan> {
    return planAgentDirectly(await this.gather(agent, context));
  }

  /** A session of the person's login shell in `context`. */
  async planShell(context: StartContext): Promise<SessionSpec> {
    await this.requireTmux(context);
    return this.planBareShell(context);
  }

  private async requireTmux(context: StartContext): Promise<void> {
    if (persistenceOf(context) === 'tmux') {
      await this.deps.tmux.require(context.label, context.settings);
    }
  }

  private async planBareShell(context: StartContext): Promise<SessionSpec> {
    const shellContext = await this.withShell(context);
    const env = await this.environment(shellContext, { pass: [], env: {} });
    const program = planLoginShell(shellContext.shell, { cwd: context.task.cwd, env });
    return {
      id: context.ptyId,
      label: context.label,
      kind: 'local',
      exec: [program.file, ...shellContext.shell.loginFlags].join(' '),
      // Its end is the end of the shell that others leave behind, and looks the same.
      afterExit: 'shell',
      scrollback: context.settings.scrollback,
      parent: context.parent,
      seed: context.seed,
      persistence: persistenceOf(context),
      folder: context.folder.uri,
      program,
    };
  }

  /**
   * A session that runs commands in the person's login shell, ends at the first that fails with
   * its status, and tells how many went well as its agent's exit code.
   * @throws {SessionError} `UNSUPPORTED_PLATFORM` on Windows.
   */
  async planCommands(context: StartContext, commands: readonly string[]): Promise<SessionSpec> {
    if (this.deps.host.platform === 'win32') {
      throw new SessionError(
        'UNSUPPORTED_PLATFORM',
        `On Windows no shell is known to run "${commands[0] ?? ''}" in ${context.task.cwd}: run it there yourself.`,
      );
    }
    const shell = await this.planBareShell(context);
    const shellContext = await this.withShell(context);
    const nonce = randomHex(16);
    return {
      ...shell,
      exec: commands.join('; '),
      // Who waits for their end is this window.
      persistence: 'window',
      afterExit: 'keep',
      exitMarkerNonce: nonce,
      program: planCommands(shellContext.shell, { commands, nonce }, shell.program),
    };
  }

  /**
   * Where an agent in `cwd` keeps its conversations.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`.
   */
  placeOf(providerId: string, settings: AgentSettings, cwd: string): TranscriptPlace {
    const config = this.resolve(providerId, settings);
    return { provider: config.provider, cwd, env: this.agentHost(config, {}).env };
  }

  /** @throws {SessionError} `PROVIDER_NOT_FOUND`. */
  resolve(providerId: string, settings: AgentSettings): ResolvedProviderCommandConfig {
    const { registry } = this.deps;
    const config = resolveProviderCommandConfig(providerId, {
      registry,
      overrides: settings.providers,
    });
    if (!config) {
      throw new SessionError(
        'PROVIDER_NOT_FOUND',
        `There is no provider "${providerId}": choose another, or define it in the setting agentTerminals.providers.`,
      );
    }
    return config;
  }

  private async gather(
    { config, command, cli, host }: CheckedAgent,
    context: StartContext,
  ): Promise<AgentPlanInput> {
    const shellContext = await this.withShell(context);
    const { provider } = config;
    const { ptyId, task } = context;
    const start = { provider, command, ptyId, cwd: task.cwd, env: host.env };
    const hooked = await this.deps.hooks.plan(start);
    const variables = {
      pass: provider.env.pass,
      env: { ...config.env, ...command.env, ...hooked.env },
    };
    const env = await this.environment(shellContext, variables);
    const { trailing } = command;
    return {
      context: shellContext,
      platform: this.deps.host.platform,
      config,
      cli,
      command,
      args: planMcpArgs(provider.mcp, { args: hooked.args, trailing, env }),
      env,
      exitMarkerNonce: randomHex(16),
    };
  }

  private agentHost(config: ResolvedProviderCommandConfig, options: AgentOptions): AgentHost {
    const { env, ...here } = this.deps.host;
    // Who one is on another machine only that one knows, and Windows is none that is called.
    const { isRoot, platform } = options.ssh ? { isRoot: false, platform: 'linux' as const } : here;
    return { isRoot, platform, env: { ...env, ...config.env, ...options.env } };
  }

  private async withShell(context: StartContext): Promise<ShellContext> {
    const loginShell = this.deps.shells.find(context.settings.shell);
    const { PATH = '' } = await loginShell.environment('login');
    return { ...context, shell: loginShell.shell, path: PATH };
  }

  private async environment(
    context: ShellContext,
    provider: ProviderVariables,
  ): Promise<Readonly<Record<string, string>>> {
    const { host, registry, hooks, commandLine, logger } = this.deps;
    const strip = namesToStrip(registry.list(context.settings.providers).providers);
    const { env, notices } = planEnvironment(host, context, strip, {
      ...provider,
      marker: randomHex(16),
      hooks: await hooks.open(context.ptyId),
      commandLine: await commandLine(),
    });
    notices.forEach((notice) => logger.warn(notice));
    return env;
  }
}

function namesToStrip(providers: readonly ProviderDefinition[]): readonly string[] {
  return [...new Set(providers.flatMap(({ env }) => env.strip))];
}
