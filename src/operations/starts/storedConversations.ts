import type { AgentLauncher } from '../../agents/agentLauncher';
import type { FolderRef } from '../../agents/folderRef';
import type { PreparedStart } from '../../agents/preparedStart';
import {
  searchConversations,
  type ConversationWithoutTask,
  type FoundConversation,
} from '../../agents/conversations/conversationSearch';
import type { EarlierConversations } from '../../agents/conversations/earlierConversations';
import type { ResumePreviews } from '../../agents/conversations/resumePreviews';
import type { AgentSettings } from '../../agents/start/agentSettings';
import { SessionError } from '../../base/errors';
import { KeyedRuns } from '../../base/serialQueue';
import type { SurfaceOptions } from '../../base/startOptions';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import { MAX_TASK_NAME_LENGTH } from '../../tasks/taskName';
import { findTaskOfSession, hasMainConversation } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import { foldersOf, type Access } from '../access/access';
import type { SessionScope } from '../access/sessionScope';
import { describeConversation, type ConversationView } from '../views/conversationView';
import type { ShownSession } from './sessionCreation';
import { launchStart, type StartedSession } from './startedSession';
import { sizeOf } from './startSize';
import type { StartDirectories } from './startDirectories';
import type { StartTasks } from './startTasks';

type Resume = Pick<SurfaceOptions<'api'>, 'cols' | 'rows' | 'show' | 'task'>;

interface FoundIn {
  readonly folder: FolderRef;
  readonly found: FoundConversation;
}

/**
 * The conversations that agents have stored for the folders of a caller, whether this extension
 * started them or not. Only a person may see and resume them: they contain what the person wrote.
 */
export class StoredConversations {
  /** The restarts under way, by session id. */
  private readonly restarts = new KeyedRuns<StartedSession>();

  constructor(
    private readonly deps: {
      readonly launcher: AgentLauncher;
      readonly earlier: EarlierConversations;
      /** The workspace folders that are open now. */
      readonly folders: () => readonly FolderRef[];
      /** Whether a session runs in another window. */
      readonly isElsewhere: (ptyId: string) => boolean;
      readonly directories: StartDirectories;
      readonly startTasks: StartTasks;
      readonly registry: ProviderRegistry;
      readonly resumePreviews: ResumePreviews;
      readonly scope: SessionScope;
      readonly sessions: SessionService;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      /** Opens a terminal for a session. */
      readonly show: (shown: ShownSession) => void;
      readonly tasks: TaskStore;
    },
  ) {}

  /** Those of each folder, newest first; with `task`, a name or id, only those of that task. */
  async list(access: Access, task: string | undefined): Promise<readonly ConversationView[]> {
    const isRunning = (id: string): boolean => this.isRunning(id);
    const all = await this.search(access);
    return all
      .map(({ found }) => describeConversation(found, isRunning))
      .filter((one) => task === undefined || one.task?.id === task || one.task?.name === task);
  }

  /**
   * Starts the session of a conversation again, or a new one for a conversation of no session, and
   * returns it. A session that runs here is returned as it is.
   * @param id of the conversation, or of its session.
   * @throws {SessionError} `SESSION_NOT_FOUND`; `ILLEGAL_STATE` if another window runs the session;
   * and the errors of a start.
   */
  async resume(access: Access, id: string, options: Resume): Promise<StartedSession> {
    if (this.findRunning(access, id) || this.isStored(access, id)) {
      return this.restart(access, id, options);
    }
    const { folder, found } = await this.require(access, id);
    return found.kind === 'withoutTask'
      ? this.begin(access, folder, { found, options })
      : this.restart(access, found.sessionId, options);
  }

