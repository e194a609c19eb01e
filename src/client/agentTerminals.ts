import { systemClock } from '../base/clock';
import { yieldNew } from '../base/text/newText';
import { tryParseJson } from '../base/parseJson';
import { Api } from './api';
import { toApiEvent, type ApiEvent } from './apiEvent';
import type { ApiCall } from './connect/apiRequest';
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
  LastAnswer,
  McpOptions,
  OpenOptions,
  ResumeOptions,
  ScreenOptions,
  SessionReference,
  StartOptions,
  WaitOptions,
} from './clientOptions';
import type { ConversationInfo } from './conversationInfo';
import { findEndpoint, type EndpointChoice, type HeadlessServer } from './connect/endpoint';
import type { ModelList, ProviderInfo } from './providerInfo';
import { RemoteSession } from './session/remoteSession';
import {
  toSessionInfo,
  toStartedSession,
  type SessionDescription,
  type SessionInfo,
  type StartedDescription,
  type StartedSession,
} from './sessionInfo';
import { splitOptions } from './splitOptions';
import { webSocketAttach } from './session/webSocketAttach';

/** Default time limit of a wait, in milliseconds: ten minutes. */
const WAIT_MS = 10 * 60 * 1000;

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
    const call: ApiCall = { method: 'GET', path: '/api/sessions' };
    const { sessions } = await this.api.json<{ sessions: readonly SessionDescription[] }>(call);
    return { sessions: sessions.map(toSessionInfo) };
  }

  /** Ends a session and removes it. */
  async close({ sessionId }: SessionReference): Promise<void> {
    await this.api.text({ method: 'DELETE', path: pathOf(sessionId) });
  }

  async get({ sessionId }: SessionReference): Promise<SessionInfo> {
    return toSessionInfo(await this.api.json({ method: 'GET', path: pathOf(sessionId) }));
  }

  /** Starts a session without attaching to it. */
  async start(options: StartOptions): Promise<StartedSession> {
    const cwd = options.cwd ?? (await this.findCwd());
    const body = { ...options, cwd };
    // The setup of a worktree can take any time.
    const call = { method: 'POST', path: '/api/sessions', body, answerMs: Infinity } as const;
    return toStartedSession(await this.api.json(call));
  }

  /** Sends a prompt. Resolves when the prompt was submitted and the agent has accepted it. */
  async prompt(sessionId: string, prompt: string): Promise<void> {
    await this.post(sessionId, 'prompt', { prompt });
  }

  /**
   * Approves, once, what an agent requests.
   * @param shown the request as it was shown to the person or program that decides: `activity.request` of the session. If
   * the agent requests something else by then, nothing is typed.
   */
  async approve(sessionId: string, shown: string): Promise<void> {
    await this.post(sessionId, 'answer', { answer: 'approve', shown });
  }

  /** Denies what an agent requests; with `shown` only if it still requests that. */
  async deny(sessionId: string, shown?: string): Promise<void> {
    await this.post(sessionId, 'answer', { answer: 'deny', shown });
  }

  /**
   * Replies to an agent's question with the label of an option or an own text; with `shown`
   * (`activity.question` of the session) only if it still asks that.
   */
  async reply(sessionId: string, text: string, shown?: string): Promise<void> {
    await this.post(sessionId, 'answer', { answer: 'reply', text, shown });
  }

  /** Types into a session without attaching. */
  async input(sessionId: string, data: string): Promise<void> {
    await this.post(sessionId, 'input', { data });
  }

  async resize(sessionId: string, size: { cols: number; rows: number }): Promise<void> {
    await this.post(sessionId, 'resize', { cols: size.cols, rows: size.rows });
  }

  /** Presses the interrupt key of a working agent; fails with `ILLEGAL_STATE` while it is at rest. */
  async interrupt(sessionId: string): Promise<void> {
    await this.post(sessionId, 'interrupt', {});
  }

  async fork(sessionId: string, options: ForkOptions = {}): Promise<readonly StartedSession[]> {
    const path = `${pathOf(sessionId)}/fork`;
    const body = { count: options.count, worktree: options.worktree };
    const { sessions } = await this.api.json<{ sessions: readonly StartedDescription[] }>({
      method: 'POST',
      path,
      body,
      answerMs: Infinity,
    });
    return sessions.map(toStartedSession);
  }

  /**
   * Creates tasks that each have a fork of every running session of a task.
   * @param task the task's id or name.
   */
  async forkTask(task: string, options: ForkTaskOptions = {}): Promise<readonly ForkedTask[]> {
    const path = `/api/tasks/${encodeURIComponent(task)}/fork`;
    const { forks } = await this.api.json<{ forks: readonly TaskForkDescription[] }>({
      method: 'POST',
      path,
      body: { ...options },
      answerMs: Infinity,
    });
    return forks.map((fork) => ({ ...fork, sessions: fork.sessions.map(toStartedSession) }));
  }

  /** The conversations that agents have stored for the window's folders; with `task` only its own. */
  async conversations(
    options: { readonly task?: string | undefined } = {},
  ): Promise<{ readonly conversations: readonly ConversationInfo[] }> {
    const path = `/api/conversations${buildQuery({ task: options.task })}`;
    return this.api.json({ method: 'GET', path });
  }

  /**
   * Resumes a conversation, by its id or its session's, and returns the session: one that runs as it
   * is, or a new start.
   */
  async resume(conversation: string, options: ResumeOptions = {}): Promise<StartedSession> {
    const path = `/api/conversations/${encodeURIComponent(conversation)}/resume`;
    return toStartedSession(await this.api.json({ method: 'POST', path, body: { ...options } }));
  }

  /**
   * Sends a prompt and resolves with the answer. If the ask fails, the error's `response` has the
   * part of the answer that was received.
   */
  async ask(sessionId: string, prompt: string, options: AskOptions = {}): Promise<AskResult> {
    return this.api.json(askCall(sessionId, prompt, options));
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
    options: AskOptions,
  ): AsyncGenerator<string, AskResult> {
    for await (const part of this.api.events(askCall(sessionId, prompt, options))) {
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
    const targets = (options.for ?? ['idle', 'needsInput']).join();
    let beganAt: number | undefined;
    // The next window waits for the rest of the time.
    const buildCall = () => {
      const now = systemClock.monotonic();
      const waitedMs = Math.floor(now - (beganAt ??= now));
      const restMs = waitedMs === 0 ? timeoutMs : Math.max(timeoutMs - waitedMs, 1);
      const path = `${pathOf(sessionId)}/wait${buildQuery({ for: targets, timeoutMs: restMs })}`;
      return { method: 'GET', path, signal, answerMs: Infinity } as const;
    };
    return toSessionInfo(await this.api.json(buildCall));
  }

  async screen(sessionId: string, { ansi, scrollback }: ScreenOptions = {}): Promise<string> {
    const query = buildQuery({ format: ansi ? 'ansi' : undefined, scrollback });
    const path = `${pathOf(sessionId)}/screen${query}`;
    return this.api.text({ method: 'GET', path, accept: 'text/plain' });
  }

  /** @throws {ClientError} `ILLEGAL_STATE` for a shell, and if the agent has not answered. */
  async lastAnswer(sessionId: string): Promise<LastAnswer> {
    return this.api.json({ method: 'GET', path: `${pathOf(sessionId)}/last-answer` });
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

  async providers(): Promise<{ readonly providers: readonly ProviderInfo[] }> {
    return this.api.json({ method: 'GET', path: '/api/providers' });
  }

  /** The models of a provider. */
  async models(provider: string): Promise<ModelList> {
    const path = `/api/providers/${encodeURIComponent(provider)}/models`;
    return this.api.json({ method: 'GET', path });
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

  private async post(sessionId: string, verb: string, body: unknown): Promise<void> {
    await this.api.text({ method: 'POST', path: `${pathOf(sessionId)}/${verb}`, body });
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

interface TaskForkDescription extends Pick<ForkedTask, 'task'> {
  readonly sessions: readonly StartedDescription[];
}

/** Whether the program of a session has ended; the first events describe the sessions as they are. */
function isEndOf(sessionId: string, event: ApiEvent): boolean {
  const isOwn = event['sessionId'] === sessionId;
  return event.type === 'session'
    ? event['id'] === sessionId && event['running'] === false
    : isOwn && (event.type === 'exit' || event.type === 'removed');
}

function pathOf(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}`;
}

/** The client sets no time limit for an answer; the window does. */
function askCall(sessionId: string, prompt: string, { timeoutMs, signal }: AskOptions): ApiCall {
  const path = `${pathOf(sessionId)}/ask`;
  return { method: 'POST', path, body: { prompt, timeoutMs }, signal, answerMs: Infinity };
}

function buildQuery(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) {
      query.set(name, String(value));
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
