import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { ProviderStatus } from '../providers/providerStatus';
import { formatPtyId, SHELL_PROVIDER_ID } from '../pty/ptyId';
import type { SessionService } from '../pty/sessionService';
import type { Conversation, Task } from '../tasks/task';
import { parseTaskName } from '../tasks/taskName';
import type { TaskIds } from '../tasks/taskIds';
import type { TaskStore } from '../tasks/taskStore';
import type {
  AgentService,
  FolderRef,
  PreparedStart,
  RestartOptions,
  StartAgentRequest,
  StartOptions,
  TaskChoice,
} from './agentService';
import type { AgentSettings } from './agentSettings';
import { choosePtyId } from './conversationChoice';
import type { ConversationKeeper, ConversationWish } from './conversationKeeper';
import type { PromptDelivery } from './promptDelivery';
import type { ProviderChecks } from './providerChecks';
import { requireCwd, requireTrust } from './requirements';
import type { SessionStarts } from './sessionStarts';
import type { StartContext } from './startContext';
import type { CheckedAgent, StartPlanner } from './startPlanner';

export interface AgentsDeps {
  readonly sessions: Pick<SessionService, 'get' | 'kill' | 'requireRoom'>;
  readonly tasks: TaskStore;
  readonly ids: TaskIds;
  readonly planner: StartPlanner;
  readonly starts: SessionStarts;
  readonly conversations: Pick<ConversationKeeper, 'plan'>;
  readonly delivery: PromptDelivery;
  readonly checks: ProviderChecks;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  readonly isTrusted: () => boolean;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
}

/** Who is to run where: the same for a first start and for another one. */
interface AgentWish {
  readonly folder: FolderRef;
  readonly providerId: string;
  readonly options: StartOptions;
}

/** Which session of which task. */
type Place = Pick<StartContext, 'task' | 'ptyId' | 'label'>;

type WantedConversation = Pick<ConversationWish, 'kind' | 'picked'>;

type Known = Pick<Conversation, 'ptyId' | 'label'>;

/** Starts, restarts and talks to agents in tasks. */
export class Agents implements AgentService, Disposable {
  private readonly store = new DisposableStore();
  private readonly didNotice = this.store.add(new Emitter<string>());
  /** What a session was started with, so that a restart asks for the same; its prompt was said once. */
  private readonly options = new Map<string, StartOptions>();

  readonly onDidNotice = this.didNotice.event;

  constructor(private readonly deps: AgentsDeps) {}

  async prepareAgent({
    folder,
    task,
    providerId,
    conversation,
    picked,
    options,
  }: StartAgentRequest): Promise<PreparedStart> {
    const wish = { folder, providerId, options };
    const agent = await this.check(wish, this.cwdOf(folder, task));
    this.deps.sessions.requireRoom();
    const chosen = await this.findOrCreate(folder, task);
    const known = this.knownOf(chosen);
    const ptyId = choosePtyId({
      taskId: chosen.id,
      known: known.map((one) => one.ptyId),
      providerId,
      wanted: conversation,
      isLive: (id) => this.deps.starts.isTaken(id),
      newChatSuffix: () => this.deps.ids.conversation(),
    });
    const earlier = known.find((one) => one.ptyId === ptyId);
    const label = earlier?.label ?? labelFor(agent.config.provider.name, known);
    const kind = kindOf(options.fresh, earlier !== undefined);
    return this.plan(agent, wish, { task: chosen, ptyId, label }, { kind, picked });
  }

  async prepareShell(folder: FolderRef, task: TaskChoice): Promise<PreparedStart> {
    requireTrust(this.deps.isTrusted());
    await requireCwd(this.cwdOf(folder, task));
    this.deps.sessions.requireRoom();
    const chosen = await this.findOrCreate(folder, task);
    const suffix = this.deps.ids.conversation();
    const ptyId = formatPtyId({ providerId: SHELL_PROVIDER_ID, kind: 'chat', suffix });
    const label = labelFor('Shell', this.knownOf(chosen));
    return this.planShell(folder, { task: chosen, ptyId, label });
  }

