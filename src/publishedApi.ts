/*
 * What other extensions may rely on, in types: the package has this file as api.d.ts, so it imports
 * nothing. `extensions.getExtension<AgentTerminalsApi>('agent-terminals.agent-terminals')?.activate()`.
 *
 * What fails rejects with an error whose `code` is one of those of the HTTP API, such as
 * `SESSION_NOT_FOUND`, and whose message is one sentence for a person.
 */

export interface Disposable {
  dispose(): void;
}

/** Subscribes `listener`; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** What `activate` returns. Whatever starts something refuses to where the workspace is not trusted. */
export interface AgentTerminalsApi extends PtysApi {
  readonly version: 1;
  readonly agents: AgentsApi;
}

/** Agents in tasks. */
export interface AgentsApi {
  /** Tells of every session that comes, changes, ends or goes. */
  readonly onDidChange: Event<SessionEvent>;
  /** Tells, by its session's id, that an agent does something else now. */
  readonly onDidChangeActivity: Event<string>;
  /** Starts an agent without opening a terminal for it. */
  start(request: StartAgentRequest): Promise<SessionInfo>;
  list(): readonly SessionInfo[];
  get(sessionId: string): SessionInfo | undefined;
  /** What a session's agent does, as far as it is known. */
  getActivity(sessionId: string): Activity;
  /** Views a session: its screen at first, then what its program writes. */
  attach(sessionId: string, options: AttachOptions): Promise<Attachment>;
  /** Types a prompt and submits it; settles once the agent has taken it. */
  prompt(sessionId: string, prompt: string): Promise<void>;
  /**
   * Sends a prompt once the agent listens, and settles with its answer when that is whole. One at a
   * time in a session. `TIMEOUT`, `AGENT_BLOCKED`, `SESSION_EXITED` and `ILLEGAL_STATE` have what
   * was answered till then as the error's `response`.
   */
  ask(sessionId: string, prompt: string, options?: AskOptions): Promise<AskResult>;
  /**
   * The same, yielding the answer so far whenever there is more of it, each time whole, then
   * returning the result. Leaving early interrupts the agent.
   */
  askStream(
    sessionId: string,
    prompt: string,
    options?: AskOptions,
  ): AsyncGenerator<string, AskResult>;
  /** Presses the provider's own interrupt key; Ctrl-C in a shell. */
  interrupt(sessionId: string): Promise<void>;
  /** Starts a session with another's screen and its conversation's history, without a terminal. */
  fork(sessionId: string, options?: ForkOptions): Promise<SessionInfo>;
  /** Ends a session within a time limit and removes it. */
  kill(sessionId: string): Promise<void>;
}

/** PTYs by their ids, `{providerId}-{main|chat}-{suffix}`, without tasks or terminals. */
export interface PtysApi {
  /** Starts an agent through the person's shell, or the bare shell where no provider is named. */
  readonly startPty: (options: StartPtyOptions) => Promise<PtyHandle>;
  /** The same without a shell around it, or why that is not possible, as a value. */
  readonly startDirectPty: (options: StartDirectPtyOptions) => Promise<PtyHandle | DirectRefused>;
  /** Runs `ssh -tt {sshArgs...} {target} {remoteInitCommand}`. */
  readonly startSshPty: (options: StartSshPtyOptions) => Promise<PtyHandle>;
  /** Keystrokes. An unknown or exited PTY is harmless, here and below. */
  readonly writePty: (id: string, data: string) => void;
  readonly resizePty: (id: string, cols: number, rows: number) => void;
  readonly killPty: (id: string) => void;
  readonly hasPty: (id: string) => boolean;
  readonly getPty: (id: string) => PtyHandle | undefined;
  readonly getPtyKind: (id: string) => 'local' | 'ssh' | undefined;
  /** The name of the tmux session that the session lives in; undefined for all others. */
  readonly getPtyTmuxSessionName: (id: string) => string | undefined;
  /** Calls back when a directly started agent has ended and a shell takes its place. */
  readonly setOnDirectCliExit: (callback: (id: string, cwd: string) => void) => Disposable;
}

export interface StartAgentRequest {
  /** A workspace folder: its URI as a string, its path on this machine, its name. */
  readonly folder: { readonly uri: string; readonly path: string; readonly name: string };
  readonly task: TaskChoice;
  readonly providerId: string;
  /** `auto` is the task's main conversation if that is free, else a chat. */
  readonly conversation: 'auto' | 'chat';
  /** The id of an earlier conversation to go on with, as its CLI knows it. */
  readonly picked?: string | undefined;
  /** The settings say the rest. */
  readonly options: {
    readonly prompt?: string | undefined;
    readonly model?: string | undefined;
    readonly autoApprove?: boolean | undefined;
    readonly spawnMode?: 'shell' | 'direct' | undefined;
    readonly shellSetup?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly extraArgs?: readonly string[] | undefined;
    /** A new conversation, though the session had one before. */
    readonly fresh?: boolean | undefined;
  };
}

