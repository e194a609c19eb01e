import { systemClock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import type { Leases } from '../ownership/leases';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { TrustGuard } from '../pty/trustGuard';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { WindowSessions } from '../pty/windowSessions';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import { randomTaskIds as ids } from '../tasks/taskIds';
import type { TaskStore } from '../tasks/taskStore';
import { AgentLauncher } from './agentLauncher';
import type { FolderRef } from './folderRef';
import type { Conversations } from './conversations/createConversations';
import { EarlierConversations } from './conversations/earlierConversations';
import { ResumePreviews } from './conversations/resumePreviews';
import type { PromptDelivery } from './prompts/promptDelivery';
import type { CliOf } from './sessionProviders';
import { PtyApi } from './ptyApi';
import type { AgentSettings } from './start/agentSettings';
import type { AgentHooks } from './start/agentHooks';
import { ConfinedStarts } from './start/confinedStarts';
import { CommandRuns } from './start/commandRuns';
import type { Planners } from './start/createPlanners';
import { PreparedStarts } from './start/preparedStarts';
import { ProgramStarts } from './start/programStarts';
import { StartReservations } from './start/startReservations';
import { StoredStarts } from './storedStarts';
import { TaskResolver } from './taskResolver';

interface StartsDeps {
  readonly cliOf: CliOf;
  readonly conversations: Conversations;
  readonly delivery: PromptDelivery;
  readonly folders: () => readonly FolderRef[];
  readonly guard: TrustGuard;
  readonly hooks: AgentHooks;
  /** The person's home directory. */
  readonly home: string;
  readonly leases: Leases;
  readonly map: SessionMapStore;
  /** Shows the person one sentence. */
  readonly notify: (message: string) => void;
  readonly planners: Planners;
  readonly registry: ProviderRegistry;
  readonly sessions: WindowSessions;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly tasks: TaskStore;
  readonly tmuxSessions: TmuxSessions;
  readonly transcripts: DiskTranscripts;
}

/** The parts that start sessions, and those that find conversations to resume. */
export interface Starts {
  readonly commandRuns: CommandRuns;
  readonly earlier: EarlierConversations;
  readonly launcher: AgentLauncher;
  readonly programs: ProgramStarts;
  readonly ptys: PtyApi;
  readonly resumePreviews: ResumePreviews;
}

/** Creates the parts that start agents, shells, commands and other programs in sessions. */
export function createStarts(deps: StartsDeps): Starts {
  const { folders, guard, hooks, leases, map, planners, registry } = deps;
  const { sessions, settingsOf, tasks, transcripts } = deps;
  const { agentResolver, planner, shellPlanner } = planners;
  const { handover, keptOptions, resolver } = deps.conversations;
  const reservations = new StartReservations({ guard, hooks, leases, sessions });
  const taskResolver = new TaskResolver(tasks, folders);
  const preparedStarts = createPreparedStarts(deps, reservations);
  const launcher = new AgentLauncher({
    confined: new ConfinedStarts({ tasks }),
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
  });
  const starting = { ids, preparedStarts, reservations, sessions, settingsOf, shellPlanner };
  return {
    commandRuns: new CommandRuns(starting),
    earlier: new EarlierConversations({
      cliOf: deps.cliOf,
      agentResolver,
      map,
      others: deps.conversations.others,
      registry,
      settingsOf,
      tasks,
      transcripts,
      variablesOf: keptOptions.variablesOf,
    }),
    launcher,
    programs: new ProgramStarts(starting),
    ptys: createPtys(deps, reservations),
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
  {
    conversations: { keptOptions, others, sessionConversations },
    delivery,
    notify,
    sessions,
    tasks,
  }: StartsDeps,
  reservations: StartReservations,
): PreparedStarts {
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

function createPtys(deps: StartsDeps, reservations: StartReservations): PtyApi {
  const { conversations, delivery, notify, planners } = deps;
  return new PtyApi({
    folders: deps.folders,
    handleLateError: (error) => notify(toMessage(error)),
    home: deps.home,
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
