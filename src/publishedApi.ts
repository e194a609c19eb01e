/*
 * The types of the API for other extensions. The package contains this file as api.d.ts, so it
 * imports nothing. To get the API, call
 * `extensions.getExtension<AgentTerminalsApi>('agent-terminals.agent-terminals')?.activate()`.
 *
 * A call that fails rejects with an error. Its `code` is one of the codes of the HTTP API, such as
 * `SESSION_NOT_FOUND`; its message is one sentence for the person.
 */

export interface Disposable {
  dispose(): void;
}

/** Subscribes `listener`; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The result of `activate`, after which the extension starts: until then it has no sessions, and calls that return a
 * promise wait. In a workspace that is not trusted, all starts reject with `UNTRUSTED`. If
 * VS Code runs with `AGENT_TERMINALS_DISABLE=1`, all calls that return a promise reject with
 * `ILLEGAL_STATE`.
 */
export interface AgentTerminalsApi extends PtysApi {
  readonly version: 1;
  readonly agents: AgentsApi;
}

/** Agents in tasks. */
export interface AgentsApi {
  /** Emits each creation, change, exit and removal of a session. */
  readonly onDidChange: Event<SessionEvent>;
  /** Emits the id of a session whose agent's activity has changed. */
  readonly onDidChangeActivity: Event<string>;
  /** Emits each line that a session prints, with its colours; see {@link OutputLine}. */
  readonly onDidReadLine: Event<OutputLine>;
  /** Starts an agent. Opens no terminal. */
  start(request: StartAgentRequest): Promise<SessionInfo>;
  list(): readonly SessionInfo[];
  /** Undefined if no session has that id. */
  get(sessionId: string): SessionInfo | undefined;
  /** Returns the activity of a session's agent; `unknown` if it cannot be determined. */
  getActivity(sessionId: string): Activity;
  /** Attaches a viewer, which receives the session's screen, then the output of its program. */
  attach(sessionId: string, options: AttachOptions): Promise<Attachment>;
  /** Types and submits a prompt. Resolves when the agent has accepted it. */
  prompt(sessionId: string, prompt: string): Promise<void>;
  /**
   * Sends a prompt when the agent accepts input, and resolves with its complete answer. A session
   * handles one `ask` at a time. Errors with the codes `TIMEOUT`, `NEEDS_INPUT`, `SESSION_EXITED`
   * and `ILLEGAL_STATE` contain the answer so far in `response`; with `NEEDS_INPUT`, `question` is the
   * agent's question, or null if its text is not known.
   */
  ask(sessionId: string, prompt: string, options?: AskOptions): Promise<AskResult>;
  /**
   * Like `ask`. Yields what is new in the answer, then returns the result with the whole.
   * Leaving the iteration early interrupts the agent.
   */
  askStream(
    sessionId: string,
    prompt: string,
    options?: AskOptions,
  ): AsyncGenerator<string, AskResult>;
  /**
   * Types the interrupt key of a working agent; Ctrl-C for a shell.
   * @throws `ILLEGAL_STATE` if the agent is at rest.
   */
  interrupt(sessionId: string): Promise<void>;
  /**
   * Approves, once, what an agent requests. Resolves when the agent has accepted the answer.
   * @param shown the request as it was shown to the person or program that decides: `request.text` of
   * the agent's {@link Activity}. If the agent requests something else by then, nothing is typed and
   * the call rejects with `ILLEGAL_STATE`.
   */
  approve(sessionId: string, shown: string): Promise<void>;
  /** Denies what an agent requests; with `shown` only if it still requests that. */
  deny(sessionId: string, shown?: string): Promise<void>;
  /**
   * Replies to an agent's question with the label of an option or an own text; with `shown`, the
   * `question` of its {@link Activity}, only if that is still its question. Rejects with `ILLEGAL_STATE` if it
   * has no open question.
   */
  reply(sessionId: string, text: string, shown?: string): Promise<void>;
  /**
   * The conversations that agents have stored for the open workspace folders, those of each folder
   * newest first. With `task`, the id or name of a task, only its own.
   */
  conversations(options?: { readonly task?: string | undefined }): Promise<readonly Conversation[]>;
  /**
   * Resumes a conversation, by its id or its session's. Resolves with the session: one that runs as it
   * is, or a new start.
   */
  resume(conversation: string, options?: ResumeOptions): Promise<SessionInfo>;
  /**
   * Starts a session with a copy of another session's screen and, if the provider can fork
   * conversations, with its history. Opens no terminal.
   */
  fork(sessionId: string, options?: ForkOptions): Promise<SessionInfo>;
  /** Ends a session within a time limit and removes it. */
  kill(sessionId: string): Promise<void>;
}

