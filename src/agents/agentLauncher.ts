import { SessionError } from '../base/errors';
import { formatSeed } from '../pty/session/forkSeed';
import { isRunning } from '../pty/liveAgent';
import { formatPtyId, SHELL_PROVIDER_ID } from '../pty/ptyId';
import { requireSession } from '../pty/sessionBackend';
import type { SessionSpec } from '../pty/sessionService';
import type { WindowSessions } from '../pty/windowSessions';
import type { TrustGuard } from '../pty/trustGuard';
import type { Conversation, Task } from '../tasks/task';
import { findConversation } from '../tasks/taskOfSession';
import type { TaskIds } from '../tasks/taskIds';
import { freeName } from '../tasks/taskName';
import type { TaskStore } from '../tasks/taskStore';
import { findConfinement } from './folderDirectories';
import type { FolderRef } from './folderRef';
import type { PreparedStart } from './preparedStart';
import type {
  ForkOptions,
  RestartOptions,
  StartAgentRequest,
  AgentOptions,
  TaskChoice,
} from './startRequests';
import type { AgentSettings } from './start/agentSettings';
import { describeLosses } from './options/continuedOptions';
import { choosePtyId, isOnOtherMachine } from './conversations/conversationChoice';
import type { ConversationRequest } from './conversations/conversationResolver';
import { chooseProvider } from './fallbackProvider';
import { requireCwd, requireNotBegun } from './start/requirements';
import type { SessionHandover } from '../ownership/sessionHandover';
import type { HandoverTerms } from '../ownership/windowFile';
import type { PreparedStarts } from './start/preparedStarts';
import { persistenceOf, type StartContext } from './start/startContext';
import type { StartReservations } from './start/startReservations';
import type { StoredStart, StoredStarts } from './storedStarts';
import type { TaskResolver } from './taskResolver';
import type { ShellPlanner } from './start/shellPlanner';
import type { AgentResolver } from './start/agentResolver';
import type { StartPlanner, RequestedConversation } from './start/startPlanner';

type Known = Pick<Conversation, 'ptyId' | 'label'>;

/**
 * Plans starts, restarts and forks of agents and shells in tasks. A restart also ends the session that it
 * replaces; `SessionService.kill` ends any other.
 */
export class AgentLauncher {
  /** The sessions that this window requests, or has received, in order to restart them. */
  private readonly takenOver = new Set<string>();

  constructor(
    private readonly deps: {
      readonly sessions: WindowSessions;
      readonly ids: TaskIds;
      readonly taskResolver: TaskResolver;
      readonly agentResolver: AgentResolver;
      readonly planner: StartPlanner;
      readonly shellPlanner: ShellPlanner;
      readonly reservations: StartReservations;
      readonly tasks: TaskStore;
      readonly preparedStarts: PreparedStarts;
      readonly storedStarts: StoredStarts;
      readonly handover: SessionHandover;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly guard: TrustGuard;
    },
  ) {}

  /**
   * Plans a start; nothing runs until `launch`. A new task is stored before this resolves. A start
   * that continues a conversation of the task takes the options that it leaves out from its last
   * start.
   * @throws {SessionError} `UNTRUSTED`, `PROVIDER_NOT_FOUND`, `CLI_NOT_FOUND`, `CWD_NOT_FOUND`,
   * `MAX_SESSIONS`, `BAD_REQUEST` (an option that the provider does not support).
   */
  async prepareAgent(request: StartAgentRequest): Promise<PreparedStart> {
    const { folder, task: choice, conversation, picked, startedBy } = request;
    await this.requireStartable(folder, choice, request.options);
    const settings = this.deps.settingsOf(folder.uri);
    const chosen = await chooseProvider(this.deps.agentResolver, settings, request);
    // No `await` from here until the id is reserved, or another start could take the same id.
    const { options } = chosen;
    const { id: providerId, name } = chosen.provider;
    const task = this.findTask(folder, choice);
    const known = this.knownOf(task);
    const ptyId = choosePtyId({
      taskId: task.id,
      known: known.map((one) => one.ptyId),
      providerId,
      requested: conversation,
      isLive: (id) => this.deps.reservations.isTaken(id) || isOnOtherMachine(task, id, options),
      newChatSuffix: () => this.deps.ids.conversation(),
    });
    const earlier = known.find((one) => one.ptyId === ptyId);
    const baseLabel = options.ssh ? `${name} on ${options.ssh.target}` : name;
    const label = earlier?.label ?? uniqueLabel(known, baseLabel);
    const kind = kindOf(options.fresh, earlier !== undefined);
    const isContinued = kind === 'resume' && picked === undefined;
    const start = { task, folder, options, startedBy };
    const completed = isContinued ? this.deps.storedStarts.complete(ptyId, start) : { options };
    const notices = [...chosen.notices, ...(completed.notices ?? [])];
    const isConfined = findConversation(task, ptyId)?.isConfined;
    const place = { ptyId, label, task, folder, isConfined };
    const context = { ...place, settings, startedBy, ...completed, notices };
    return this.prepare(providerId, context, { kind, picked });
  }

