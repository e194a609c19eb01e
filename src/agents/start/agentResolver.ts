import { SessionError } from '../../base/errors';
import type { TranscriptLocation } from '../../conversations/transcripts/transcripts';
import {
  planAgentCommand,
  type AgentIntent,
  type AgentMachine,
} from '../../providers/launch/agentCommand';
import {
  resolveProviderCommandConfig,
  type ResolvedProviderCommandConfig,
} from '../../providers/model/providerCommandConfig';
import type { CliDetector } from '../../providers/launch/cliDetector';
import { cliNotFound } from '../../providers/launch/cliNotFound';
import {
  describePresetProblem,
  type PresetProblem,
  type ProviderRegistry,
} from '../../providers/registry/providerRegistry';
import { requireLogin } from '../../pty/shell/shells';
import type { AgentOptions } from '../startRequests';
import type { KeptOptions } from '../options/keptOptions';
import type { CheckedAgent, FoundCli } from './agentPlan';
import type { AgentSettings } from './agentSettings';
import type { LoginShells } from './loginShells';
import type { MachineFacts } from './machineFacts';
import type { SshPlanner } from './ssh/sshPlanner';
import type { StartContext } from './startContext';

/** Finds the provider of an agent in the settings, its CLI, and where it stores conversations. */
export class AgentResolver {
  constructor(
    private readonly deps: {
      readonly machine: MachineFacts;
      readonly registry: ProviderRegistry;
      readonly shells: LoginShells;
      readonly detector: CliDetector;
      readonly ssh: SshPlanner;
      readonly variablesOf: KeptOptions['variablesOf'];
    },
  ) {}

  /** @throws {SessionError} `PROVIDER_NOT_FOUND`. */
  resolve(providerId: string, settings: AgentSettings): ResolvedProviderCommandConfig {
    const { registry } = this.deps;
    const config = resolveProviderCommandConfig(providerId, {
      registry,
      overrides: settings.providers,
    });
    if (!config) {
      throw providerNotFound(providerId, registry.problemOf(providerId, settings.providers));
    }
    return config;
  }

  /**
   * Finds the provider and its CLI, and checks the options against what the provider supports.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`, `BAD_REQUEST`, `CLI_NOT_FOUND`; `SPAWN_FAILED` if
   * the person's shell permits no login.
   */
  async check(
    providerId: string,
    { settings, options }: Pick<StartContext, 'options' | 'settings'>,
  ): Promise<CheckedAgent> {
    const config = this.resolve(providerId, settings);
    const intent: AgentIntent = {
      // A permission mode applies in place of the setting.
      autoApprove:
        options.autoApprove ?? (settings.autoApprove && options.permissionMode === undefined),
      permissionMode: options.permissionMode,
      prompt: options.prompt,
      model: options.model ?? config.model,
      extraArgs: options.extraArgs ?? [],
      conversation: { kind: 'fresh' },
    };
    const machine = this.agentMachine(config, options);
    const command = planAgentCommand(config, intent, machine);
    const cli = options.ssh
      ? await this.deps.ssh.findCli(config.cli)
      : await this.findCli(config, settings);
    return { config, intent, machine, command, cli };
  }

  /** The environment of the agent's CLI outside of a session, for example to list its models. */
  async commandEnvironment(
    { config, machine }: CheckedAgent,
    settings: AgentSettings,
  ): Promise<Readonly<Record<string, string>>> {
    const { pass } = config.provider.env;
    const passed = Object.entries(machine.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && pass.includes(entry[0]),
    );
    const shell = await this.deps.shells.find(settings.shell).environment('login');
    return { ...shell, ...Object.fromEntries(passed), ...config.env };
  }

  /**
   * Where an agent in `cwd` stores its conversations, with the variables of the last start of the
   * session `ptyId` if one is given.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`.
   */
  transcriptLocationOf(
    providerId: string,
    settings: AgentSettings,
    { cwd, ptyId }: { readonly cwd: string; readonly ptyId: string | undefined },
  ): TranscriptLocation {
    const config = this.resolve(providerId, settings);
    const env = ptyId === undefined ? undefined : this.deps.variablesOf(ptyId);
    return { provider: config.provider, cwd, env: this.agentMachine(config, { env }).env };
  }

  /**
   * Finds the CLI of a provider for a start, with the PATH of the person's login shell.
   * @throws {SessionError} `CLI_NOT_FOUND`, with the name of the CLI, the directories that were
   * searched, and how to install it.
   */
  private async findCli(
    config: ResolvedProviderCommandConfig,
    settings: AgentSettings,
  ): Promise<FoundCli> {
    const { detector } = this.deps;
    const shell = this.deps.shells.find(settings.shell);
    // First: a shell that permits no login finds no CLI.
    requireLogin(shell.shell);
    const detection = await detector.detect(config, await shell.environment('login'), 'start');
    if (detection.kind !== 'absent') {
      return detection;
    }
    const { status } = detection;
    // A file with this name that cannot be the CLI is reported. Without a file, it may be an alias.
    if (status.problem === undefined && (await shell.canRun(config.cli))) {
      return { kind: 'line', line: config.cli };
    }
    const env = await shell.environment('interactive');
    const elsewhere = await detector.detect(config, env, 'start');
    throw cliNotFound(status, elsewhere.kind === 'program' ? elsewhere.path : undefined);
  }

  private agentMachine(config: ResolvedProviderCommandConfig, options: AgentOptions): AgentMachine {
    const { env, ...here } = this.deps.machine;
    // The remote user is not known, and a remote machine with Windows is not supported.
    const { isRoot, platform } = options.ssh ? { isRoot: false, platform: 'linux' as const } : here;
    return { isRoot, platform, env: { ...env, ...config.env, ...options.env } };
  }
}

function providerNotFound(id: string, problem: PresetProblem | undefined): SessionError {
  const why = problem
    ? `${describePresetProblem(id, problem)}: correct it in the setting agentTerminals.providers`
    : `There is no provider "${id}": choose another, or define it in the setting agentTerminals.providers`;
  return new SessionError('PROVIDER_NOT_FOUND', `${why}.`);
}
