import { systemClock } from '../base/clock';
import { yieldNew } from '../base/text/newText';
import { tryParseJson } from '../base/parseJson';
import { Api } from './api';
import { toApiEvent, type ApiEvent } from './apiEvent';
import { isMoved } from './connect/callServer';
import { toAskEvent, toEventError } from './session/askEvents';
import { isInside } from '../base/isInside';
import { ClientError } from './clientError';
import type {
  AskOptions,
  AskResult,
  AttachOptions,
  ForkedTask,
  ForkOptions,
  ForkTaskOptions,
  McpOptions,
  OpenOptions,
  ResumeOptions,
  ScreenOptions,
  SessionReference,
  StartOptions,
  WaitOptions,
} from './clientOptions';
import type { LastAnswer, Operations } from './generated/operations';
import { findEndpoint, type EndpointChoice, type HeadlessServer } from './connect/endpoint';
import type { ModelList } from './providerInfo';
import { RemoteSession } from './session/remoteSession';
import {
  toSessionInfo,
  toStartedSession,
  type SessionInfo,
  type StartedSession,
} from './sessionInfo';
import type { Size } from './size';
import { splitOptions } from './splitOptions';
import { webSocketAttach } from './session/webSocketAttach';

/** Default time limit of a wait, in milliseconds: ten minutes. */
const WAIT_MS = 10 * 60 * 1000;

/** For operations that can take any time, such as the setup of a worktree; the window sets their limits. */
const LONG = { answerMs: Infinity } as const;

/**
 * The sessions of one VS Code window. All methods reject with a `ClientError`: one of the API's
 * codes, or `NO_WINDOW`, `SEVERAL_WINDOWS`, `NOT_ALLOWED`, `UNREACHABLE`.
 */
export class AgentTerminals {
  private readonly api: Api;

  /** @param ending ends all calls when it is aborted. */
  constructor(
    private readonly choice: EndpointChoice,
    ending?: AbortSignal,
  ) {
    this.api = new Api((busyCore) => findEndpoint(choice, busyCore), ending);
  }

  /** The address of the window's API, or of a core without a window, and one of its folders. */
  async findServer(): Promise<HeadlessServer> {
    const { address, token, folders } = await this.api.findEndpoint();
    const [folder = this.choice.cwd] = folders;
    return { socket: address.kind === 'socket' ? address.path : '', token, folder };
  }

  /** Starts a session and attaches to it. If attaching fails, the session is ended. */
  async open(options: OpenOptions): Promise<RemoteSession> {
    const { start, session } = splitOptions(options);
    const { sessionId } = await this.start(start);
    try {
      return await this.attach({ ...session, sessionId });
    } catch (error) {
      await this.close({ sessionId }).catch(() => {});
      throw error;
    }
  }

  /** Attaches to a running session. */
  async attach({ sessionId, ...options }: AttachOptions): Promise<RemoteSession> {
    const session = new RemoteSession(sessionId, options, {
      openSocket: webSocketAttach(sessionId, () => this.api.findEndpoint()),
      clock: systemClock,
      asking: {
        ask: (prompt, asked) => this.ask(sessionId, prompt, asked),
        askStream: (prompt, asked) => this.askStream(sessionId, prompt, asked),
      },
    });
    await session.opened;
    return session;
  }

  /**
   * All sessions of the window that the caller can access, including those that have just exited.
   */
  async list(): Promise<{ readonly sessions: readonly SessionInfo[] }> {
    const { sessions } = await this.api.call('list', {});
    return { sessions: sessions.map(toSessionInfo) };
  }

  /** Ends a session and removes it. */
  async close({ sessionId: session }: SessionReference): Promise<void> {
    await this.api.call('kill', { session });
  }

  async get({ sessionId: session }: SessionReference): Promise<SessionInfo> {
    return toSessionInfo(await this.api.call('get', { session }));
  }

  /** Starts a session without attaching to it. */
  async start(options: StartOptions): Promise<StartedSession> {
    const cwd = options.cwd ?? (await this.findCwd());
    return toStartedSession(await this.api.call('start', { ...options, cwd }, LONG));
  }

  /** Sends a prompt. Resolves when the prompt was submitted and the agent has accepted it. */
  async prompt(sessionId: string, prompt: string): Promise<void> {
    await this.api.call('prompt', { session: sessionId, prompt });
  }

  /**
   * Approves, once, what an agent requests.
   * @param shown the request as it was shown to the person or program that decides: `activity.request` of the session. If
   * the agent requests something else by then, nothing is typed.
   */
  async approve(sessionId: string, shown: string): Promise<void> {
    await this.api.call('answer', { session: sessionId, answer: 'approve', shown });
  }

  /** Denies what an agent requests; with `shown` only if it still requests that. */
  async deny(sessionId: string, shown?: string): Promise<void> {
    await this.api.call('answer', { session: sessionId, answer: 'deny', shown });
  }

  /**
   * Replies to an agent's question with the label of an option or an own text; with `shown`
   * (`activity.question` of the session) only if it still asks that.
   */
  async reply(sessionId: string, text: string, shown?: string): Promise<void> {
    await this.api.call('answer', { session: sessionId, answer: 'reply', text, shown });
  }

