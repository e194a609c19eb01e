import { rm, stat } from 'node:fs/promises';
import type { Clock } from '../../base/clock';
import { DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { SessionSpec } from '../sessionService';
import { endTmuxSession, type TmuxEndDeps } from './tmuxKill';
import { getTmuxSessionName, type TmuxServerConfig } from './tmuxLine';
import { listTmuxInstances, serverOfInstance, type TmuxInstance } from './tmuxInstances';
import { planTmuxAttach } from './tmuxPlan';
import { runTmux, type TmuxAnswer } from './tmuxRun';
import { isServerRunning, readTmuxServer } from './tmuxServer';
import { judgeTmuxInstance, TMUX_ROW_FORMAT, type TmuxInstanceStatus } from './tmuxInstanceStatus';

/** A session in tmux, started by any window. */
export interface TmuxSession {
  /** The spec with which any window attaches to it. */
  readonly spec: SessionSpec;
  /** Whether a tmux client is attached, usually that of another window. */
  readonly isAttached: boolean;
  /** Whether its program has ended. Its status still has to be read. */
  readonly hasEnded: boolean;
  /** Whether its working directory is gone. No window can attach to it then, only end it. */
  readonly isDirectoryGone: boolean;
  /** Whether its server runs and does not answer. It then counts as attached. */
  readonly isSilent: boolean;
}

/** The result of a survey of all sessions in tmux. */
interface TmuxSurvey {
  readonly sessions: readonly TmuxSession[];
  /** Whether the list is complete: each session with files was found to run or to have ended. */
  readonly isComplete: boolean;
}

/** The result for one instance of a session. */
interface TmuxInspection {
  readonly session: TmuxSession | undefined;
  readonly isGone: boolean;
  /**
   * Whether tmux can be used here. If not, the home directory may belong to another machine as
   * well, on which the session lives.
   */
  readonly canUseTmux: boolean;
}

export interface TmuxSessionsDeps extends TmuxEndDeps {
  /** The directory with the files of all instances. */
  readonly directory: string;
  /** Undefined if there is no usable tmux, or it cannot hold sessions. */
  readonly server: () => Promise<TmuxServerConfig | undefined>;
  readonly isDirectory: (path: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Files of a session that tmux does not list may belong to one that is about to begin, for this
 * long; milliseconds.
 */
const ABANDONED_AFTER_MS = 60_000;

/** Finds and ends the sessions in tmux, whichever window started them. */
export class TmuxSessions {
  constructor(private readonly deps: TmuxSessionsDeps) {}

  /** All sessions that can be found. Never rejects. */
  async list(): Promise<readonly TmuxSession[]> {
    return (await this.survey()).sessions;
  }

  /** All sessions, and whether the list is complete. Never rejects. */
  async survey(): Promise<TmuxSurvey> {
    const instances = await listTmuxInstances(this.deps.directory);
    const inspections = await this.inspectAll(instances ?? []);
    const gone = (instances ?? []).filter(
      (_, at) => inspections[at]?.isGone && inspections[at].canUseTmux,
    );
    await Promise.all(gone.map((instance) => this.sweep(instance)));
    return {
      sessions: inspections
        .map(({ session }) => session)
        .filter((session) => session !== undefined),
      isComplete:
        instances !== undefined && inspections.every(({ session, isGone }) => isGone || session),
    };
  }

  /** One session; undefined if it does not exist. Never rejects. */
  async get(id: string): Promise<TmuxSession | undefined> {
    const instances = (await listTmuxInstances(this.deps.directory)) ?? [];
    const inspections = await this.inspectAll(
      instances.filter(({ name }) => name === getTmuxSessionName(id)),
    );
    return inspections.map(({ session }) => session).find((session) => session !== undefined);
  }

  /** Ends exactly this session with all that it started. Never rejects. */
  async kill(spec: SessionSpec): Promise<void> {
    const { tmux } = spec.program;
    if (tmux) {
      await endTmuxSession(this.deps, tmux);
    }
  }

  private async inspectAll(instances: readonly TmuxInstance[]): Promise<readonly TmuxInspection[]> {
    // Searching tmux runs it, so this is skipped if there are no sessions.
    const server = instances.length > 0 ? await this.deps.server() : undefined;
    return Promise.all(
      instances.map((instance) =>
        this.inspect(instance, server && serverOfInstance(server, instance)),
      ),
    );
  }

  private async inspect(
    instance: TmuxInstance,
    server: TmuxServerConfig | undefined,
  ): Promise<TmuxInspection> {
    const answer = await this.query(instance, server);
    const isRunning = isServerRunning(await readTmuxServer(instance.directory));
    const status = judgeTmuxInstance(instance, answer, isRunning);
    const session = server && this.describe(instance, server, status);
    return { session, isGone: status.kind === 'gone', canUseTmux: server !== undefined };
  }

  private async query(
    { name }: TmuxInstance,
    server: TmuxServerConfig | undefined,
  ): Promise<TmuxAnswer> {
    return server
      ? runTmux(this.deps.run, { name, server }, ['list-sessions', '-F', TMUX_ROW_FORMAT])
      : { kind: 'unknown' };
  }

  private describe(
    { facts, instanceId }: TmuxInstance,
    server: TmuxServerConfig,
    status: TmuxInstanceStatus,
  ): TmuxSession | undefined {
    if (!facts || status.kind === 'gone' || status.kind === 'unknown') {
      return undefined;
    }
    const { row } = status;
    const { cols, rows } = row ?? DEFAULT_DIMENSIONS;
    return {
      spec: planTmuxAttach(facts, { server, instanceId, dimensions: { cols, rows } }),
      isAttached: row?.isAttached ?? true,
      hasEnded: row?.hasEnded ?? false,
      isDirectoryGone: !this.deps.isDirectory(facts.cwd),
      isSilent: !row,
    };
  }

  /** Removes the files of a session that is gone, for example after its server was killed. */
  private async sweep({ directory }: TmuxInstance): Promise<void> {
    const made = await stat(directory).catch(() => undefined);
    if (made && made.mtimeMs < this.deps.clock.now() - ABANDONED_AFTER_MS) {
      await rm(directory, { recursive: true, force: true }).catch(() => {
        // Another window removed them, or a later survey does.
      });
    }
  }
}
