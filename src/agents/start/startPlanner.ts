import { SessionError } from '../../base/errors';
import type { Logger } from '../../base/logger';
import { planAgentCommand, type AgentCommand } from '../../providers/launch/agentCommand';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';
import { planMcpArgs } from '../../providers/launch/mcpLaunch';
import type { SessionSpec } from '../../pty/sessionService';
import { SESSION_MARKER_VARIABLE } from '../../pty/shell/environment';
import type { DirectPlan } from '../../pty/shell/directPlan';
import type {
  ConversationRequest,
  ConversationResolver,
} from '../conversations/conversationResolver';
import type { PlannedConversation } from '../conversations/plannedConversation';
import type { IdeLink } from '../ide/ideLink';
import type { AgentHooks } from './agentHooks';
import type { AgentResolver } from './agentResolver';
import { planAgent, planAgentDirectly, type AgentPlanInput, type CheckedAgent } from './agentPlan';
import { createExitMarker, type ShellPlanner } from './shellPlanner';
import type { MachineFacts } from './machineFacts';
import type { SshPlanner } from './ssh/sshPlanner';
import type { StartContext } from './startContext';
import type { TranscriptLocation } from '../../conversations/transcripts/transcripts';
import { cliIdOf } from '../../providers/model/providerDefinition';

export type RequestedConversation =
  | Pick<ConversationRequest, 'kind' | 'picked'>
  /** A new conversation with the history of the session `parent`. */
  | { readonly kind: 'fork'; readonly parent: string };

export interface AgentStart {
  readonly spec: SessionSpec;
  readonly command: AgentCommand;
  readonly conversation: PlannedConversation;
}

export type DirectRefused = Extract<DirectPlan, { kind: 'notPossible' }>;

export class StartPlanner {
  constructor(
    private readonly deps: {
      readonly machine: MachineFacts;
      readonly agentResolver: AgentResolver;
      readonly hooks: AgentHooks;
      readonly ide: IdeLink;
      readonly ssh: SshPlanner;
      readonly shell: ShellPlanner;
      readonly conversations: ConversationResolver;
      readonly logger: Logger;
    },
  ) {}

  /**
   * Plans a session. If it resumes a conversation, its fallback is a start with a new one; else the
   * preset's own, if that has the same CLI: the session's id names the CLI by which it is read.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`, `BAD_REQUEST`, `CLI_NOT_FOUND`.
   */
  async plan(
    providerId: string,
    context: StartContext,
    requested: RequestedConversation,
  ): Promise<AgentStart> {
    const checked = await this.deps.agentResolver.check(providerId, context);
    const conversation = await this.planConversation(checked, context, requested);
    const agent = withConversation(checked, conversation.choice);
    const spec = await this.planSpec(agent, context);
    const { command } = agent;
    const { name } = agent.config.provider;
    const other = await this.findOther(checked, conversation, context);
    if (!other) {
      return { spec, command, conversation };
    }
    const notice = conversation.fallback
      ? `${name} could not resume the earlier conversation and started a new one.`
      : `${name} ended at once, so ${other.config.provider.name} started instead.`;
    const { program, ...rest } = await this.planSpec(other, context);
    // Leftover processes of the session are found by it.
    const marker = { [SESSION_MARKER_VARIABLE]: spec.program.env[SESSION_MARKER_VARIABLE] ?? '' };
    const marked = { ...program, env: { ...program.env, ...marker } };
    const fallback = { ...rest, program: marked, notice };
    return { spec: { ...spec, fallback }, command, conversation };
  }

  /**
   * Plans a session without a shell, or returns why that is not possible.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`, `BAD_REQUEST`.
   */
  async planDirect(
    providerId: string,
    context: StartContext,
    requested: RequestedConversation,
  ): Promise<AgentStart | DirectRefused> {
    const checked = await this.checkDirectly(providerId, context);
    if ('reason' in checked) {
      return checked;
    }
    const conversation = await this.planConversation(checked, context, requested);
    const agent = withConversation(checked, conversation.choice);
    const spec = planAgentDirectly(await this.gather(agent, context));
    return 'reason' in spec ? spec : { spec, command: agent.command, conversation };
  }

  /** A direct start needs the path of the CLI: one that is not found is a refusal, not an error. */
  private async checkDirectly(
    providerId: string,
    context: StartContext,
  ): Promise<CheckedAgent | DirectRefused> {
    try {
      return await this.deps.agentResolver.check(providerId, context);
    } catch (error) {
      if (SessionError.is(error, 'CLI_NOT_FOUND')) {
        return { kind: 'notPossible', reason: 'CLI_PATH_UNKNOWN', message: error.message };
      }
      throw error;
    }
  }