/** PTYs by their ids, `{providerId}-{main|chat}-{suffix}`, without tasks and terminals. */
export interface PtysApi {
  /** Starts an agent through the person's shell, or only the shell if no provider is named. */
  readonly startPty: (options: StartPtyOptions) => Promise<PtyHandle>;
  /** Starts an agent without a shell, or returns why that is not possible. */
  readonly startDirectPty: (options: StartDirectPtyOptions) => Promise<PtyHandle | DirectRefused>;
  /** Runs `ssh -tt {sshArgs...} {target} {remoteInitCommand}`. */
  readonly startSshPty: (options: StartSshPtyOptions) => Promise<PtyHandle>;
  /**
   * Writes keystrokes. This and the functions below do nothing if the id is unknown or the PTY has
   * exited.
   */
  readonly writePty: (id: string, data: string) => void;
  readonly resizePty: (id: string, cols: number, rows: number) => void;
  /** Ends a PTY of this window within a time limit and removes it. */
  readonly killPty: (id: string) => void;
  readonly hasPty: (id: string) => boolean;
  /** Undefined if no PTY has that id. */
  readonly getPty: (id: string) => PtyHandle | undefined;
  /** Undefined if no PTY has that id. */
  readonly getPtyKind: (id: string) => 'local' | 'ssh' | undefined;
  /** The name of the tmux session in which the PTY runs; undefined if it does not run in tmux. */
  readonly getPtyTmuxSessionName: (id: string) => string | undefined;
  /** The name that the tmux session of a PTY has, or would have. */
  readonly getTmuxSessionName: (id: string) => string;
  /** Ends the tmux session of a PTY, also one that another window started, or that has no window. */
  readonly killTmuxSession: (id: string) => void;
  /**
   * Calls `callback` when an agent that was started without a shell ends and a shell replaces it.
   */
  readonly setOnDirectCliExit: (callback: (id: string, cwd: string) => void) => Disposable;
}

export interface StartAgentRequest {
  /** A workspace folder: its URI as a string, its absolute path on this machine, its name. */
  readonly folder: { readonly uri: string; readonly path: string; readonly name: string };
  readonly task: TaskChoice;
  readonly providerId: string;
  /** `auto` is the task's main conversation if it is free, else a chat. */
  readonly conversation: 'auto' | 'chat';
  /** The id, in the agent's CLI, of an earlier conversation to continue. */
  readonly picked?: string | undefined;
  /** Defaults to the settings. */
  readonly options: {
    readonly prompt?: string | undefined;
    readonly model?: string | undefined;
    readonly autoApprove?: boolean | undefined;
    /** In place of `autoApprove`, by the name that the CLI uses. `BAD_REQUEST` if it has none. */
    readonly permissionMode?: string | undefined;
    readonly spawnMode?: 'shell' | 'direct' | undefined;
    readonly shellSetup?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly extraArgs?: readonly string[] | undefined;
    /**
     * Whether to start a new conversation even if the session had one before; defaults to false.
     */
    readonly fresh?: boolean | undefined;
  };
}

/** The task to work in: an existing one, or a new one with that name. */
export type TaskChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly name: string };

export interface ForkOptions {
  /** The task of the fork; defaults to the session's own task. */
  readonly task?: TaskChoice | undefined;
  /** The name of the fork; defaults to the name of the session with "fork". */
  readonly label?: string | undefined;
}

export interface ResumeOptions {
  /** For a conversation of no session: the id or name of its task; a name that no task has creates one. */
  readonly task?: string | undefined;
  /** Defaults to 80. */
  readonly cols?: number | undefined;
  /** Defaults to 24. */
  readonly rows?: number | undefined;
  /** Whether a terminal opens for a session that starts; defaults to false. */
  readonly show?: boolean | undefined;
}

