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
import { describePresetProblem, type PresetProblem } from '../../providers/registry/presets';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { requireLogin } from '../../pty/shell/shells';
import type { AgentOptions } from '../startRequests';
import type { KeptOptions } from '../options/keptOptions';
import type { CheckedAgent } from './agentPlan';
import type { AgentSettings } from './agentSettings';
import type { CliFinder } from './cliFinder';
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
      readonly clis: CliFinder;
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

  /** The shell first: one that permits no login finds no CLI. */
  private findCli(config: ResolvedProviderCommandConfig, { shell }: AgentSettings) {
    const loginShell = this.deps.shells.find(shell);
    requireLogin(loginShell.shell);
    return this.deps.clis.find(config, loginShell);
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