  private async findOther(
    checked: CheckedAgent,
    { choice, fallback: conversation }: PlannedConversation,
    context: StartContext,
  ): Promise<CheckedAgent | undefined> {
    if (conversation) {
      return withConversation(checked, conversation.choice);
    }
    const { agentResolver, conversations } = this.deps;
    const other = await findSessionFallback({ agentResolver, conversations }, checked, context);
    return other && withConversation(other, choice);
  }

  private async planConversation(
    { config, machine }: CheckedAgent,
    { ptyId, task, options }: StartContext,
    requested: RequestedConversation,
  ): Promise<PlannedConversation> {
    const { conversations } = this.deps;
    const { provider } = config;
    if (options.ssh) {
      const picked = requested.kind === 'fork' ? undefined : requested.picked;
      return conversations.planSsh({ kind: requested.kind, picked, ptyId, provider });
    }
    const location = { provider, cwd: task.cwd, env: machine.env };
    return requested.kind === 'fork'
      ? conversations.planFork(location, requested.parent)
      : conversations.plan({ ...location, ...requested, ptyId });
  }

  private async planSpec(agent: CheckedAgent, context: StartContext): Promise<SessionSpec> {
    const { ssh } = context.options;
    if (ssh) {
      const base = await this.deps.shell.planBareShell(context);
      return this.deps.ssh.planAgent(agent, { context, ssh, base });
    }
    await this.deps.shell.requireTmux(context);
    const { spec, notices } = planAgent(await this.gather(agent, context));
    notices.forEach((notice) => this.deps.logger.info(notice));
    return spec;
  }

  private async gather(
    { config, command, cli, machine }: CheckedAgent,
    context: StartContext,
  ): Promise<AgentPlanInput> {
    const shellContext = await this.deps.shell.withShell(context);
    const { provider } = config;
    const { ptyId, task } = context;
    const start = { provider, command, ptyId, cwd: task.cwd, env: machine.env };
    const hooked = await this.deps.hooks.plan(start);
    const linked = context.settings.ideLink ? provider.ideLink : { kind: 'none' as const };
    const env = await this.deps.shell.environment(shellContext, {
      pass: provider.env.pass,
      env: {
        ...(await this.deps.ide.variables(linked, start)),
        ...config.env,
        ...command.env,
        ...hooked.env,
      },
    });
    const { trailing } = command;
    return {
      context: shellContext,
      platform: this.deps.machine.platform,
      config,
      cli,
      command,
      args: planMcpArgs(provider.mcp, { args: hooked.args, trailing, env }),
      env,
      exitMarker: createExitMarker(this.deps.machine),
    };
  }
}

/**
 * The same agent with this conversation.
 * @throws {SessionError} `BAD_REQUEST` if the provider cannot resume or fork a conversation.
 */
function withConversation(agent: CheckedAgent, conversation: ConversationChoice): CheckedAgent {
  const { config, intent, machine } = agent;
  return { ...agent, command: planAgentCommand(config, { ...intent, conversation }, machine) };
}

/**
 * The fallback of a provider that can start in the same session if the agent ends at once; undefined if
 * there is none. It has the same CLI, by which the session is read, and stores its conversations in the
 * same place, where they are found again.
 */
async function findSessionFallback(
  deps: {
    readonly agentResolver: AgentResolver;
    readonly conversations: ConversationResolver;
  },
  agent: CheckedAgent,
  context: StartContext,
): Promise<CheckedAgent | undefined> {
  const { fallback, provider } = agent.config;
  if (fallback === undefined) {
    return undefined;
  }
  try {
    const other = deps.agentResolver.resolve(fallback, context.settings);
    if (cliIdOf(other.provider) !== cliIdOf(provider)) {
      return undefined;
    }
    const checked = await deps.agentResolver.check(fallback, context);
    const locationOf = ({
      config: { provider },
      machine: { env },
    }: CheckedAgent): TranscriptLocation => ({
      provider,
      env,
      cwd: context.task.cwd,
    });
    const areFound = await deps.conversations.storesTogether(
      locationOf(agent),
      locationOf(checked),
    );
    return areFound ? checked : undefined;
  } catch (error) {
    if (SessionError.is(error)) {
      return undefined;
    }
    throw error;
  }
}