/** An earlier conversation of an agent; null where a value is not known. */
export interface Conversation {
  /** The id by which its CLI resumes it. */
  readonly id: string | null;
  /** The session that has it, running or not. */
  readonly session: string | null;
  readonly provider: string;
  readonly task: { readonly id: string; readonly name: string } | null;
  readonly workDir: string;
  /** On one line; a long one is cut. */
  readonly firstPrompt: string | null;
  readonly model: string | null;
  /** ISO 8601. */
  readonly modifiedAt: string | null;
  /** Whether its session runs, in any window. */
  readonly running: boolean;
}

export interface AskOptions {
  /** The limit for the whole call, in milliseconds; defaults to 600,000. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface AskResult {
  /** The text of the answer; empty if the agent wrote none. */
  readonly response: string;
  /** From the call to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** What showed that the answer is complete. */
  readonly endedBy:
    'program' | 'statusFile' | 'hook' | 'title' | 'progress' | 'screen' | 'transcript' | 'silence';
}

/** The size of a terminal, in character cells. */
export interface Dimensions {
  readonly cols: number;
  readonly rows: number;
}

/** The state of a session at one moment. */
export interface SessionInfo {
  readonly id: string;
  readonly label: string;
  readonly kind: 'local' | 'ssh';
  /**
   * The state of its process; `active` while it has written in the last two seconds or its agent
   * works. The state of its agent is its {@link Activity}.
   */
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly workDir: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The command line for the person. */
  readonly exec: string;
  /** Null while no process runs. */
  readonly pid: number | null;
  /** The number of its viewers. */
  readonly attachedCount: number;
  readonly dimensions: Dimensions;
  /** The exit code of its last program; null until it ended, or if a signal ended it. */
  readonly exitCode: number | null;
  /** The name of the signal that ended its last program, else null. */
  readonly exitSignal: string | null;
  /** The exit code of the agent, which may end before its session does; null while unknown. */
  readonly agentExitCode: number | null;
  /** The id of the session from which it was forked; null if it was not forked. */
  readonly parent: string | null;
}

export interface SessionEvent {
  /**
   * `agentExit`: the agent ended, and its session may continue as a shell. `exit`: the last program
   * of the session ended. `removed`: the session was removed from the list.
   */
  readonly type: 'created' | 'changed' | 'agentExit' | 'exit' | 'removed';
  readonly session: SessionInfo;
}

/**
 * A line of a session's output, without escape sequences other than colours. Of a flood only the
 * newest lines are emitted.
 */
export interface OutputLine {
  readonly sessionId: string;
  readonly data: string;
}

/** The activity of an agent, and its reason. */
export interface Activity {
  readonly state:
    | {
        readonly kind: 'needsInput';
        readonly need: 'permission' | 'question' | 'trust';
        /** One line; undefined if it is not visible. */
        readonly question: string | undefined;
        /**
         * All rows of what the dialog on the screen requests, or a clause with the reason why the
         * screen does not show them all; absent while the screen shows no dialog.
         */
        readonly request?:
          | { readonly kind: 'whole'; readonly text: string }
          | { readonly kind: 'partial'; readonly why: string };
        /** No rule finds the question: a program reads a line, or the screen is not recognised. No function answers it. */
        readonly likely?: true;
      }
    /** `background`: how many sub-agents, background shells and monitors of it run; absent if none is known. */
    | { readonly kind: 'working'; readonly background?: number }
    | { readonly kind: 'done' | 'idle' | 'unknown' }
    /** `error`: one line, as the agent words it; absent if it is not known. */
    | { readonly kind: 'failed'; readonly error?: string | undefined }
    /** `resets`: when the usage limit ends, as the screen words it. */
    | { readonly kind: 'limited'; readonly resets: string | undefined };
  /** One clause for the person, without a full stop. */
  readonly reason: string;
  /** When the agent entered this state, in milliseconds since the epoch. */
  readonly since: number;
}

