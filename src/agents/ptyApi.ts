import { basename } from 'node:path';
import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { SurfaceOptions } from '../base/startOptions';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import { parsePtyId } from '../pty/ptyId';
import { createPtyHandle, type PtyHandle } from '../pty/session/ptyHandle';
import type { SessionKind, SessionSpec } from '../pty/sessionService';
import type { WindowSessions } from '../pty/windowSessions';
import type { Persistence } from '../pty/spawnMode';
import { getTmuxSessionName } from '../pty/tmux/tmuxLine';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { Task } from '../tasks/task';
import type { TaskStore } from '../tasks/taskStore';
import type { FolderRef } from './folderRef';
import type { AgentOptions } from './startRequests';
import type { AgentSettings } from './start/agentSettings';
import { requireCwd } from './start/requirements';
import type { SessionConversations } from './conversations/sessionConversations';
import type { StartContext } from './start/startContext';
import type { ShellPlanner } from './start/shellPlanner';
import type { AgentStart, DirectRefused, StartPlanner } from './start/startPlanner';
import type { StartReservations } from './start/startReservations';

/** `cwd` defaults to the person's home, and the size to 80 x 24. */
export interface StartPtyOptions extends SurfaceOptions<'ptyApi'> {
  /** `{providerId}-{main|chat}-{suffix}`. */
  readonly id: string;
  /** A provider's id, or a shell's path. Default: the provider in `id`. */
  readonly shell?: string | undefined;
  /** The option `prompt`. */
  readonly initialPrompt?: string | undefined;
  /** The option `fresh`. */
  readonly skipResume?: boolean | undefined;
  /**
   * Whether the session runs in tmux. Default: according to the setting `persistence`. With `false`
   * and the setting `tmux`, the session runs in the window.
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
   * Default: whether its own conversation is stored; a stored one is resumed in any case.
   */
  readonly resume?: boolean | undefined;
}

export interface StartSshPtyOptions extends Pick<StartPtyOptions, 'cols' | 'env' | 'id' | 'rows'> {
  /** An alias of `~/.ssh/config`, a host, or `user@host`. */
  readonly target: string;
  /** Options of `ssh`: `['-p', '2222']`. */
  readonly sshArgs?: readonly string[] | undefined;
  /** A command line for the remote machine's login shell. Default: that shell, interactively. */
  readonly remoteInitCommand?: string | undefined;
}

/** A planned session. A shell has no `command` and no `conversation`. */
interface PlannedPty extends Partial<Pick<AgentStart, 'command' | 'conversation'>> {
  readonly spec: SessionSpec;
}

/** PTYs by their ids, without tasks and terminals, for other extensions and scripts. */
export class PtyApi {
  /** The `generation` of the sessions that were started without a shell, by PTY id. */
  private readonly direct = new Map<string, number | undefined>();

  constructor(
    private readonly deps: {
      readonly sessions: WindowSessions;
      readonly sessionConversations: SessionConversations;
      readonly map: SessionMapStore;
      readonly tasks: TaskStore;
      readonly tmuxSessions: TmuxSessions;
      readonly planner: StartPlanner;
      readonly shellPlanner: ShellPlanner;
      readonly registry: ProviderRegistry;
      readonly reservations: StartReservations;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly folders: () => readonly FolderRef[];
      readonly home: string;
      readonly typeFirstPrompt: (sessionId: string, prompt: string) => Promise<void>;
      readonly handleLateError: (error: unknown) => void;
    },
  ) {}

  /**
   * Starts an agent through the person's shell, or only the shell if no provider is named.
   * @throws {SessionError} `UNTRUSTED`, `BAD_REQUEST`, `CLI_NOT_FOUND`, `ILLEGAL_STATE` if another
   * session has its conversation, and what `SessionService.create` throws: `SESSION_EXISTS` also if
   * another window has the session.
   */
  readonly startPty = async (options: StartPtyOptions): Promise<PtyHandle> => {
    const context = await this.contextOf(options, { spawnMode: 'shell' });
    const start = await this.reserve(context, () => this.plan(options, context));
    return this.create(context, start, options);
  };