  /**
   * Plans the person's login shell in a task's directory.
   * @throws {SessionError} `UNTRUSTED`, `CWD_NOT_FOUND`, `MAX_SESSIONS`.
   */
  async prepareShell(folder: FolderRef, choice: TaskChoice): Promise<PreparedStart> {
    await this.requireStartable(folder, choice, {});
    const settings = this.deps.settingsOf(folder.uri);
    const task = this.findTask(folder, choice);
    const ptyId = this.newChatId(SHELL_PROVIDER_ID);
    const label = uniqueLabel(this.knownOf(task), 'Shell');
    return this.prepareLoginShell({ ptyId, label, task, folder, settings, options: {} });
  }

  /**
   * Ends the session if it still runs, in another window on the terms of `takeOver`, and plans its
   * replacement with the same provider, the same id and the options of its last start. The
   * replacement resumes the conversation if the provider can.
   * @throws {SessionError} `SESSION_NOT_FOUND` if no task contains the session, `ILLEGAL_STATE` if its
   * agent begins meanwhile with the prompt of the replacement, and what `SessionHandover.request` and
   * {@link prepareAgent} throw.
   */
  async prepareRestart(
    sessionId: string,
    { fresh, takeOver, keepAutoApprove, spawnMode }: RestartOptions = {},
  ): Promise<PreparedStart> {
    const hasNotBegun = this.deps.sessions.get(sessionId)?.pendingStart !== undefined;
    const choices = { keepAutoApprove, spawnMode, hasNotBegun };
    // Checked first: a start that cannot succeed must not end the other window's session.
    await this.requireRestartable(this.deps.storedStarts.contextOf(sessionId, choices), takeOver);
    if (takeOver) {
      await this.takeOver(sessionId, takeOver);
    }
    // The other window may have started the session with other options.
    const { providerId, context } = this.deps.storedStarts.contextOf(sessionId, choices);
    const prepared =
      providerId === SHELL_PROVIDER_ID
        ? await this.prepareLoginShell(context)
        : await this.prepare(providerId, context, { kind: kindOf(fresh, true) });
    try {
      if (context.options.prompt !== undefined) {
        requireNotBegun(this.deps.sessions.get(sessionId));
      }
      await this.deps.sessions.find(sessionId)?.kill();
    } catch (error) {
      prepared.discard();
      throw error;
    }
    return prepared;
  }

  /** Whether another window was requested to end the session so that it restarts here: a second restart would be refused. */
  isTakenOver(sessionId: string): boolean {
    return this.takenOver.has(sessionId);
  }

  /**
   * Plans a session that starts with a marked copy of another session's screen, the options of its
   * last start and, if the provider can fork conversations, its history. After that, the two sessions
   * are independent.
   * @throws {SessionError} `SESSION_EXITED` if the session has ended, `SESSION_NOT_FOUND`, and what
   * {@link prepareAgent} throws.
   */
  async prepareFork(
    sessionId: string,
    { task: choice, label: requested, startedBy, keepAutoApprove }: ForkOptions = {},
  ): Promise<PreparedStart> {
    const choices = { startedBy, keepAutoApprove };
    const { providerId, context: original } = this.deps.storedStarts.contextOf(sessionId, choices);
    const { folder, label, options, task: own } = original;
    this.requireRunning(sessionId, label);
    const target = choice ?? { kind: 'existing', id: own.id };
    await this.requireStartable(folder, target, options);
    const seed = await this.seedFrom(sessionId, label);
    // No `await` from here until the id is reserved, or another fork could take the same label.
    const task = this.findTask(folder, target);
    const context: StartContext = {
      ...original,
      task,
      ptyId: this.newChatId(providerId),
      label: uniqueLabel(this.knownOf(task), requested ?? `${label} fork`),
      parent: sessionId,
      startedBy,
      seed,
    };
    return providerId === SHELL_PROVIDER_ID
      ? this.prepareLoginShell(context)
      : this.prepare(providerId, context, { kind: 'fork', parent: sessionId });
  }

