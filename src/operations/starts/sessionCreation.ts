import { basename } from 'node:path';
import type { AgentLauncher } from '../../agents/agentLauncher';
import type { PreparedStart } from '../../agents/preparedStart';
import type { AgentSettings } from '../../agents/start/agentSettings';
import type { ProgramStarts } from '../../agents/start/programStarts';
import type { TrustAnswers } from '../../agents/dialogs/trustAnswers';
import { SessionError } from '../../base/errors';
import { AGENT_OPTIONS, pickOptions, type SurfaceOptions } from '../../base/startOptions';
import { UNKNOWN_FACTS } from '../../providers/registry/unknownProvider';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import { parseSessionLabel } from '../../tasks/sessionLabel';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import { callingSession, type Access } from '../access/access';
import { requireInsideReferences, requireWords } from '../access/agentRequests';
import { ApiError } from '../apiError';
import { launchStart, type StartedSession } from './startedSession';
import type { StartDirectories } from './startDirectories';
import type { StartTask, StartTasks } from './startTasks';
import { sizeOf } from './startSize';

/** A session whose creator requested that a terminal shows it. */
export interface ShownSession {
  readonly session: SessionInfo;
  readonly task: Task;
}

type ApiStartOptions = SurfaceOptions<'api'> & { readonly cwd: string };

/** The options that only agents have. Any program can have an environment and a persistence. */
const AGENT_ONLY_OPTIONS = [...AGENT_OPTIONS, 'trust' as const].filter(
  (name) => name !== 'env' && name !== 'persistence',
);

/**
 * The options that only a person may set, because they run arbitrary programs or change how an
 * agent works, without the questions that agents ask the person.
 */
const PERSON_ONLY_OPTIONS = [
  'exec',
  'shellSetup',
  'env',
  'extraArgs',
  'permissionMode',
] as const satisfies readonly (keyof ApiStartOptions)[];

/** Starts sessions for callers: agents, shells and other programs. */
export class SessionCreation {
  constructor(
    private readonly deps: {
      readonly launcher: AgentLauncher;
      readonly programs: ProgramStarts;
      readonly directories: StartDirectories;
      readonly startTasks: StartTasks;
      readonly registry: ProviderRegistry;
      readonly sessions: SessionService;
      readonly tasks: TaskStore;
      readonly trust: TrustAnswers;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      /** Opens a terminal for a session. */
      readonly show: (shown: ShownSession) => void;
    },
  ) {}

  /**
   * @param signal ends the creation of a worktree for the session.
   * @throws {SessionError} `BAD_REQUEST`, and the errors of an agent's start.
   * @throws {ApiError} `SESSION_USER_MISMATCH` for what an agent may not start.
   */
  async create(
    access: Access,
    options: ApiStartOptions,
    signal?: AbortSignal,
  ): Promise<StartedSession> {
    const label = options.label === undefined ? undefined : parseSessionLabel(options.label);
    requireConsistentOptions(options);
    requireAgentOptions(access, options);
    requireWords(access, options.prompt);
    const { cwd, task, worktree, base } = options;
    const fallback = nameOf(options);
    return this.deps.startTasks.use(
      access,
      { cwd, task, fallback, worktree, base, isAgent: options.provider !== undefined, signal },
      async (target) => {
        const prepared = await this.prepare(access, target, options);
        const started = await launchStart(this.deps.sessions, prepared, sizeOf(options));
        this.relabel(target, prepared, label);
        const session = this.deps.sessions.get(started.session.id) ?? started.session;
        this.handleStarted({ session, task: target.task }, options);
        return { session, notices: [...target.notices, ...started.notices] };
      },
    );
  }

  private async prepare(
    access: Access,
    target: StartTask,
    options: ApiStartOptions,
  ): Promise<PreparedStart> {
    const { directories } = this.deps;
    const { cwd } = target.task;
    await directories.requireFolder(access, { cwd });
    // The provider's fallback may start in its place.
    await requireInsideReferences(access, options.prompt, { cwd, marks: UNKNOWN_FACTS.fileMarks });
    return directories.requireStart(access, await this.plan(access, target, options));
  }

  private plan(
    access: Access,
    { folder, task, choice, isNew }: StartTask,
    options: ApiStartOptions,
  ): Promise<PreparedStart> {
    const { provider: providerId, exec, args = [], env, persistence } = options;
    if (providerId === undefined) {
      const program = exec === undefined ? undefined : { exec, args };
      const label = program ? basename(program.exec) : 'Shell';
      return this.deps.programs.prepare({ folder, task, label, program, env, persistence });
    }
    this.requireApprovals(access, folder.uri, options);
    const mayContinue = options.task !== undefined && access.by === 'person';
    return this.deps.launcher.prepareAgent({
      ...{ folder, task: choice, providerId },
      // Only a person who names a task may continue its conversation, as for every other resume.
      conversation: mayContinue || isNew ? 'auto' : 'chat',
      options: pickOptions(options, AGENT_OPTIONS),
      startedBy: callingSession(access),
    });
  }

  /**
   * An agent may not start one that works without approval, unless the person's settings allow it.
   */
  private requireApprovals(access: Access, folderUri: string, options: ApiStartOptions): void {
    const settings = this.deps.settingsOf(folderUri);
    if (access.by === 'person' || settings.autoApprove) {
      return;
    }
    if (options.autoApprove || options.trust) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        'An agent may not start another one with autoApprove or trust: remove both.',
      );
    }
  }

  private relabel({ task }: StartTask, { sessionId }: PreparedStart, label: string | undefined) {
    if (label !== undefined) {
      this.deps.sessions.find(sessionId)?.relabel(label);
      // If the write fails only the label is lost, and the store reports the failure.
      void this.deps.tasks.relabelConversation(task.id, sessionId, label);
    }
  }

  private handleStarted(shown: ShownSession, { trust, show }: ApiStartOptions): void {
    if (trust) {
      this.deps.trust.give(shown.session.id);
    }
    if (show) {
      this.deps.show(shown);
    }
  }
}

function requireConsistentOptions(options: ApiStartOptions): void {
  const { provider, exec, args } = options;
  const agentOnly = AGENT_ONLY_OPTIONS.find((name) => options[name] !== undefined);
  if (provider !== undefined && exec !== undefined) {
    throw badRequest('"provider" and "exec" are two programs: remove one.');
  }
  if (args && exec === undefined) {
    throw badRequest('"args" requires "exec"; for an agent use "extraArgs".');
  }
  if (agentOnly !== undefined && provider === undefined) {
    throw badRequest(`"${agentOnly}" requires an agent: set "provider", or remove "${agentOnly}".`);
  }
}

/** With an agent's token only agents can be started, with the person's settings. */
function requireAgentOptions({ by }: Access, options: ApiStartOptions): void {
  const personOnly = PERSON_ONLY_OPTIONS.find((name) => options[name] !== undefined);
  if (by === 'agent' && (personOnly !== undefined || options.provider === undefined)) {
    throw new ApiError(
      'SESSION_USER_MISMATCH',
      `An agent may start only other agents: set "provider", and remove ${PERSON_ONLY_OPTIONS.join(', ')}.`,
    );
  }
}

function badRequest(message: string): SessionError {
  return new SessionError('BAD_REQUEST', message);
}

function nameOf({ label, provider, exec }: ApiStartOptions): string {
  return label ?? provider ?? (exec === undefined ? 'Shell' : basename(exec));
}
