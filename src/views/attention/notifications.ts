import type { FolderRef } from '../../agents/folderRef';
import { MINUTE_MS, type Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { MessageKind, Settings } from '../../config/settings';
import { isRunning } from '../../pty/liveAgent';
import type { SessionService } from '../../pty/sessionService';
import { lacksDialog, type Activity } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import {
  formatNotification,
  formatNotifications,
  NOTIFICATION_BUTTONS,
  type NotificationButton,
} from './formatNotification';
import { kindOf, planNotification, type Notified } from './planNotification';
import {
  findReported,
  questionKey,
  type ActivitySources,
  type ReportedSession,
} from './waitingSessions';

interface NotificationsDeps extends ActivitySources {
  readonly status: StatusService;
  readonly sessions: SessionService;
  readonly view: { readonly isWindowFocused: boolean; list(): ReadonlySet<string> };
  readonly folders: () => readonly FolderRef[];
  readonly clock: Clock;
  readonly setting: () => Settings['notifications'];
  /** Shows a message; settles with the pressed button once the message is gone. */
  show(text: string, ...buttons: readonly string[]): PromiseLike<string | undefined>;
  open(sessionId: string): PromiseLike<unknown>;
  /** Opens the one of these sessions that the person chooses. */
  openOne(sessionIds: readonly string[]): PromiseLike<unknown>;
  /** Shows the whole request and approves it, if the session still asks the question `asked`. */
  approve(sessionId: string, asked: string | undefined): PromiseLike<unknown>;
  /** Turns messages of these kinds off in the settings. */
  turnOff(kinds: readonly MessageKind[]): PromiseLike<unknown>;
  showError(error: unknown): void;
}

/**
 * How long a message waits: for others, so that many at once become one, and for the dialog of a
 * reported question, because without it the message can offer no approval; milliseconds.
 */
export const WAIT_MS = 2000;

/** The most messages in a minute; what comes then is in the next one. */
export const MAX_PER_MINUTE = 5;

/**
 * Shows messages of VS Code when an agent needs the person, is done, or cannot go on, unless the
 * person sees it. What is no longer true when its message would be shown is left out.
 */
export class Notifications implements Disposable {
  private readonly store = new DisposableStore();
  /** By PTY id, until the session is removed. */
  private readonly notified = new Map<string, Notified>();
  /** Since when a session waits for its message, by PTY id. */
  private readonly waiting = new Map<string, number>();
  private readonly timer: Timer;
  /** When the messages of the last minute were shown. */
  private shownAt: readonly number[] = [];

  constructor(private readonly deps: NotificationsDeps) {
    this.timer = this.store.add(new Timer(deps.clock));
    this.store.add(deps.status.onDidChange((id) => this.handleChange(id)));
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'removed') {
          this.notified.delete(session.id);
          this.waiting.delete(session.id);
          this.schedule();
        }
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  /**
   * A further change does not extend the wait, so that a program cannot hold back a message. An open
   * message does not hold back a new one, because VS Code cannot close it.
   */
  private handleChange(id: string): void {
    const one = findReported(this.deps, id);
    const plan = this.plan(one);
    if (plan === 'notify') {
      this.waiting.set(id, this.waiting.get(id) ?? this.deps.clock.monotonic());
    } else {
      this.waiting.delete(id);
    }
    if (one && plan === 'known') {
      this.notified.set(id, { activity: one.activity, goneAt: undefined });
    } else if (plan === 'skip') {
      this.noteEnd(id, this.deps.status.get(id));
    }
    this.schedule();
  }

  private plan(one: ReportedSession | undefined): ReturnType<typeof planNotification> {
    if (!one || !mayBeReported(one)) {
      return 'skip';
    }
    const { view, setting } = this.deps;
    return planNotification({
      setting: setting(),
      isWindowFocused: view.isWindowFocused,
      isInView: view.list().has(one.session.id),
      isMuted: one.isMuted,
      activity: one.activity,
      notified: this.notified.get(one.session.id),
    });
  }

  private noteEnd(id: string, { state, since }: Activity): void {
    const notified = this.notified.get(id);
    if (notified && notified.activity.state.kind !== state.kind) {
      this.notified.set(id, { ...notified, goneAt: notified.goneAt ?? since });
    }
  }

  /** Sets the timer to when the next message is due and may be shown. */
  private schedule(): void {
    if (this.waiting.size === 0) {
      this.timer.stop();
      return;
    }
    const now = this.deps.clock.monotonic();
    this.shownAt = this.shownAt.filter((at) => now - at < MINUTE_MS);
    const [first = now] = this.shownAt;
    const free = this.shownAt.length < MAX_PER_MINUTE ? now : first + MINUTE_MS;
    const due = Math.min(...this.waiting.values()) + WAIT_MS;
    this.timer.start(Math.max(due, free) - now, () => this.showReady());
  }

  /** Shows all that wait, except questions whose dialog may still appear. */
  private showReady(): void {
    const now = this.deps.clock.monotonic();
    const ready = [...this.waiting].filter(
      ([id, since]) => now - since >= WAIT_MS || !lacksDialog(this.deps.status.get(id).state),
    );
    ready.forEach(([id]) => this.waiting.delete(id));
    const all = ready
      .flatMap(([id]) => findReported(this.deps, id) ?? [])
      .filter((one) => this.plan(one) === 'notify');
    if (all.length > 0) {
      this.shownAt = [...this.shownAt, now];
      all.forEach(({ session, activity }) =>
        this.notified.set(session.id, { activity, goneAt: undefined }),
      );
      this.notify(all).catch((error: unknown) => this.deps.showError(error));
    }
    this.schedule();
  }

  private async notify(all: readonly ReportedSession[]): Promise<void> {
    const [one, ...more] = all;
    if (!one) {
      return;
    }
    const folder = this.deps.folders().find(({ uri }) => uri === one.task?.folder);
    const { text, buttons } =
      more.length > 0 ? formatNotifications(all) : formatNotification(one, folder?.name);
    const titles = buttons.map((button) => NOTIFICATION_BUTTONS[button]);
    const pressed = await this.deps.show(text, ...titles);
    await this.act(
      buttons.find((name) => NOTIFICATION_BUTTONS[name] === pressed),
      all,
      one,
    );
  }

  private async act(
    button: NotificationButton | undefined,
    all: readonly ReportedSession[],
    { session: { id }, activity }: ReportedSession,
  ): Promise<void> {
    switch (button) {
      case 'open':
        await this.deps.open(id);
        break;
      case 'openOne':
        await this.deps.openOne(all.map(({ session }) => session.id));
        break;
      case 'approve':
        await this.deps.approve(id, questionKey(id, activity));
        break;
      case 'never':
        await this.deps.turnOff([...new Set(all.flatMap((each) => kindOf(each.activity) ?? []))]);
        break;
      case undefined:
        break;
    }
  }
}

/**
 * Of a session that has ended, only that end is reported; nothing if it was ended by a request, or if its
 * agent never began, for which there is another message.
 */
function mayBeReported({ session, activity }: ReportedSession): boolean {
  const hasDied = kindOf(activity) === 'died' && !session.pendingStart;
  return !session.isKilled && (isRunning(session) || hasDied);
}