  /** Types into a session without attaching. */
  async input(sessionId: string, data: string): Promise<void> {
    await this.api.call('input', { session: sessionId, data });
  }

  async resize(sessionId: string, { cols, rows }: Size): Promise<void> {
    await this.api.call('resize', { session: sessionId, cols, rows });
  }

  /** Presses the interrupt key of a working agent; fails with `ILLEGAL_STATE` while it is at rest. */
  async interrupt(sessionId: string): Promise<void> {
    await this.api.call('interrupt', { session: sessionId });
  }

  async fork(sessionId: string, options: ForkOptions = {}): Promise<readonly StartedSession[]> {
    const { count, worktree } = options;
    const input = { session: sessionId, count, worktree };
    const { sessions } = await this.api.call('fork', input, LONG);
    return sessions.map(toStartedSession);
  }

  /**
   * Creates tasks that each have a fork of every running session of a task.
   * @param task the task's id or name.
   */
  async forkTask(task: string, options: ForkTaskOptions = {}): Promise<readonly ForkedTask[]> {
    const { forks } = await this.api.call('forkTask', { ...options, task }, LONG);
    return forks.map((fork) => ({ ...fork, sessions: fork.sessions.map(toStartedSession) }));
  }

  /** The conversations that agents have stored for the window's folders; with `task` only its own. */
  async conversations({ task }: Operations['conversations']['input'] = {}): Promise<
    Operations['conversations']['output']
  > {
    return this.api.call('conversations', { task });
  }

  /**
   * Resumes a conversation, by its id or its session's, and returns the session: one that runs as it
   * is, or a new start.
   */
  async resume(conversation: string, options: ResumeOptions = {}): Promise<StartedSession> {
    return toStartedSession(await this.api.call('resume', { ...options, conversation }));
  }

  /**
   * Sends a prompt and resolves with the answer. If the ask fails, the error's `response` has the
   * part of the answer that was received.
   */
  async ask(sessionId: string, prompt: string, options: AskOptions = {}): Promise<AskResult> {
    const { timeoutMs, signal } = options;
    const input = { session: sessionId, prompt, timeoutMs };
    return this.api.call('ask', input, { ...LONG, signal });
  }

  /**
   * Like {@link ask}, but yields what is new in the answer, then returns the result with the
   * whole. Leaving the loop early interrupts the agent.
   */
  askStream(
    sessionId: string,
    prompt: string,
    options: AskOptions = {},
  ): AsyncGenerator<string, AskResult> {
    return yieldNew(this.askTexts(sessionId, prompt, options));
  }

  /** Yields the complete answer so far each time it grows, then returns the result. */
  private async *askTexts(
    sessionId: string,
    prompt: string,
    { timeoutMs, signal }: AskOptions,
  ): AsyncGenerator<string, AskResult> {
    const input = { session: sessionId, prompt, timeoutMs };
    for await (const part of this.api.stream('ask', input, { ...LONG, signal })) {
      const event = toAskEvent(part);
      if (event?.kind === 'error') {
        throw event.error;
      }
      if (event?.kind === 'done') {
        return event.result;
      }
      if (event) {
        yield event.text;
      }
    }
    throw new ClientError(
      'UNREACHABLE',
      'The window closed the connection before the answer was complete.',
    );
  }

  /**
   * Resolves when the agent reaches one of the activities, or has ended, failed or reached its
   * usage limit.
   */
  async wait(sessionId: string, options: WaitOptions = {}): Promise<SessionInfo> {
    const { signal, timeoutMs = WAIT_MS } = options;
    // The window refuses what it does not know.
    const targets = (options.for ?? ['idle', 'needsInput']) as Operations['wait']['input']['for'];
    let beganAt: number | undefined;
    // The next window waits for the rest of the time.
    const buildInput = () => {
      const now = systemClock.monotonic();
      const waitedMs = Math.floor(now - (beganAt ??= now));
      const restMs = waitedMs === 0 ? timeoutMs : Math.max(timeoutMs - waitedMs, 1);
      return { session: sessionId, for: targets, timeoutMs: restMs };
    };
    return toSessionInfo(await this.api.call('wait', buildInput, { ...LONG, signal }));
  }

  async screen(sessionId: string, { ansi, scrollback }: ScreenOptions = {}): Promise<string> {
    const format = ansi ? 'ansi' : undefined;
    return this.api.call('screen', { session: sessionId, format, scrollback });
  }

  /** @throws {ClientError} `ILLEGAL_STATE` for a shell, and if the agent has not answered. */
  async lastAnswer(sessionId: string): Promise<LastAnswer> {
    return this.api.call('lastAnswer', { session: sessionId });
  }

  /** What a task, by its id or name, has changed; with `since: 'head'` only what is not committed. */
  async changes(
    task: string,
    { since }: Omit<Operations['changes']['input'], 'task'> = {},
  ): Promise<Operations['changes']['output']> {
    return this.api.call('changes', { task, since });
  }