  private prepare(
    providerId: string,
    context: StartContext,
    requested: RequestedConversation,
  ): Promise<PreparedStart> {
    const { options, task } = context;
    return this.reserve(context, async (directory) => {
      const start = await this.deps.planner.plan(providerId, context, requested);
      await this.deps.taskResolver.keep(task);
      const { spec, command, conversation } = start;
      const { prompt } = command;
      const keystrokes = typeof prompt === 'object' ? prompt.keystrokes : undefined;
      const losses = noticesOf(context, spec);
      const notices = [...losses, ...command.notices, ...conversation.notices];
      const planned = { spec, notices, keystrokes, conversation, options, directory };
      return this.deps.preparedStarts.create(context, planned);
    });
  }

  private prepareLoginShell(context: StartContext): Promise<PreparedStart> {
    return this.reserve(context, async (directory) => {
      const spec = await this.deps.shellPlanner.planShell(context);
      await this.deps.taskResolver.keep(context.task);
      const { options } = context;
      const notices = noticesOf(context, spec);
      return this.deps.preparedStarts.create(context, { spec, notices, options, directory });
    });
  }

  private reserve(
    context: StartContext,
    plan: (directory: string | undefined) => Promise<PreparedStart>,
  ): Promise<PreparedStart> {
    const { reservations, sessions } = this.deps;
    return reservations.reserve(context, async () => {
      // Checked first: a plan writes the hook files of its session, and those of a running one must stay.
      await sessions.requireNotInOtherHost(context.ptyId);
      return plan(await this.confinementOf(context));
    });
  }

  private confinementOf(context: StartContext): Promise<string | undefined> {
    return findConfinement(context, (folderUri) => this.deps.tasks.list(folderUri));
  }

  private async requireStartable(
    folder: FolderRef,
    choice: TaskChoice,
    options: AgentOptions,
  ): Promise<void> {
    const cwd = this.deps.taskResolver.cwdOf(folder, choice);
    await requireCwd(cwd);
    const settings = this.deps.settingsOf(folder.uri);
    this.deps.sessions.requireRoom(persistenceOf({ options, settings }));
  }

  private async takeOver(sessionId: string, terms: HandoverTerms): Promise<void> {
    this.takenOver.add(sessionId);
    try {
      await this.deps.handover.request(sessionId, terms);
    } catch (error) {
      this.takenOver.delete(sessionId);
      throw error;
    }
  }

  private findTask(folder: FolderRef, choice: TaskChoice): Task {
    const inUse = this.deps.reservations.list().map(({ task }) => task);
    return this.deps.taskResolver.find(folder, choice, inUse);
  }

  private async requireRestartable(
    { providerId, context }: StoredStart,
    takeOver: HandoverTerms | undefined,
  ): Promise<void> {
    this.deps.guard.require();
    await requireCwd(context.task.cwd);
    await this.deps.sessions.requireNotInOtherHost(context.ptyId);
    await this.confinementOf(context);
    if (takeOver && providerId !== SHELL_PROVIDER_ID) {
      await this.deps.agentResolver.check(providerId, context);
    }
  }

  private newChatId(providerId: string): string {
    const suffix = this.deps.ids.conversation();
    return formatPtyId({ providerId, kind: 'chat', suffix });
  }

  private requireRunning(sessionId: string, label: string): void {
    const session = this.deps.sessions.get(sessionId);
    if (!session || !isRunning(session)) {
      throw new SessionError(
        'SESSION_EXITED',
        `${label} (${sessionId}) is not running, and only a running session can be forked: open it first.`,
      );
    }
  }

  private async seedFrom(sessionId: string, label: string): Promise<string> {
    const { scrollback } = this.deps.settingsOf(undefined);
    const shown = await requireSession(this.deps.sessions, sessionId).colouredText({ scrollback });
    return formatSeed(shown, label);
  }

  private knownOf(task: Task): readonly Known[] {
    const reserved = this.deps.reservations.list().filter((one) => one.task.id === task.id);
    return [...task.conversations, ...reserved];
  }
}

function noticesOf({ label, notices = [], options }: StartContext, spec: SessionSpec) {
  return [...notices, ...describeLosses(label, options, spec)];
}

function kindOf(fresh: boolean | undefined, ranBefore: boolean): ConversationRequest['kind'] {
  if (fresh) {
    return 'fresh';
  }
  return ranBefore ? 'resume' : 'start';
}

function uniqueLabel(known: readonly Known[], name: string): string {
  return freeName(
    name,
    known.map(({ label }) => label),
  );
}
