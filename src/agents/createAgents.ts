import type { DisposableStore } from '../base/lifecycle';
import type { SessionHandover } from '../ownership/sessionHandover';
import type { AgentsDeps } from './agentsDeps';
import { createConversations } from './conversations/createConversations';
import { createShutdown } from './createShutdown';
import { createStarts, type Starts } from './createStarts';
import type { KeptOptions } from './options/keptOptions';
import { createInput, type Input } from './prompts/createInput';
import type { AgentResolver } from './start/agentResolver';
import { createPlanners } from './start/createPlanners';
import { createReconnector, type Reconnection } from './start/createReconnector';
import type { ProviderChecks } from './start/providerChecks';
import { createTaskWorktrees } from './worktrees/createTaskWorktrees';
import type { TaskWorktrees } from './worktrees/taskWorktrees';

/** What other rooms use of agents: their starts, conversations, input, worktrees and reconnection. */
export interface Agents extends Starts, Input, Reconnection {
  readonly agentResolver: AgentResolver;
  readonly keptOptions: Pick<KeptOptions, 'keepModel'>;
  readonly providerChecks: ProviderChecks;
  readonly handover: Pick<SessionHandover, 'isInUse' | 'whenUnused'>;
  /** Ends all sessions except those that outlive the window, and writes all state to disk. */
  readonly shutdown: (timeoutMs: number) => Promise<void>;
  readonly worktrees: TaskWorktrees;
}

/** Creates all parts that start agents, type into them and continue them, each before its users. */
export function createAgents(deps: AgentsDeps, store: DisposableStore): Agents {
  const conversations = createConversations(deps, store);
  const planners = createPlanners(deps, conversations);
  const { reconnector, uses } = createReconnector(deps, conversations, store);
  const { answers, delivery, trust } = createInput(deps, store);
  const starts = createStarts(deps, { conversations, delivery, planners });
  const worktrees = createTaskWorktrees(deps);
  return {
    agentResolver: planners.agentResolver,
    answers,
    commandRuns: starts.commandRuns,
    delivery,
    earlier: starts.earlier,
    handover: conversations.handover,
    keptOptions: conversations.keptOptions,
    launcher: starts.launcher,
    programs: starts.programs,
    providerChecks: planners.providerChecks,
    ptys: starts.ptys,
    reconnector,
    resumePreviews: starts.resumePreviews,
    shutdown: createShutdown(deps, conversations.closing, worktrees),
    trust,
    uses,
    worktrees,
  };
}