export interface AttachOptions {
  /** The size of the viewer, which the session then has; by default its size does not change. */
  readonly dimensions?: Dimensions | undefined;
  /** The most rows above the screen to draw; by default all that are stored. */
  readonly scrollback?: number | undefined;
  /** Whether a terminal reads the output and answers the program's queries; defaults to true. */
  readonly isTerminal?: boolean | undefined;
  /** Receives the output. The first calls draw the session as it is at the time of the attach. */
  onData(data: string): void;
  /** Called once, after the last output. */
  onExit(session: SessionInfo): void;
}

/** One viewer of a session. Disposing it detaches; the session continues. */
export interface Attachment extends Disposable {
  readonly sessionId: string;
  /** Writes keystrokes. Throws an error with the code `DETACHED` after it was disposed. */
  write(data: string | Uint8Array): void;
  /** Throws an error with the code `DETACHED` after it was disposed. */
  resize(dimensions: Dimensions): void;
  /** As `AgentsApi.ask`. Rejects with the code `DETACHED` after it was disposed. */
  ask(prompt: string, options?: AskOptions): Promise<AskResult>;
  /** As `AgentsApi.askStream`. Throws an error with the code `DETACHED` after it was disposed. */
  askStream(prompt: string, options?: AskOptions): AsyncGenerator<string, AskResult>;
}

export interface StartPtyOptions {
  /** `{providerId}-{main|chat}-{suffix}`. */
  readonly id: string;
  /** Defaults to the person's home directory. */
  readonly cwd?: string | undefined;
  /** A provider's id, or a shell's path; defaults to the provider that `id` names. */
  readonly shell?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Defaults to 80. */
  readonly cols?: number | undefined;
  /** Defaults to 24. */
  readonly rows?: number | undefined;
  readonly autoApprove?: boolean | undefined;
  readonly initialPrompt?: string | undefined;
  readonly shellSetup?: string | undefined;
  /** Whether to start a new conversation even if the session had one before; defaults to false. */
  readonly skipResume?: boolean | undefined;
  /**
   * Whether the session runs in tmux; defaults to the setting `persistence`. With `false` and the
   * setting `tmux`, the session runs in the window.
   */
  readonly tmux?: boolean | undefined;
}

export interface StartDirectPtyOptions extends Omit<
  StartPtyOptions,
  'shell' | 'shellSetup' | 'skipResume'
> {
  readonly providerId: string;
  readonly cwd: string;
  /**
   * Whether the session ran before, so that the only conversation of its directory may be its own.
   * By default true if its own conversation is stored.
   */
  readonly resume?: boolean | undefined;
}

export interface StartSshPtyOptions extends Pick<StartPtyOptions, 'cols' | 'env' | 'id' | 'rows'> {
  /** An alias of `~/.ssh/config`, a host, or `user@host`. */
  readonly target: string;
  /** Options of `ssh`: `['-p', '2222']`. */
  readonly sshArgs?: readonly string[] | undefined;
  /** A command line for the remote machine's login shell; defaults to the interactive shell. */
  readonly remoteInitCommand?: string | undefined;
}

/** Why a start without a shell is not possible. */
export interface DirectRefused {
  readonly kind: 'notPossible';
  /**
   * `CLI_PATH_UNKNOWN`: the CLI was not found, so `startPty` fails as well. With the other reasons
   * `startPty` is possible: the CLI or commands before it need a shell, or it is to run in tmux.
   */
  readonly reason: 'CLI_PATH_UNKNOWN' | 'CLI_NEEDS_SHELL' | 'TMUX_NEEDS_SHELL';
  /** One sentence for the person. */
  readonly message: string;
}

/** A session in the shape of node-pty's `IPty`. After the exit every call does nothing. */
export interface PtyHandle {
  /** -1 while no process runs. */
  readonly pid: number;
  readonly cols: number;
  readonly rows: number;
  /** The command line. */
  readonly process: string;
  /** Emits the output; the first events redraw the screen and all rows that are stored above it. */
  readonly onData: Event<string>;
  /** `exitCode` is 0 after a signal. `signal` is its name; node-pty emits its number. */
  readonly onExit: Event<{ readonly exitCode: number; readonly signal?: string }>;
  write(data: string | Uint8Array): void;
  resize(cols: number, rows: number): void;
  kill(): void;
}
