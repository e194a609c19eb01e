import type { AgentCommand } from '../../providers/launch/agentCommand';
import type { ConversationChoice } from '../../providers/launch/conversationArgs';
import type { SessionSpec } from '../../pty/sessionService';
import type { ConversationResolver, ConversationRequest } from './conversationResolver';
import type { PlannedConversation } from './plannedConversation';
import type { StartContext } from '../start/startContext';
import type { CheckedAgent } from '../start/agentPlan';
import type { StartPlanner } from '../start/startPlanner';

/** What is wished for of a session's conversation. */
export type WantedConversation =
  | Pick<ConversationRequest, 'kind' | 'picked'>
  /** The history of that session's. */
  | { readonly kind: 'fork'; readonly parent: string };

/** An agent's session, planned with the conversation that it will have. */
export interface AgentStart {
  readonly spec: SessionSpec;
  readonly command: AgentCommand;
  readonly conversation: PlannedConversation;
}

export interface ConversationStartDeps {
  readonly planner: Pick<StartPlanner, 'planAgent' | 'withConversation'>;
  readonly conversations: Pick<ConversationResolver, 'plan' | 'planFork' | 'planSsh'>;
}

/** Plans agents' sessions, each with the conversation that is its own. */
export class ConversationStart {
  constructor(private readonly deps: ConversationStartDeps) {}

  /** A session that goes on with a conversation begins a new one where that fails. */
  async plan(
    agent: CheckedAgent,
    context: StartContext,
    wanted: WantedConversation,
  ): Promise<AgentStart> {
    const conversation = await this.choose(agent, context, wanted);
    const { choice, fallback } = conversation;
    const spec = await this.planSpec(agent, context, choice);
    const { command } = this.deps.planner.withConversation(agent, choice);
    if (!fallback) {
      return { spec, command, conversation };
    }
    const other = await this.planSpec(agent, context, fallback.choice);
    // One environment for both, since what a session leaves behind is found by it.
    const program = { ...other.program, env: spec.program.env };
    const notice = `${agent.config.provider.name} could not resume the earlier conversation and started a new one.`;
    return { spec: { ...spec, fallback: { ...other, program, notice } }, command, conversation };
  }

  /** The conversation alone. */
  choose(
    { config, host }: CheckedAgent,
    { ptyId, task, options }: StartContext,
    wanted: WantedConversation,
  ): Promise<PlannedConversation> {
    if (options.ssh) {
      const picked = wanted.kind === 'fork' ? undefined : wanted.picked;
      const wish = { kind: wanted.kind, picked, ptyId, provider: config.provider };
      return Promise.resolve(this.deps.conversations.planSsh(wish));
    }
    const place = { provider: config.provider, cwd: task.cwd, env: host.env };
    if (wanted.kind === 'fork') {
      return this.deps.conversations.planFork(place, wanted.parent);
    }
    return this.deps.conversations.plan({ ...place, ...wanted, ptyId });
  }

  private planSpec(
    agent: CheckedAgent,
    context: StartContext,
    choice: ConversationChoice,
  ): Promise<SessionSpec> {
    const { planner } = this.deps;
    return planner.planAgent(planner.withConversation(agent, choice), context);
  }
}