  private async restart(access: Access, id: string, options: Resume): Promise<StartedSession> {
    const running = this.findRunning(access, id);
    if (running) {
      return { session: running, notices: [] };
    }
    if (this.deps.isElsewhere(id)) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} runs in another window: use that window, or end the session there.`,
      );
    }
    // A second restart would end the agent of the first one.
    return this.restarts.run(id, () => this.restartNow(access, id, options));
  }

  private async restartNow(access: Access, id: string, options: Resume): Promise<StartedSession> {
    // The API cannot ask the person, so a token of theirs allows what the last start was allowed.
    const keepAutoApprove = access.by === 'person';
    const task = findTaskOfSession(this.deps.tasks.list(), id);
    // An archived task has no directory, which the restart states.
    if (task && task.archivedAt === undefined) {
      await this.deps.directories.requireFolder(access, { cwd: task.cwd });
    }
    const prepared = await this.deps.launcher.prepareRestart(id, { keepAutoApprove });
    return this.launch(access, prepared, options);
  }

  /** Starts a session for a conversation that no session has, in a task of its directory. */
  private async begin(
    access: Access,
    folder: FolderRef,
    { found, options }: { readonly found: ConversationWithoutTask; readonly options: Resume },
  ): Promise<StartedSession> {
    const { launcher, startTasks } = this.deps;
    const { cwd, providerId, transcript } = found;
    const task = options.task ?? this.taskOfWorktree(folder, cwd);
    const prompt = [...(transcript.firstPrompt ?? providerId)];
    const fallback = prompt.slice(0, MAX_TASK_NAME_LENGTH).join('').trim();
    return startTasks.use(access, { cwd, task, fallback }, async (target) => {
      const prepared = await launcher.prepareAgent({
        folder: target.folder,
        task: target.choice,
        providerId,
        conversation: hasMainConversation(target.task) ? 'chat' : 'auto',
        picked: transcript.id,
        options: {},
      });
      return this.launch(access, prepared, options);
    });
  }

  private async launch(
    access: Access,
    prepared: PreparedStart,
    options: Resume,
  ): Promise<StartedSession> {
    const { directories, sessions, show } = this.deps;
    const start = await directories.requireStart(access, prepared);
    const started = await launchStart(sessions, start, sizeOf(options));
    if (options.show) {
      show({ session: started.session, task: start.task });
    }
    return started;
  }

  private taskOfWorktree(folder: FolderRef, cwd: string): string | undefined {
    const known = this.deps.tasks.list(folder.uri);
    return known.find((task) => task.worktree && task.cwd === cwd)?.id;
  }

  private async require(access: Access, id: string): Promise<FoundIn> {
    const found = (await this.search(access)).find((one) => one.found.transcript?.id === id);
    if (!found) {
      throw new SessionError(
        'SESSION_NOT_FOUND',
        `No conversation ${id} can be resumed: list the conversations.`,
      );
    }
    return found;
  }

  private async search(access: Access): Promise<readonly FoundIn[]> {
    const folders = foldersOf(access, this.deps.folders).map((folder) => this.searchFolder(folder));
    return (await Promise.all(folders)).flat();
  }

  private async searchFolder(folder: FolderRef): Promise<readonly FoundIn[]> {
    const { earlier, registry, resumePreviews, settingsOf } = this.deps;
    const tasks = this.deps.tasks.list(folder.uri);
    const { providers } = settingsOf(folder.uri);
    const found = await searchConversations(
      {
        earlier,
        resumePreviews,
        isRunning: (id) => this.isRunning(id),
        resumes: (id) => (registry.find(id, providers)?.conversations.kind ?? 'none') !== 'none',
      },
      folder,
      { tasks, cwds: [...new Set([folder.path, ...tasks.map(({ cwd }) => cwd)])] },
    );
    return found.map((one) => ({ folder, found: one }));
  }

  /** Whether a task of the caller's folders has a session with this id. */
  private isStored(access: Access, id: string): boolean {
    const tasks = foldersOf(access, this.deps.folders).flatMap(({ uri }) =>
      this.deps.tasks.list(uri),
    );
    return findTaskOfSession(tasks, id) !== undefined;
  }

  private findRunning(access: Access, id: string): SessionInfo | undefined {
    const { scope, sessions } = this.deps;
    const session = sessions.get(id);
    return session && isRunning(session) && scope.includes(access, session) ? session : undefined;
  }

  private isRunning(id: string): boolean {
    return isRunning(this.deps.sessions.get(id)) || this.deps.isElsewhere(id);
  }
}