  /** The comments on a task's changes that are not sent, the prompts with those that are, and the marks. */
  async review(task: string): Promise<Operations['review']['output']> {
    return this.api.call('review', { task });
  }

  /** Adds a comment on lines of a file that a task has changed. It is a draft until it is sent. */
  async comment(
    task: string,
    comment: Omit<Operations['comment']['input'], 'task'>,
  ): Promise<Operations['comment']['output']> {
    return this.api.call('comment', { ...comment, task });
  }

  /** Sends all drafts of a task as one prompt, to its only running agent or to `session`. */
  async sendReview(
    task: string,
    { session }: Omit<Operations['sendReview']['input'], 'task'> = {},
  ): Promise<Operations['sendReview']['output']> {
    return this.api.call('sendReview', { task, session });
  }

  /** Marks a file that a task has changed as reviewed, until its content changes; with `false` removes the mark. */
  async markReviewed(task: string, path: string, reviewed = true): Promise<void> {
    await this.api.call('markReviewed', { task, path, reviewed });
  }

  /**
   * Commits what a task has changed, with git in a terminal of the task; without `paths` all that it has changed
   * itself.
   */
  async commit(
    task: string,
    commit: Omit<Operations['commit']['input'], 'task'>,
  ): Promise<Operations['commit']['output']> {
    return this.api.call('commit', { ...commit, task }, LONG);
  }

  /** Lands the commits of a task in a branch, if the person consents in the window. */
  async land(
    task: string,
    options: Omit<Operations['land']['input'], 'task'> = {},
  ): Promise<Operations['land']['output']> {
    return this.api.call('land', { ...options, task }, LONG);
  }

  /** Moves the branch back to where it was before the last landing of a task, if the person consents. */
  async undoLand(task: string): Promise<Operations['undoLand']['output']> {
    return this.api.call('undoLand', { task }, LONG);
  }

  /**
   * Yields the current sessions, then all events, until the caller stops or the window closes. Without
   * a window the sessions come again where another process begins to serve them.
   * @throws {ClientError} the reason why the window ended the stream, such as a disabled API.
   */
  events(signal?: AbortSignal): AsyncGenerator<ApiEvent, void> {
    return continued(() => this.eventsOfServer(signal));
  }

  private async *eventsOfServer(signal: AbortSignal | undefined): AsyncGenerator<ApiEvent, void> {
    for await (const part of this.api.events({ method: 'GET', path: '/api/events', signal })) {
      if (part.event === 'error') {
        throw toEventError(part.data);
      }
      const event = toApiEvent(part);
      if (event) {
        yield event;
      }
    }
  }

  /**
   * Yields each line that a session prints from now on, with its colours, until its program ends, the
   * caller stops or the window closes.
   * @throws {ClientError} `SESSION_NOT_FOUND`.
   */
  lines(sessionId: string, signal?: AbortSignal): AsyncGenerator<string, void> {
    return continued(() => this.linesOfServer(sessionId, signal));
  }

  private async *linesOfServer(
    sessionId: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<string, void> {
    await this.get({ sessionId });
    for await (const event of this.eventsOfServer(signal)) {
      if (isEndOf(sessionId, event)) {
        return;
      }
      if (event.type === 'output' && event['sessionId'] === sessionId) {
        yield String(event['data']);
      }
    }
  }

  async providers(): Promise<Operations['providers']['output']> {
    return this.api.call('providers', {});
  }

  /** The models of a provider. */
  async models(provider: string): Promise<ModelList> {
    return this.api.call('models', { provider });
  }

  /** Sends an MCP message to the window and yields the JSON-RPC messages that answer it. */
  async *mcp(message: unknown, { caller, signal }: McpOptions): AsyncGenerator<unknown, void> {
    const headers = { 'Mcp-Session-Id': caller };
    const accept = 'application/json, text/event-stream';
    const call = { method: 'POST', path: '/mcp', body: message, headers, accept } as const;
    for await (const { data } of this.api.events({ ...call, signal, answerMs: Infinity })) {
      yield tryParseJson(data);
    }
  }

  /**
   * The current directory, unless `window` selects a window without it: then that window's first
   * folder.
   */
  private async findCwd(): Promise<string> {
    const { cwd, window } = this.choice;
    const { folders } = window === undefined ? { folders: [] } : await this.api.findEndpoint();
    return folders.some((folder) => isInside(cwd, folder)) ? cwd : (folders[0] ?? cwd);
  }
}

/** Yields from the next stream when its window's sessions are served by another process. */
async function* continued<T>(open: () => AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  for (;;) {
    try {
      return yield* open();
    } catch (error) {
      if (!isMoved(error)) {
        throw error;
      }
    }
  }
}

/** Whether the program of a session has ended; the first events describe the sessions as they are. */
function isEndOf(sessionId: string, event: ApiEvent): boolean {
  const isOwn = event['sessionId'] === sessionId;
  return event.type === 'session'
    ? event['id'] === sessionId && event['running'] === false
    : isOwn && (event.type === 'exit' || event.type === 'removed');
}