  /**
   * Starts an agent without a shell, or returns why that is not possible.
   * @throws {SessionError} as {@link startPty} except `CLI_NOT_FOUND`, which is a refusal; and
   * `PROVIDER_NOT_FOUND`.
   */
  readonly startDirectPty = async (
    options: StartDirectPtyOptions,
  ): Promise<PtyHandle | DirectRefused> => {
    const context = await this.contextOf(options, { spawnMode: 'direct' });
    const kind = this.kindOf(options.id, options.resume);
    const start = await this.reserve(context, () =>
      this.deps.planner.planDirect(options.providerId, context, { kind }),
    );
    if ('reason' in start) {
      this.deps.reservations.abandon(context);
      return start;
    }
    const pty = await this.create(context, start, options);
    this.direct.set(options.id, this.deps.sessions.get(options.id)?.generation);
    return pty;
  };

  /**
   * Runs `ssh -tt {sshArgs...} {target} {remoteInitCommand}` on a PTY. Its environment is that of any
   * session, including the person's SSH agent; `ssh` decides which variables it sends to the remote
   * machine.
   * @throws {SessionError} `UNTRUSTED`, `BAD_REQUEST`, `CLI_NOT_FOUND` (no `ssh`), and what
   * `SessionService.create` throws.
   */
  readonly startSshPty = async (options: StartSshPtyOptions): Promise<PtyHandle> => {
    const { target, sshArgs = [], remoteInitCommand } = options;
    const context = await this.contextOf(options, {});
    const ssh = { target, sshArgs, remoteInitCommand };
    const spec = await this.reserve(context, () => this.deps.shellPlanner.planSsh(context, ssh));
    return this.create(context, { spec }, options);
  };

  readonly writePty = (id: string, data: string): void => this.deps.sessions.find(id)?.write(data);

  readonly resizePty = (id: string, cols: number, rows: number): void =>
    this.deps.sessions.find(id)?.resize({ cols, rows });

  readonly killPty = (id: string): void => void this.deps.sessions.find(id)?.kill();

  readonly hasPty = (id: string): boolean => this.deps.sessions.has(id);

  readonly getPty = (id: string): PtyHandle | undefined => createPtyHandle(this.deps.sessions, id);

  readonly getPtyKind = (id: string): SessionKind | undefined => this.deps.sessions.get(id)?.kind;

  /** The name of the tmux session of a PTY id, whether it exists or not. */
  readonly getTmuxSessionName = getTmuxSessionName;

  /**
   * Ends the session in tmux with this id, whichever window started it. Does nothing if there is
   * none.
   */
  readonly killTmuxSession = (id: string): void =>
    void this.endInTmux(id).catch(this.deps.handleLateError);

  /** The name of the tmux session in which the session runs; undefined if it does not run in tmux. */
  readonly getPtyTmuxSessionName = (id: string): string | undefined =>
    this.deps.sessions.get(id)?.persistence === 'tmux' ? getTmuxSessionName(id) : undefined;

  /** Calls `callback` when an agent that was started without a shell ends and a shell replaces it. */
  readonly setOnDirectCliExit = (callback: (id: string, cwd: string) => void): Disposable =>
    this.deps.sessions.onDidChange(({ type, session }) => {
      const isDirect = this.direct.get(session.id) === session.generation;
      if (type === 'agentExit' && isDirect && session.afterExit === 'shell') {
        callback(session.id, session.workDir);
      }
    });

  private async contextOf(options: StartPtyOptions, mode: AgentOptions): Promise<StartContext> {
    const parts = parsePtyId(options.id);
    if (!parts) {
      throw new SessionError(
        'BAD_REQUEST',
        `"${options.id}" is not a PTY id: it must be {provider}-{main|chat}-{suffix}.`,
      );
    }
    const { cwd = this.deps.home } = options;
    await requireCwd(cwd);
    const folder = this.folderOf(cwd);
    const settings = this.deps.settingsOf(folder.uri);
    const task = this.deps.tasks.find(parts.suffix);
    return {
      ptyId: options.id,
      label: parts.providerId,
      task: { ...(task ?? standaloneTask(parts.suffix, folder, cwd)), cwd },
      isStandalone: task === undefined,
      folder,
      settings,
      options: {
        ...mode,
        prompt: options.initialPrompt,
        autoApprove: options.autoApprove ?? false,
        env: options.env,
        shellSetup: options.shellSetup,
        persistence: choosePersistence(options.tmux, settings.persistence),
      },
    };
  }

