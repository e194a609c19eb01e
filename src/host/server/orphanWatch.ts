import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import type { SessionBackend } from '../../pty/sessionBackend';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import { JUDGE_ORPHANS_EVERY_MS, CHECK_ORPHANS_EVERY_MS } from './limits';

/** A folder whose agents are ended when they are idle and unseen for some time. */
export interface OrphanFolder {
  readonly uri: string;
  /** The file that its last window stored, which names the program that ends them. */
  readonly file: string;
  readonly timeoutMs: number;
  /** Whether a window has it open now. */
  readonly isOpen: boolean;
  /** Changes when a window opens it. */
  readonly openedMark: number;
}

interface OrphanWatchDeps {
  readonly sessions: Pick<SessionBackend, 'list' | 'onDidChange'>;
  readonly clock: Pick<Clock, 'monotonic' | 'schedule'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The folders for which the person has set a timeout. */
  readonly listFolders: () => Promise<readonly OrphanFolder[]>;
  /** Ends those of the sessions that may be ended; resolves with a line for each. */
  readonly endOrphans: (file: string, ids: readonly string[]) => Promise<readonly string[]>;
}

/** The state of a session at the last check, and since when it has not changed. */
interface Quiet {
  readonly mark: string;
  /** By the monotonic clock, so that a change of the wall clock ends nothing. */
  readonly since: number;
}

/**
 * Finds the sessions that have no output, no input, no viewer and no window for the timeout of their
 * folder, and passes them to the command line, which contains the providers. It has a timer only while there
 * are sessions.
 */
export class OrphanWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private readonly quiet = new Map<string, Quiet>();
  /** When the sessions of a folder were last passed on, by its URI. */
  private readonly judgedAt = new Map<string, number>();
  private isChecking = false;

  constructor(private readonly deps: OrphanWatchDeps) {
    const { clock, sessions } = deps;
    this.timer = this.store.add(new Timer(clock));
    this.store.add(
      sessions.onDidChange(({ session }) => {
        if (session.attachedCount > 0) {
          // It may be shown for less than the interval.
          this.quiet.delete(session.id);
        }
        this.plan();
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  private plan(): void {
    if (this.deps.sessions.list().length === 0) {
      this.timer.stop();
    } else if (!this.timer.isRunning && !this.isChecking) {
      this.timer.start(CHECK_ORPHANS_EVERY_MS, () => void this.check());
    }
  }

  private async check(): Promise<void> {
    this.isChecking = true;
    try {
      await this.endDue(await this.deps.listFolders());
    } catch (error) {
      this.deps.logger.warn(`Idle agents without a window cannot be ended: ${toMessage(error)}`);
    } finally {
      this.isChecking = false;
    }
    this.plan();
  }

  private async endDue(folders: readonly OrphanFolder[]): Promise<void> {
    const sessions = this.deps.sessions.list();
    this.forgetAllBut(sessions);
    for (const folder of folders) {
      const due = sessions.filter((session) => this.isDue(session, folder));
      if (due.length > 0 && this.isJudgeable(folder)) {
        await this.end(
          folder,
          due.map(({ id }) => id),
        );
      }
    }
  }

  private async end({ file, uri }: OrphanFolder, ids: readonly string[]): Promise<void> {
    this.judgedAt.set(uri, this.deps.clock.monotonic());
    const lines = await this.deps.endOrphans(file, ids);
    lines.forEach((line) => this.deps.logger.info(line));
  }

  /** A session that was not ended is judged again, at most once in {@link JUDGE_ORPHANS_EVERY_MS}: each time starts a process. */
  private isJudgeable({ uri }: OrphanFolder): boolean {
    const last = this.judgedAt.get(uri);
    return last === undefined || this.deps.clock.monotonic() - last >= JUDGE_ORPHANS_EVERY_MS;
  }

  /** Measures each session's time, so each check calls it for all of them. */
  private isDue(session: SessionInfo, folder: OrphanFolder): boolean {
    if (session.folder !== folder.uri || !isRunning(session)) {
      return false;
    }
    const now = this.deps.clock.monotonic();
    const { attachedCount, generation, id, lastInputAt, lastOutputAt } = session;
    const mark = [generation, lastOutputAt, lastInputAt, folder.openedMark].join(' ');
    const last = this.quiet.get(id);
    if (attachedCount > 0 || folder.isOpen || last?.mark !== mark) {
      this.quiet.set(id, { mark, since: now });
      return false;
    }
    return now - last.since >= folder.timeoutMs;
  }

  private forgetAllBut(sessions: readonly SessionInfo[]): void {
    const ids = new Set(sessions.map(({ id }) => id));
    [...this.quiet.keys()].filter((id) => !ids.has(id)).forEach((id) => this.quiet.delete(id));
  }
}
