import type { Agents } from '../agents/createAgents';
import type { FolderRef } from '../agents/folderRef';
import type { AgentSettings } from '../agents/start/agentSettings';
import { systemClock } from '../base/clock';
import { Emitter, type Event } from '../base/event';
import type { DisposableStore } from '../base/lifecycle';
import type { Driver } from '../driver/driver';
import type { Models } from '../driver/models/models';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import { UNKNOWN_FACTS } from '../providers/registry/unknownProvider';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { Review } from '../review/createReview';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import { PersonConsent } from './access/personConsent';
import { SessionScope } from './access/sessionScope';
import { AgentAnswers } from './sessions/agentAnswers';
import { AgentInterrupts } from './sessions/agentInterrupts';
import { SessionWait } from './sessions/sessionWait';
import { CommitRuns } from './starts/commitRuns';
import { SessionCreation, type ShownSession } from './starts/sessionCreation';
import { SessionForks } from './starts/sessionForks';
import { StartDirectories } from './starts/startDirectories';
import { StartTasks } from './starts/startTasks';
import { StoredConversations } from './starts/storedConversations';
import { WorktreeTasks } from './starts/worktreeTasks';

interface OperationsCore {
  readonly folders: () => readonly FolderRef[];
  /** Whether a window of VS Code has the sessions. */
  readonly hasWindow: boolean;
  readonly isSuspended: (session: SessionInfo) => boolean;
  readonly registry: ProviderRegistry;
  readonly sessions: SessionService;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly status: StatusService;
  readonly taskRemoval: TaskRemoval;
  readonly tasks: TaskStore;
}

/** What operations use. */
export interface OperationParts
  extends
    Pick<Agents, 'delivery' | 'landings' | 'providerChecks' | 'uses' | 'worktrees'>,
    Pick<OperationsCore, 'folders' | 'sessions' | 'settingsOf'> {
  readonly answers: AgentAnswers;
  readonly commits: CommitRuns;
  readonly consent: PersonConsent;
  readonly conversations: StoredConversations;
  readonly creation: SessionCreation;
  readonly driver: Driver;
  /** What begins references to files in prompts for the agent of a session. */
  readonly fileMarksOf: (session: SessionInfo) => readonly string[];
  readonly forks: SessionForks;
  readonly interrupts: AgentInterrupts;
  readonly models: Models;
  readonly onDidRequestShow: Event<ShownSession>;
  readonly review: Pick<Review, 'marks' | 'reviews'>;
  readonly scope: SessionScope;
  readonly waits: SessionWait;
}

/** Creates the parts that operations use. */
export function createOperations(
  core: OperationsCore,
  agents: Agents,
  {
    driver,
    models,
    review,
  }: { readonly driver: Driver; readonly models: Models; readonly review: Review },
  store: DisposableStore,
): OperationParts {
  const { folders, hasWindow, isSuspended, registry, sessions, settingsOf, status, tasks } = core;
  const { delivery, providerChecks, reconnector, uses } = agents;
  const scope = new SessionScope({
    folders,
    hasWindow,
    isArriving: (id) => reconnector.isArriving(id),
    isElsewhere: (id) => reconnector.isElsewhere(id),
    isSuspended,
    sessions,
    status,
    tasks,
  });
  const didRequestShow = store.add(new Emitter<ShownSession>());
  const show = (shown: ShownSession): void => didRequestShow.fire(shown);
  const directories = new StartDirectories({ folders, hasWindow, tasks });
  const starts = createStarts(core, agents, { directories, scope, show });
  const { conversations, creation, forks } = starts;
  return {
    answers: new AgentAnswers({ answers: agents.answers, status }),
    commits: createCommitRuns(core, agents, { directories, show }),
    consent: new PersonConsent(),
    conversations,
    creation,
    delivery,
    driver,
    fileMarksOf: ({ id, folder }) => {
      const { providers } = settingsOf(folder ?? undefined);
      const provider = registry.find(parsePtyId(id)?.providerId ?? '', providers);
      return (provider ?? UNKNOWN_FACTS).fileMarks;
    },
    folders,
    forks,
    interrupts: new AgentInterrupts(sessions, status),
    landings: agents.landings,
    models,
    onDidRequestShow: didRequestShow.event,
    providerChecks,
    review,
    scope,
    sessions,
    settingsOf,
    uses,
    worktrees: agents.worktrees,
    waits: new SessionWait({ sessions, status, scope, clock: systemClock }),
  };
}

interface StartParts {
  readonly directories: StartDirectories;
  readonly scope: SessionScope;
  readonly show: (shown: ShownSession) => void;
}

function createCommitRuns(
  { sessions }: OperationsCore,
  { commandRuns, commits }: Agents,
  { directories, show }: Omit<StartParts, 'scope'>,
): CommitRuns {
  const clock = systemClock;
  return new CommitRuns({ clock, commandRuns, commits, directories, sessions, show });
}

/** The parts that start sessions. */
function createStarts(
  core: OperationsCore,
  agents: Agents,
  { directories, scope, show }: StartParts,
): Pick<OperationParts, 'conversations' | 'creation' | 'forks'> {
  const { folders, registry, sessions, settingsOf, taskRemoval, tasks } = core;
  const { commandRuns, earlier, launcher, programs, reconnector } = agents;
  const { resumePreviews, trust, worktrees } = agents;
  const isElsewhere = (id: string) => !sessions.has(id) && reconnector.isElsewhere(id);
  const worktreeTasks = new WorktreeTasks({
    commandRuns,
    directories,
    sessions,
    settingsOf,
    tasks,
    worktrees,
  });
  const startTasks = new StartTasks({ directories, folders, settingsOf, tasks, worktreeTasks });
  const creation = new SessionCreation({
    directories,
    launcher,
    startTasks,
    programs,
    registry,
    sessions,
    settingsOf,
    show,
    tasks,
    trust,
  });
  const forks = new SessionForks({
    directories,
    folders,
    launcher,
    taskRemoval,
    isElsewhere,
    scope,
    sessions,
    tasks,
    worktreeTasks,
  });
  const conversations = new StoredConversations({
    directories,
    earlier,
    folders,
    isElsewhere,
    launcher,
    startTasks,
    registry,
    resumePreviews,
    scope,
    sessions,
    settingsOf,
    show,
    tasks,
  });
  return { conversations, creation, forks };
}
