import { systemClock } from '../base/clock';
import { toMessage } from '../base/errors';
import { randomTaskIds as ids } from '../tasks/taskIds';
import { AgentLauncher } from './agentLauncher';
import type { AgentsDeps } from './agentsDeps';
import type { Conversations } from './conversations/createConversations';
import { EarlierConversations } from './conversations/earlierConversations';
import { ResumePreviews } from './conversations/resumePreviews';
import type { PromptDelivery } from './prompts/promptDelivery';
import { PtyApi } from './ptyApi';
import { CommandRuns } from './start/commandRuns';
import type { Planners } from './start/createPlanners';
import { PreparedStarts } from './start/preparedStarts';
import { ProgramStarts } from './start/programStarts';
import { StartReservations } from './start/startReservations';
import { StoredStarts } from './storedStarts';
import { TaskResolver } from './taskResolver';

interface StartParts {
  readonly conversations: Conversations;
  readonly delivery: PromptDelivery;
  readonly planners: Planners;
}

export function createStarts(deps: AgentsDeps, parts: StartParts) {
  const { folders, guard, hooks, leases, map, registry } = deps;
  const { sessions, settingsOf, tasks, transcripts } = deps;
  const { agentResolver, planner, shellPlanner } = parts.planners;
  const { handover, keptOptions, resolver } = parts.conversations;
  const reservations = new StartReservations({ guard, hooks, leases, sessions });
  const taskResolver = new TaskResolver(tasks, folders);
  const preparedStarts = createPreparedStarts(deps, parts, reservations);
  const launcher = new AgentLauncher({
    guard,
    handover,
    ids,
    agentResolver,
    taskResolver,
    planner,
    preparedStarts,
    reservations,
    sessions,
    settingsOf,
    shellPlanner,
    storedStarts: new StoredStarts({ agentResolver, keptOptions, taskResolver, settingsOf }),
    tasks,
  });
  const starting = { ids, preparedStarts, reservations, sessions, settingsOf, shellPlanner };
  return {
    commandRuns: new CommandRuns(starting),
    earlier: new EarlierConversations({
      cliOf: deps.cliOf,
      agentResolver,
      map,
      others: parts.conversations.others,
      registry,
      settingsOf,
      tasks,
      transcripts,
      variablesOf: keptOptions.variablesOf,
    }),
    launcher,
    programs: new ProgramStarts(starting),
    ptys: createPtys(deps, parts, reservations),
    resumePreviews: new ResumePreviews({
      agentResolver,
      registry,
      resolver,
      settingsOf,
      transcripts,
    }),
  };
}

function createPreparedStarts(
  { notify, sessions, tasks }: AgentsDeps,
  { conversations, delivery }: StartParts,
  reservations: StartReservations,
): PreparedStarts {
  const { keptOptions, others, sessionConversations } = conversations;
  return new PreparedStarts({
    clock: systemClock,
    keptOptions,
    notify,
    others,
    platform: process.platform,
    reservations,
    sessionConversations,
    sessions,
    tasks,
    typeFirstPrompt: (id, prompt) =>
      delivery.sendFirst(id, prompt, () => reservations.givesPrompt(id)),
  });
}

function createPtys(
  deps: AgentsDeps,
  { conversations, delivery, planners }: StartParts,
  reservations: StartReservations,
): PtyApi {
  return new PtyApi({
    folders: deps.folders,
    handleLateError: (error) => deps.notify(toMessage(error)),
    home: deps.machine.user.home,
    map: deps.map,
    planner: planners.planner,
    registry: deps.registry,
    reservations,
    sessionConversations: conversations.sessionConversations,
    sessions: deps.sessions,
    settingsOf: deps.settingsOf,
    shellPlanner: planners.shellPlanner,
    tasks: deps.tasks,
    tmuxSessions: deps.tmuxSessions,
    typeFirstPrompt: (id, prompt) => delivery.sendFirst(id, prompt),
  });
}
