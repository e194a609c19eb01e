import { basename } from 'node:path';
import type { AgentService, PreparedStart } from '../../agents/agentService';
import type { AgentSettings } from '../../agents/start/agentSettings';
import type { ProgramStarts } from '../../agents/start/programStarts';
import type { TrustAnswers } from '../../agents/dialogs/trustAnswers';
import { SessionError } from '../../base/errors';
import { AGENT_OPTIONS, pickOptions } from '../../base/startOptions';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import type { Dimensions } from '../../pty/ptyProcess';
import { DEFAULT_DIMENSIONS } from '../../pty/ptyDimensions';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import { parseSessionLabel } from '../../tasks/sessionLabel';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Access } from '../auth/access';
import type { ApiStartOptions } from '../http/requests';
import type { StartPlace, StartPlaces } from './startPlaces';

export interface SessionCreationDeps {
  readonly agents: Pick<AgentService, 'prepareAgent'>;
  readonly programs: Pick<ProgramStarts, 'prepare'>;
  readonly places: StartPlaces;
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly sessions: Pick<SessionService, 'get' | 'relabel'>;
  readonly tasks: Pick<TaskStore, 'relabelConversation'>;
  readonly trust: Pick<TrustAnswers, 'give'>;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  /** Opens a terminal for a session. */
  readonly show: (shown: ShownSession) => void;
}

/** A session whose starter wants a person to see it. */
export interface ShownSession {
  readonly session: SessionInfo;
  readonly task: Task;
}

/** What makes sense with an agent only: any program has an environment and something that holds it. */
const OF_AGENTS = [...AGENT_OPTIONS, 'trust' as const].filter(
  (name) => name !== 'env' && name !== 'persistence',
);

/** What runs, or changes, whatever its caller likes, past all that an agent asks the person. */
const OF_PERSONS = [
  'exec',
  'shellSetup',
  'env',
  'extraArgs',
] as const satisfies readonly (keyof ApiStartOptions)[];

/** Begins sessions for callers: agents, shells and other programs. */
export class SessionCreation {
  constructor(private readonly deps: SessionCreationDeps) {}

  /**
   * @throws {SessionError} `BAD_REQUEST`, `UNTRUSTED` for what an agent may not start, and what the
   * start of an agent throws.
   */
  async create(access: Access, options: ApiStartOptions): Promise<SessionInfo> {
    const label = options.label === undefined ? undefined : parseSessionLabel(options.label);
    requireSense(options);
    requireAgentAlone(access, options);
    const { cwd, task } = options;
    const place = await this.deps.places.find(access, { cwd, task, fallback: nameOf(options) });
    try {
      const prepared = await this.prepare(access, place, options);
      const session = await prepared.launch(sizeOf(options));
      this.relabel(place, prepared, label);
      const now = this.deps.sessions.get(session.id) ?? session;
      this.follow({ session: now, task: place.task }, options);
      return now;
    } catch (error) {
      await this.deps.places.giveUp(place);
      throw error;
    }
  }

  private prepare(
    access: Access,
    { folder, task, choice, isNew }: StartPlace,
    options: ApiStartOptions,
  ): Promise<PreparedStart> {
    const { provider: providerId, exec, args = [], env, persistence } = options;
    if (providerId === undefined) {
      const program = exec === undefined ? undefined : { exec, args };
      const label = program ? basename(program.exec) : 'Shell';
      return this.deps.programs.prepare({ folder, task, label, program, env, persistence });
    }
    this.requireAsking(access, folder.uri, options);
    const isNamed = options.task !== undefined;
    return this.deps.agents.prepareAgent({
      ...{ folder, task: choice, providerId },
      // An unnamed task's conversation is nobody's to go on with.
      conversation: isNamed || isNew ? 'auto' : 'chat',
      options: pickOptions(options, AGENT_OPTIONS),
    });
  }

  /** An agent starts no other one that works without asking, unless the person has set so. */
  private requireAsking(access: Access, folderUri: string, options: ApiStartOptions): void {
    const settings = this.deps.settingsOf(folderUri);
    if (access.by === 'person' || settings.autoApprove) {
      return;
    }
    if (options.autoApprove || options.trust) {
      throw new SessionError(
        'UNTRUSTED',
        'An agent may not start another one with autoApprove or trust: remove both.',
      );
    }
  }

  private relabel({ task }: StartPlace, { sessionId }: PreparedStart, label: string | undefined) {
    if (label !== undefined) {
      this.deps.sessions.relabel(sessionId, label);
      // That it is not on disk costs the label alone, and the store tells of it.
      void this.deps.tasks.relabelConversation(task.id, sessionId, label);
    }
  }

  private follow(shown: ShownSession, { trust, show }: ApiStartOptions): void {
    if (trust) {
      this.deps.trust.give(shown.session.id);
    }
    if (show) {
      this.deps.show(shown);
    }
  }
}

function requireSense(options: ApiStartOptions): void {
  const { provider, exec, args } = options;
  const stray = OF_AGENTS.find((name) => options[name] !== undefined);
  if (provider !== undefined && exec !== undefined) {
    throw badRequest('"provider" and "exec" are two programs: remove one.');
  }
  if (args && exec === undefined) {
    throw badRequest('"args" is for "exec"; an agent takes "extraArgs".');
  }
  if (stray !== undefined && provider === undefined) {
    throw badRequest(`"${stray}" is for agents: name one by "provider", or remove it.`);
  }
}

/** An agent's own token starts agents, each as the person has set it up, and nothing else. */
function requireAgentAlone({ by }: Access, options: ApiStartOptions): void {
  const stray = OF_PERSONS.find((name) => options[name] !== undefined);
  if (by === 'agent' && (stray !== undefined || options.provider === undefined)) {
    throw new SessionError(
      'UNTRUSTED',
      `An agent may start only other agents: name one by "provider", and remove ${OF_PERSONS.join(', ')}.`,
    );
  }
}

function badRequest(message: string): SessionError {
  return new SessionError('BAD_REQUEST', message);
}

function nameOf({ label, provider, exec }: ApiStartOptions): string {
  return label ?? provider ?? (exec === undefined ? 'Shell' : basename(exec));
}

function sizeOf({ cols, rows }: ApiStartOptions): Dimensions {
  return { cols: cols ?? DEFAULT_DIMENSIONS.cols, rows: rows ?? DEFAULT_DIMENSIONS.rows };
}
