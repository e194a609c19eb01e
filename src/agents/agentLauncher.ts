import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { ProviderStatus } from '../providers/model/providerStatus';
import { SessionError } from '../base/errors';
import { formatSeed } from '../pty/session/forkSeed';
import { formatPtyId, SHELL_PROVIDER_ID } from '../pty/ptyId';
import type { SessionService } from '../pty/sessionService';
import type { Conversation, Task } from '../tasks/task';
import type { TaskIds } from '../tasks/taskIds';
import { findConversation } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type {
  AgentService,
  FolderRef,
  ForkOptions,
  PreparedStart,
  RestartOptions,
  StartAgentRequest,
  AgentOptions,
  TaskChoice,
} from './agentService';
import type { AgentSettings } from './start/agentSettings';
import { choosePtyId } from './conversations/conversationChoice';
import type { ConversationRequest } from './conversations/conversationResolver';
import type { ConversationStart, WantedConversation } from './conversations/conversationStart';
import type { PromptDelivery } from './prompts/promptDelivery';
import type { ProviderChecks } from './start/providerChecks';

import { requireCwd, requireTrust } from './start/requirements';
import type { SessionHandover } from './ownership/sessionHandover';
import type { SessionStarts } from './start/sessionStarts';
import { persistenceOf, type StartContext } from './start/startContext';
import type { TaskPlaces } from './taskPlaces';
import type { CheckedAgent } from './start/agentPlan';
import type { StartPlanner } from './start/startPlanner';

export interface AgentLauncherDeps {
  readonly sessions: Pick<SessionService, 'colouredText' | 'get' | 'kill' | 'requireRoom'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly ids: TaskIds;
  readonly places: TaskPlaces;
  readonly planner: StartPlanner;
  readonly starts: SessionStarts;
  readonly conversations: Pick<ConversationStart, 'plan'>;
  readonly delivery: PromptDelivery;
  readonly handover: Pick<SessionHandover, 'takeOver'>;
  readonly checks: ProviderChecks;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly isTrusted: () => boolean;
}

/** Who is to run where: the same for a first start and for another one. */
interface AgentWish {
  readonly folder: FolderRef;
  readonly providerId: string;
  readonly options: AgentOptions;
}

/** Which session of which task. */
type Place = Pick<StartContext, 'task' | 'ptyId' | 'label' | 'parent' | 'seed'>;

type Known = Pick<Conversation, 'ptyId' | 'label'>;

/** Starts, restarts and talks to agents in tasks. */
export class AgentLauncher implements AgentService, Disposable {
  private readonly store = new DisposableStore();
  private readonly didNotice = this.store.add(new Emitter<string>());
  /** What a session was started with, so that a restart asks for the same; its prompt was said once. */
  private readonly options = new Map<string, AgentOptions>();

  readonly onDidNotice = this.didNotice.event;

  constructor(private readonly deps: AgentLauncherDeps) {}

  async prepareAgent({
    folder,
    task,
    providerId,
    conversation,
    picked,
    options,
  }: StartAgentRequest): Promise<PreparedStart> {
    const wish = { folder, providerId, options };
    const agent = await this.check(wish, this.deps.places.cwdOf(folder, task));
    this.requireRoom(folder, options);
    const chosen = await this.deps.places.findOrCreate(folder, task);
    const known = this.knownOf(chosen);
    const ptyId = choosePtyId({
      taskId: chosen.id,
      known: known.map((one) => one.ptyId),
      providerId,
      wanted: conversation,
      isLive: (id) => this.deps.starts.isTaken(id) || isElsewhere(chosen, id, options),
      newChatSuffix: () => this.deps.ids.conversation(),
    });
    const earlier = known.find((one) => one.ptyId === ptyId);
    const { name } = agent.config.provider;
    const called = options.ssh ? `${name} on ${options.ssh.target}` : name;
    const label = earlier?.label ?? labelFor(called, known);
    const kind = kindOf(options.fresh, earlier !== undefined);
    return this.plan(agent, wish, { task: chosen, ptyId, label }, { kind, picked });
  }