  async prepareRestart(
    sessionId: string,
    { fresh, picked }: RestartOptions = {},
  ): Promise<PreparedStart> {
    const { task, conversation } = this.requireConversation(sessionId);
    const folder = this.requireFolder(task);
    const { providerId, label } = conversation;
    const where = { task, ptyId: sessionId, label };
    const wish = { folder, providerId, options: this.options.get(sessionId) ?? {} };
    requireTrust(this.deps.isTrusted());
    await requireCwd(task.cwd);
    // All that can fail comes before what runs is ended.
    const prepared =
      providerId === SHELL_PROVIDER_ID
        ? await this.planShell(folder, where)
        : await this.plan(await this.check(wish, task.cwd), wish, where, {
            kind: kindOf(fresh, true),
            picked,
          });
    await this.deps.sessions.kill(sessionId);
    return prepared;
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
    const { planner, conversations } = this.deps;
    return this.reserving(where, async () => {
      const place = { provider: agent.config.provider, cwd: task.cwd, env: agent.host.env };
      const conversation = await conversations.plan({ ...place, ...wanted, ptyId });
      const told = planner.withConversation(agent, conversation.choice);
      const spec = await planner.planAgent(told, context);
      this.remember(ptyId, options);
      const { prompt } = told.command;
      const keystrokes = typeof prompt === 'object' ? prompt.keystrokes : undefined;
      const notices = [...told.command.notices, ...conversation.notices];
      return this.deps.starts.prepare({
        task,
        providerId,
        spec,
        notices,
        keystrokes,
        conversation,
      });
    });
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

  /** For as long as a task remembers the conversation. */
  private remember(ptyId: string, options: StartOptions): void {
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

  private cwdOf(folder: FolderRef, choice: TaskChoice): string {
    return choice.kind === 'existing' ? this.requireTask(choice.id).cwd : folder.path;
  }

  /** A new task's name may have been taken meanwhile, by a start at the same moment: then it is that task. */
  private findOrCreate(folder: FolderRef, choice: TaskChoice): Promise<Task> {
    if (choice.kind === 'existing') {
      return Promise.resolve(this.requireTask(choice.id));
    }
    const name = parseTaskName(choice.name);
    const known = this.deps.tasks.list(folder.uri).find((task) => task.name === name);
    return known
      ? Promise.resolve(known)
      : this.deps.tasks.create({ name, folder: folder.uri, cwd: folder.path });
  }

  private requireTask(id: string): Task {
    const task = this.deps.tasks.find(id);
    if (!task) {
      throw new SessionError(
        'BAD_REQUEST',
        `There is no task ${id}: it may have been removed in another window; choose another.`,
      );
    }
    return task;
  }

  private requireConversation(ptyId: string): { task: Task; conversation: Conversation } {
    for (const task of this.deps.tasks.list()) {
      const conversation = task.conversations.find((one) => one.ptyId === ptyId);
      if (conversation) {
        return { task, conversation };
      }
    }
    throw new SessionError(
      'SESSION_NOT_FOUND',
      `No task remembers session ${ptyId}: start the agent in a task instead.`,
    );
  }

  private requireFolder(task: Task): FolderRef {
    const folder = this.deps.folders().find(({ uri }) => uri === task.folder);
    if (!folder) {
      throw new SessionError(
        'BAD_REQUEST',
        `The folder of task "${task.name}" (${task.cwd}) is not open: add it to the workspace first.`,
      );
    }
    return folder;
  }
}

function kindOf(fresh: boolean | undefined, ranBefore: boolean): WantedConversation['kind'] {
  if (fresh) {
    return 'fresh';
  }
  return ranBefore ? 'resume' : 'start';
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