  /**
   * Reserves the id and calls `plan`, which may write the session's files: those of a session that
   * runs must stay.
   * @throws {SessionError} `SESSION_EXISTS`.
   */
  private async reserve<T>(context: StartContext, plan: () => Promise<T>): Promise<T> {
    const { reservations, sessions } = this.deps;
    const { ptyId } = context;
    const requireFree = (isTaken: boolean): void => {
      if (isTaken) {
        throw new SessionError(
          'SESSION_EXISTS',
          `Session ${ptyId} already exists in this window or another one: attach to it, or choose another id.`,
        );
      }
    };
    requireFree(sessions.has(ptyId) || reservations.isTaken(ptyId));
    return reservations.reserve(context, async () => {
      requireFree(await reservations.isOwnedElsewhere(ptyId));
      await sessions.requireNotInOtherHost(ptyId);
      return plan();
    });
  }

  private async plan(options: StartPtyOptions, context: StartContext): Promise<PlannedPty> {
    const { settings } = context;
    const providerId = options.shell ?? parsePtyId(options.id)?.providerId ?? '';
    if (!this.deps.registry.find(providerId, settings.providers)) {
      const shell = options.shell ?? settings.shell;
      const inShell = { ...context, settings: { ...settings, shell } };
      return { spec: await this.deps.shellPlanner.planShell(inShell) };
    }
    const kind = options.skipResume ? 'fresh' : this.kindOf(options.id, undefined);
    return this.deps.planner.plan(providerId, context, { kind });
  }

  private async endInTmux(id: string): Promise<void> {
    const { sessions, tmuxSessions } = this.deps;
    if (sessions.get(id)?.persistence === 'tmux') {
      await sessions.find(id)?.kill();
      return;
    }
    const found = await tmuxSessions.get(id);
    if (found) {
      await tmuxSessions.kill(found.spec);
    }
  }

  private kindOf(id: string, resume: boolean | undefined): 'start' | 'resume' {
    const ranBefore = resume ?? this.deps.map.get(id) !== undefined;
    return ranBefore ? 'resume' : 'start';
  }

  private async create(
    context: StartContext,
    { spec, command, conversation }: PlannedPty,
    { cols = 80, rows = 24 }: StartPtyOptions,
  ): Promise<PtyHandle> {
    const { reservations, sessionConversations } = this.deps;
    await reservations.launch(context, () =>
      sessionConversations.create({ ...spec, dimensions: { cols, rows } }, conversation),
    );
    const prompt = command?.prompt;
    if (typeof prompt === 'object') {
      this.deps.typeFirstPrompt(spec.id, prompt.keystrokes).catch(this.deps.handleLateError);
    }
    const handle = createPtyHandle(this.deps.sessions, spec.id);
    if (!handle) {
      throw new SessionError('SESSION_EXITED', `Session ${spec.id} was ended while it started.`);
    }
    return handle;
  }

  private folderOf(cwd: string): FolderRef {
    const folders = this.deps.folders();
    return folders.find(({ path }) => path === cwd) ?? { uri: '', path: cwd, name: basename(cwd) };
  }
}

/** Undefined where the setting applies. */
function choosePersistence(tmux: boolean | undefined, setting: Persistence) {
  if (tmux === true) {
    return 'tmux';
  }
  return tmux === false && setting === 'tmux' ? 'window' : undefined;
}

/** A task for a session that belongs to none. It is not stored. */
function standaloneTask(id: string, folder: FolderRef, cwd: string): Task {
  return { id, name: id, folder: folder.uri, cwd, createdAt: '', conversations: [] };
}