  async prepareShell(folder: FolderRef, task: TaskChoice): Promise<PreparedStart> {
    requireTrust(this.deps.isTrusted());
    await requireCwd(this.deps.places.cwdOf(folder, task));
    this.requireRoom(folder, {});
    const chosen = await this.deps.places.findOrCreate(folder, task);
    const suffix = this.deps.ids.conversation();
    const ptyId = formatPtyId({ providerId: SHELL_PROVIDER_ID, kind: 'chat', suffix });
    const label = labelFor('Shell', this.knownOf(chosen));
    return this.planShell(folder, { task: chosen, ptyId, label });
  }

  async prepareRestart(
    sessionId: string,
    { fresh, takeOver }: RestartOptions = {},
  ): Promise<PreparedStart> {
    const { task, conversation } = this.deps.places.requireConversation(sessionId);
    const folder = this.deps.places.requireFolder(task);
    const { providerId, label } = conversation;
    const where = { task, ptyId: sessionId, label };
    const wish = { folder, providerId, options: this.optionsOf(conversation) };
    requireTrust(this.deps.isTrusted());
    await requireCwd(task.cwd);
    // All that can fail comes before what runs is ended, but another window's session changes what is planned.
    const isShell = providerId === SHELL_PROVIDER_ID;
    const agent = isShell ? undefined : await this.check(wish, task.cwd);
    if (takeOver) {
      await this.deps.handover.takeOver(sessionId, takeOver);
    }
    const prepared = agent
      ? await this.plan(agent, wish, where, { kind: kindOf(fresh, true) })
      : await this.planShell(folder, where);
    await this.deps.sessions.kill(sessionId);
    return prepared;
  }

  async prepareFork(
    sessionId: string,
    { task: choice, label: wanted }: ForkOptions = {},
  ): Promise<PreparedStart> {
    const { task: own, conversation } = this.deps.places.requireConversation(sessionId);
    const { providerId, label } = conversation;
    this.requireRunning(sessionId, label);
    const folder = this.deps.places.requireFolder(own);
    const wish = { folder, providerId, options: this.optionsOf(conversation) };
    const isShell = providerId === SHELL_PROVIDER_ID;
    const target = choice ?? { kind: 'existing', id: own.id };
    const agent = isShell
      ? undefined
      : await this.check(wish, this.deps.places.cwdOf(folder, target));
    this.requireRoom(folder, wish.options);
    const task = await this.deps.places.findOrCreate(folder, target);
    const seed = await this.seedFrom(sessionId, label);
    const suffix = this.deps.ids.conversation();
    const ptyId = formatPtyId({ providerId, kind: 'chat', suffix });
    // Nothing is awaited from here until the id is reserved: another fork would take the same label.
    const where = {
      task,
      ptyId,
      label: labelFor(wanted ?? `${label} fork`, this.knownOf(task)),
      parent: sessionId,
      seed,
    };
    return agent
      ? this.plan(agent, wish, where, { kind: 'fork', parent: sessionId })
      : this.planShell(folder, where);
  }

  sendPrompt(sessionId: string, prompt: string): Promise<void> {
    return this.deps.delivery.send(sessionId, prompt);
  }

  interrupt(sessionId: string): Promise<void> {
    return this.deps.delivery.interrupt(sessionId);
  }

  checkProviders(
    folder: FolderRef | undefined,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]> {
    return this.deps.checks.checkAll(this.deps.settingsOf(folder?.uri), refresh);
  }

