import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionEvent, SessionInfo } from '../../pty/sessionService';
import type { WindowSessions } from '../../pty/windowSessions';
import type { TmuxSession, TmuxSessions } from '../../pty/tmux/tmuxSessions';
import type { Leases } from '../../ownership/leases';
import type { FolderRef } from '../agentService';
import { FreedSessions } from './freedSessions';
import { folderOfSession } from './planAdoption';

export interface TmuxAdoptionDeps {
  readonly tmux: Pick<TmuxSessions, 'get' | 'survey'>;
  readonly sessions: Pick<
    WindowSessions,
    'get' | 'getOther' | 'killOther' | 'onDidChangeOthers' | 'open'
  >;
  readonly leases: Pick<Leases, 'isHeldElsewhere' | 'onDidChange'>;
  readonly folders: () => readonly FolderRef[];
  /** Whether anybody has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
}

/** A session in tmux, whether this window reaches it or not. */
export interface TmuxHolding {
  readonly id: string;
  /** Whether it is of a folder that this window has open. */
  readonly isOurs: boolean;
}

export interface TmuxHoldings {
  readonly holdings: readonly TmuxHolding[];
  /** Whether nothing else can run there. */
  readonly isWhole: boolean;
}

/**
 * Has the window reach what lives in tmux, of its folders, so that it can be taken over as what a
 * session host holds. tmux has one window at a time show a session: to reach it takes it from the
 * one before, so what is shown is reached only on request. What another window lets go of is left to it
 * for a while, as what a session host holds.
 */
export class TmuxAdoption implements Disposable {
  private readonly store = new DisposableStore();
  private readonly freed: FreedSessions;
  private isReaching = false;
  private isWanted = false;

  constructor(private readonly deps: TmuxAdoptionDeps) {
    const reachFreed = (): void => void this.reachFreed();
    this.freed = this.store.add(
      new FreedSessions({
        clock: deps.clock,
        isWatched: deps.isWatched,
        lookAgain: reachFreed,
      }),
    );
    this.store.add(deps.leases.onDidChange(reachFreed));
    this.store.add(deps.sessions.onDidChangeOthers((event) => void this.forgetMoved(event)));
  }

  /**
   * Reaches what no window shows.
   * @throws {SessionError} `ILLEGAL_STATE` where more may run there than can be told: after all else.
   */
  async findFree(): Promise<void> {
    const { sessions, isWhole } = await this.deps.tmux.survey();
    for (const session of this.unreachedOf(sessions).filter(isUnshown)) {
      await this.reachOne(session);
    }
    if (!isWhole) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'tmux does not answer for sessions that may run in it: see that it can be started, by the setting agentTerminals.tmuxPath or the PATH, and reload the window.',
      );
    }
  }

  /** All that runs there, of whichever folder, without a look at who shows it. Never rejects. */
  async list(): Promise<TmuxHoldings> {
    const { sessions, isWhole } = await this.deps.tmux.survey();
    const holdings = sessions.map((one) => ({ id: one.spec.id, isOurs: this.isOurs(one) }));
    return { holdings, isWhole };
  }

  /** Whether a session of our folders runs there that this window does not reach. */
  async has(id: string): Promise<boolean> {
    return (await this.find(id)) !== undefined;
  }

  /**
   * Has this window show a session, and whoever shows it now do so no more.
   * @throws {SessionError} `ILLEGAL_STATE` where its server does not answer.
   */
  async reach(id: string): Promise<void> {
    const found = await this.find(id);
    if (found?.isSilent) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} runs in tmux, which does not answer for it: try again in a moment, or end it.`,
      );
    }
    if (found) {
      await this.reachOne(found);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** One look at a time, for each runs tmux: what changes during one is seen by the next. */
  private async reachFreed(): Promise<void> {
    this.isWanted = true;
    if (this.isReaching) {
      return;
    }
    this.isReaching = true;
    try {
      while (this.isWanted && !this.store.isDisposed) {
        this.isWanted = false;
        await this.reachFreedNow();
      }
    } finally {
      this.isReaching = false;
    }
  }

  private async reachFreedNow(): Promise<void> {
    const { sessions } = await this.deps.tmux.survey();
    if (this.store.isDisposed) {
      return;
    }
    // A window may let go of a session before its client has left.
    const free = this.unreachedOf(sessions).filter((one) => !this.isHeldElsewhere(one));
    const due = await this.freed.update(free, ({ spec }) => spec.id);
    if (this.store.isDisposed) {
      return;
    }
    for (const session of due.filter((one) => isUnshown(one) && !this.isHeldElsewhere(one))) {
      await this.reachOne(session);
    }
  }

  private isHeldElsewhere({ spec }: TmuxSession): boolean {
    return this.deps.leases.isHeldElsewhere(spec.id);
  }

  /** Those of our folders that this window does not have. */
  private unreachedOf(all: readonly TmuxSession[]): readonly TmuxSession[] {
    return all.filter((one) => this.isOurs(one) && this.lookUp(one.spec.id) === undefined);
  }

  private async find(id: string): Promise<TmuxSession | undefined> {
    const found = this.isReached(id) ? undefined : await this.deps.tmux.get(id);
    return found && this.isOurs(found) && !this.isReached(id) ? found : undefined;
  }

  private isOurs({ spec, isFolderGone }: TmuxSession): boolean {
    const place = { folder: spec.folder ?? null, workDir: spec.program.cwd };
    return !isFolderGone && folderOfSession(place, this.deps.folders()) !== undefined;
  }

  /** What has ended here may run there: its client has left it. */
  private isReached(id: string): boolean {
    return (this.lookUp(id)?.state ?? 'terminated') !== 'terminated';
  }

  /** A session that this window has a client of, whether it owns it or not. */
  private lookUp(id: string): SessionInfo | undefined {
    const { sessions } = this.deps;
    return sessions.get(id) ?? sessions.getOther(id);
  }

  private async reachOne({ spec }: TmuxSession): Promise<void> {
    const { sessions, logger } = this.deps;
    try {
      await sessions.open(spec);
    } catch (error) {
      logger.info(`Session ${spec.id} stays in tmux: ${toMessage(error)}`);
    }
  }

  /** A client of tmux that ended since another window has its session by now is no end of that. */
  private async forgetMoved({ type, session }: SessionEvent): Promise<void> {
    const { id, persistence } = session;
    if (type === 'exit' && persistence === 'tmux' && (await this.has(id))) {
      const { sessions } = this.deps;
      if (sessions.getOther(id)?.state === 'terminated') {
        await sessions.killOther(id);
      }
    }
  }
}

function isUnshown({ isAttached, isSilent }: TmuxSession): boolean {
  return !isAttached && !isSilent;
}