/** The task to work in: one that there is, or a new one by that name. */
export type TaskChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly name: string };

export interface ForkOptions {
  /** Where the fork is to work; the session's own task by default. */
  readonly task?: TaskChoice | undefined;
  /** What it is called; after its parent by default. */
  readonly label?: string | undefined;
}

export interface AskOptions {
  /** How long the whole may take, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent; the ask then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface AskResult {
  /** The answer's text; empty where the agent said nothing. */
  readonly response: string;
  /** From the call to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** What told that the answer was whole. */
  readonly endedBy:
    'program' | 'statusFile' | 'hook' | 'title' | 'progress' | 'screen' | 'transcript' | 'silence';
}

/** In cells. */
export interface Dimensions {
  readonly cols: number;
  readonly rows: number;
}

/** A session as it is at one moment. */
export interface SessionInfo {
  readonly id: string;
  readonly label: string;
  readonly kind: 'local' | 'ssh';
  /** What its process does. */
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly workDir: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The command line of what runs, for a person to read. */
  readonly exec: string;
  readonly pid: number | null;
  readonly attachedCount: number;
  readonly dimensions: Dimensions;
  /** Null until its last program ended, or where a signal ended it. */
  readonly exitCode: number | null;
  /** The name of the signal that ended its last program, else null. */
  readonly exitSignal: string | null;
  /** Of the agent, which may end before its session does; null while unknown. */
  readonly agentExitCode: number | null;
  /** The session that it was forked from. */
  readonly parent: string | null;
}

export interface SessionEvent {
  /** `agentExit`: the agent ended, and its session may go on as a shell; `removed`: it has left the list. */
  readonly type: 'created' | 'changed' | 'agentExit' | 'exit' | 'removed';
  readonly session: SessionInfo;
}

/** What an agent does, and who says so. */
export interface Activity {
  readonly state:
    | {
        readonly kind: 'needsInput';
        readonly need: 'permission' | 'question' | 'trust';
        /** In one line; undefined where nothing shows it. */
        readonly question: string | undefined;
      }
    | { readonly kind: 'working' | 'done' | 'idle' | 'failed' | 'unknown' }
    | { readonly kind: 'limited'; readonly resets: string | undefined };
  /** One clause for a person. */
  readonly reason: string;
  /** When the agent came into this state; milliseconds since 1970. */
  readonly since: number;
}

export interface AttachOptions {
  readonly dimensions?: Dimensions | undefined;
  /** Rows above the screen that are to be drawn, at the most; all that are kept by default. */
  readonly scrollback?: number | undefined;
  /** Whether a terminal reads the output and answers the program's questions; so it is by default. */
  readonly isTerminal?: boolean | undefined;
  /** Output; the first calls draw the session as it is at the moment of attaching. */
  onData(data: string): void;
  /** Called once, after the last output. */
  onExit(session: SessionInfo): void;
}

/** One viewer of a session. Disposing it detaches; the session lives on. */
export interface Attachment extends Disposable {
  readonly sessionId: string;
  write(data: string | Uint8Array): void;
  resize(dimensions: Dimensions): void;
}

export interface StartPtyOptions {
  /** `{providerId}-{main|chat}-{suffix}`. */
  readonly id: string;
  /** Defaults to the person's home. */
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
  /** A new conversation, though the session had one before. */
  readonly skipResume?: boolean | undefined;
  /** Whether it lives in tmux; by default where the setting `persistence` says so. */
  readonly tmux?: boolean | undefined;
}

export interface StartDirectPtyOptions extends Omit<
  StartPtyOptions,
  'shell' | 'shellSetup' | 'skipResume'
> {
  readonly providerId: string;
  readonly cwd: string;
  /** Whether it ran before, so that the only conversation of its directory may be its own. */
  readonly resume?: boolean | undefined;
}

export interface StartSshPtyOptions extends Pick<StartPtyOptions, 'cols' | 'env' | 'id' | 'rows'> {
  /** An alias of `~/.ssh/config`, a host, or `user@host`. */
  readonly target: string;
  /** Options of `ssh`: `['-p', '2222']`. */
  readonly sshArgs?: readonly string[] | undefined;
  /** What the remote machine's login shell runs; by default it is that shell that one talks to. */
  readonly remoteInitCommand?: string | undefined;
}

/** Why a direct start is not possible; `startPty` is. */
export interface DirectRefused {
  readonly kind: 'notPossible';
  readonly reason: string;
  /** One sentence. */
  readonly message: string;
}

/** A session in the shape of node-pty's `IPty`. After the exit every call does nothing. */
export interface PtyHandle {
  readonly pid: number;
  readonly cols: number;
  readonly rows: number;
  /** The command line. */
  readonly process: string;
  /** The output, from the beginning as far as it is kept. */
  readonly onData: Event<string>;
  /** A signal is told by its name, where node-pty tells its number. */
  readonly onExit: Event<{ readonly exitCode: number; readonly signal?: string }>;
  write(data: string | Uint8Array): void;
  resize(cols: number, rows: number): void;
  kill(): void;
}
