import type { PromptDelivery } from '../../agents/prompts/promptDelivery';
import type { ProviderChecks } from '../../agents/start/providerChecks';
import type { AskOptions, AskResult, Driver } from '../../driver/driver';
import type { ModelList, Models } from '../../driver/models/models';
import type { SessionUses } from '../../ownership/sessionUses';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionService, SessionSignal } from '../../pty/sessionService';
import type { Access } from '../auth/access';
import { requireInsideReferences, requireWords } from '../auth/agentRequests';
import type { Answer, ApiStartOptions, Fork, ForkTask, Resume } from '../http/requests';
import type { AgentAnswers } from './agentAnswers';
import type { AgentInterrupts } from './agentInterrupts';
import type { ConversationView } from './conversationView';
import { describeLastAnswer, type LastAnswerView } from './lastAnswerView';
import type { SessionCreation } from './sessionCreation';
import type { Cancellable, SessionForks } from './sessionForks';
import { sessionMovedError, type SessionScope } from '../auth/sessionScope';
import { ApiError } from '../http/apiError';
import type { SessionView, StartedSessionView } from './sessionView';
import type { SessionWait, WaitOptions } from './sessionWait';
import type { StartedSession } from './startedSession';
import type { StoredConversations } from './storedConversations';

/** After how long a wait for a session of another process looks for a window, in milliseconds. */
const SHOWN_WAIT_MS = 5_000;

export interface SessionOperationsDeps {
  readonly answers: Pick<AgentAnswers, 'give'>;
  readonly scope: SessionScope;
  readonly conversations: StoredConversations;
  readonly creation: Pick<SessionCreation, 'create'>;
  readonly forks: Pick<SessionForks, 'fork' | 'forkTask'>;
  readonly interrupts: Pick<AgentInterrupts, 'require'>;
  readonly waits: Pick<SessionWait, 'until'>;
  readonly delivery: PromptDelivery;
  readonly providerChecks: ProviderChecks;
  readonly driver: Driver;
  readonly models: Models;
  /** What begins references to files in prompts for the agent of a session. */
  readonly fileMarksOf: (session: SessionInfo) => readonly string[];
  readonly sessions: SessionService;
  readonly uses: Pick<SessionUses, 'ownIfFree' | 'while' | 'whileRead' | 'whileStarting'>;
}

/** A new task with forks of another one's sessions. */
interface TaskForkView {
  readonly task: { readonly id: string; readonly name: string; readonly workDir: string };
  readonly sessions: readonly StartedSessionView[];
}

/**
 * All operations of external callers on sessions, whatever the protocol. Each call first checks the
 * caller's access. It throws `SESSION_NOT_FOUND` or `SESSION_USER_MISMATCH`, and `SESSION_EXITED`
 * where the session must be running.
 */
export class SessionOperations {
  constructor(private readonly deps: SessionOperationsDeps) {}

  list(access: Access): readonly SessionView[] {
    return this.deps.scope.list(access);
  }

  get(access: Access, id: string): SessionView {
    const { scope } = this.deps;
    return scope.describe(scope.require('read', access, id));
  }

  /** @param signal ends the creation of a worktree for the session. */
  async create(
    access: Access,
    options: ApiStartOptions,
    signal?: AbortSignal,
  ): Promise<StartedSessionView> {
    const { creation, scope, uses } = this.deps;
    scope.requireWindow(options);
    return this.describeStarted(
      await uses.whileStarting(() => creation.create(access, options, signal)),
    );
  }

  conversations(access: Access, task?: string): Promise<readonly ConversationView[]> {
    return this.deps.conversations.list(access, task);
  }

  async resume(access: Access, id: string, options: Resume): Promise<StartedSessionView> {
    const { conversations, scope, uses } = this.deps;
    scope.requireWindow(options);
    return this.describeStarted(
      await uses.whileStarting(() => conversations.resume(access, id, options)),
    );
  }

  /** Ends the session within a time limit and removes it. */
  async kill(access: Access, id: string): Promise<void> {
    this.deps.scope.require('kill', access, id);
    await this.deps.sessions.kill(id);
  }

  /** Resolves when the prompt was submitted and the agent has accepted it. */
  async prompt(access: Access, id: string, prompt: string): Promise<void> {
    await this.requirePrompt(access, id, prompt);
    const { delivery, uses } = this.deps;
    await uses.while(id, () => delivery.send(id, prompt));
  }

  /** Resolves when the agent has accepted the answer. */
  async answer(access: Access, id: string, answer: Answer): Promise<void> {
    await this.deps.answers.give(this.deps.scope.requireRunning('answer', access, id), answer);
  }

  /** Types raw keystrokes. */
  input(access: Access, id: string, data: string | Uint8Array): void {
    this.deps.scope.requireRunning('type', access, id);
    this.deps.sessions.write(id, data);
  }

  resize(access: Access, id: string, size: Dimensions): void {
    this.deps.scope.requireRunning('resize', access, id);
    this.deps.sessions.resize(id, size);
  }

  signal(access: Access, id: string, signal: SessionSignal): void {
    this.deps.scope.requireRunning('signal', access, id);
    this.deps.sessions.signal(id, signal);
  }