  /** Tells the person something after a start, when no command is left to tell it. */
  notify(message: string): void {
    this.didNotice.fire(message);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async check(
    { folder, providerId, options }: AgentWish,
    cwd: string,
  ): Promise<CheckedAgent> {
    requireTrust(this.deps.isTrusted());
    await requireCwd(cwd);
    const settings = this.deps.settingsOf(folder.uri);
    return this.deps.planner.checkAgent(providerId, { settings, options });
  }

  private async plan(
    agent: CheckedAgent,
    wish: AgentWish,
    where: Place,
    wanted: WantedConversation,
  ): Promise<PreparedStart> {
    const { folder, providerId, options } = wish;
    const { task, ptyId } = where;
    const context = { ...where, folder, options, settings: this.deps.settingsOf(folder.uri) };
    const { spec, command, conversation } = await this.reserving(where, () =>
      this.deps.conversations.plan(agent, context, wanted),
    );
    this.remember(ptyId, options);
    const { prompt } = command;
    const keystrokes = typeof prompt === 'object' ? prompt.keystrokes : undefined;
    const notices = [...command.notices, ...conversation.notices];
    const { ssh } = options;
    const start = { task, providerId, spec, notices, keystrokes, conversation, ssh };
    return this.deps.starts.prepare(start);
  }

  /** In the place where such a start would go. */
  private requireRoom(folder: FolderRef, options: AgentOptions): void {
    const settings = this.deps.settingsOf(folder.uri);
    this.deps.sessions.requireRoom(persistenceOf({ options, settings }));
  }

  private async planShell(folder: FolderRef, where: Place): Promise<PreparedStart> {
    const context = { ...where, folder, options: {}, settings: this.deps.settingsOf(folder.uri) };
    const spec = await this.reserving(where, () => this.deps.planner.planShell(context));
    return this.deps.starts.prepare({
      task: where.task,
      providerId: SHELL_PROVIDER_ID,
      spec,
      notices: [],
      keystrokes: undefined,
      conversation: undefined,
    });
  }

  private requireRunning(sessionId: string, label: string): void {
    const session = this.deps.sessions.get(sessionId);
    if (!session || session.state === 'terminated') {
      throw new SessionError(
        'SESSION_EXITED',
        `${label} (${sessionId}) does not run, and only what runs can be forked: open it first.`,
      );
    }
  }

  private async seedFrom(sessionId: string, label: string): Promise<string> {
    const { scrollback } = this.deps.settingsOf(undefined);
    const shown = await this.deps.sessions.colouredText(sessionId, { scrollback });
    return formatSeed(shown, label);
  }

  /** Two starts at the same moment must not choose the same id, so it is kept while one is planned. */
  private async reserving<T>(where: Place, plan: () => Promise<T>): Promise<T> {
    const { ptyId, task, label } = where;
    this.deps.starts.reserve({ ptyId, taskId: task.id, label });
    try {
      return await plan();
    } catch (error) {
      this.deps.starts.release(ptyId);
      throw error;
    }
  }

  /** The conversations of a task: those that it remembers, and those that are being started. */
  private knownOf(task: Task): readonly Known[] {
    return [...task.conversations, ...this.deps.starts.reservedIn(task.id)];
  }

  /** What it was started with; of another window's only where it runs is remembered. */
  private optionsOf({ ptyId, ssh }: Conversation): AgentOptions {
    return this.options.get(ptyId) ?? { ssh };
  }

  /** For as long as a task remembers the conversation. */
  private remember(ptyId: string, options: AgentOptions): void {
    const remembered = new Set(
      this.deps.tasks.list().flatMap(({ conversations }) => conversations.map((one) => one.ptyId)),
    );
    for (const id of this.options.keys()) {
      if (!remembered.has(id) && !this.deps.starts.isTaken(id)) {
        this.options.delete(id);
      }
    }
    this.options.set(ptyId, { ...options, prompt: undefined, fresh: undefined });
  }
}

function kindOf(fresh: boolean | undefined, ranBefore: boolean): ConversationRequest['kind'] {
  if (fresh) {
    return 'fresh';
  }
  return ranBefore ? 'resume' : 'start';
}

/** Whether a conversation that is known runs on another machine than this start: it is not to move. */
function isElsewhere(task: Task, ptyId: string, { ssh }: AgentOptions): boolean {
  const known = findConversation(task, ptyId);
  return known !== undefined && known.ssh?.target !== ssh?.target;
}

/** Sessions of one name in one task are told apart by a number. */
function labelFor(name: string, known: readonly Known[]): string {
  const labels = new Set(known.map(({ label }) => label));
  const numbered = (number: number): string => (number === 1 ? name : `${name} ${number}`);
  let number = 1;
  while (labels.has(numbered(number))) {
    number++;
  }
  return numbered(number);
}