  /**
   * Presses the provider's interrupt keys.
   * @throws {SessionError} for an agent also what `AgentInterrupts.require` throws.
   */
  async interrupt(access: Access, id: string): Promise<void> {
    const session = this.deps.scope.requireRunning('interrupt', access, id);
    if (access.by === 'agent') {
      await this.deps.interrupts.require(session);
    }
    await this.deps.delivery.interrupt(id);
  }

  async fork(
    access: Access,
    id: string,
    options: Cancellable & Fork,
  ): Promise<readonly StartedSessionView[]> {
    const { forks, scope, uses } = this.deps;
    const session = scope.requireRunning('fork', access, id);
    const created = await uses.whileStarting(() => forks.fork(access, session, options));
    return created.map((started) => this.describeStarted(started));
  }

  /** @param task the id of a task, or its name. */
  async forkTask(
    access: Access,
    task: string,
    options: Cancellable & ForkTask,
  ): Promise<readonly TaskForkView[]> {
    const { forks, uses } = this.deps;
    const forked = await uses.whileStarting(() => forks.forkTask(access, task, options));
    return forked.map(({ task: { id, name, cwd }, sessions }) => ({
      task: { id, name, workDir: cwd },
      sessions: sessions.map((started) => this.describeStarted(started)),
    }));
  }

  /**
   * Returns the screen: plain text, or with `ansi` also colours and a final sequence that positions
   * the cursor.
   */
  async screen(
    access: Access,
    id: string,
    { format, scrollback }: { readonly format: 'text' | 'ansi'; readonly scrollback: number },
  ): Promise<string> {
    const { scope, sessions } = this.deps;
    scope.require('read', access, id);
    if (format === 'text') {
      return sessions.text(id, { scrollback });
    }
    const [text, { cursor }] = await Promise.all([
      sessions.colouredText(id, { scrollback }),
      sessions.screen(id),
    ]);
    return `${text}\x1b[${cursor.row + 1};${cursor.column + 1}H`;
  }

  /** @throws {SessionError} `ILLEGAL_STATE` for a shell, and if the agent has not answered. */
  async lastAnswer(access: Access, id: string): Promise<LastAnswerView> {
    const session = this.deps.scope.require('read', access, id);
    return describeLastAnswer(await this.deps.driver.lastAnswer(session));
  }

  async ask(access: Access, id: string, prompt: string, options: AskOptions): Promise<AskResult> {
    const session = await this.requirePrompt(access, id, prompt);
    const { driver, uses } = this.deps;
    const guarded = this.guardInterrupt(access, session, options);
    return uses.while(id, () => driver.ask(id, prompt, guarded));
  }

  /** Checks the access in the call itself, not when the first answer is read. */
  async askStream(
    access: Access,
    id: string,
    prompt: string,
    options: AskOptions,
  ): Promise<AsyncGenerator<string, AskResult>> {
    const session = await this.requirePrompt(access, id, prompt);
    const { driver, uses } = this.deps;
    const guarded = this.guardInterrupt(access, session, options);
    return uses.whileRead(id, () => driver.askStream(id, prompt, guarded));
  }

  /** @throws {ApiError} `MOVED` after some time if another process owns the session, whose hooks report to that. */
  async wait(access: Access, id: string, options: WaitOptions): Promise<SessionView> {
    const { scope, uses, waits } = this.deps;
    scope.require('read', access, id);
    const isOwn = await uses.ownIfFree(id);
    const session = scope.require('read', access, id);
    const timeoutMs = isOwn ? options.timeoutMs : Math.min(options.timeoutMs, SHOWN_WAIT_MS);
    try {
      return await waits.until(session, { ...options, timeoutMs });
    } catch (error) {
      const isOver = timeoutMs === options.timeoutMs;
      throw error instanceof ApiError && error.code === 'TIMEOUT' && !isOver
        ? sessionMovedError(id)
        : error;
    }
  }

  /** Uses the settings of the caller's folder. */
  async providers(
    { folder }: Access,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]> {
    return this.deps.providerChecks.checkAll(folder === 'all' ? undefined : folder, refresh);
  }

  models({ folder }: Access, providerId: string, signal?: AbortSignal): Promise<ModelList> {
    return this.deps.models.list(providerId, {
      folder: folder === 'all' ? undefined : folder,
      signal,
    });
  }

  private describeStarted({ session, notices }: StartedSession): StartedSessionView {
    return { ...this.deps.scope.describe(session), notices: [...notices] };
  }

  private async requirePrompt(access: Access, id: string, prompt: string): Promise<SessionInfo> {
    const session = this.deps.scope.requireRunning('prompt', access, id);
    requireWords(access, prompt);
    const { workDir: cwd } = session;
    await requireInsideReferences(access, prompt, { cwd, marks: this.deps.fileMarksOf(session) });
    return session;
  }

  /** An aborted ask interrupts the agent as {@link interrupt} does. */
  private guardInterrupt({ by }: Access, session: SessionInfo, options: AskOptions): AskOptions {
    const mayInterrupt = (): Promise<boolean> =>
      this.deps.interrupts.require(session).then(
        () => true,
        () => false,
      );
    return by === 'agent' ? { ...options, mayInterrupt } : options;
  }
}
