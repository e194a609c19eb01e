import type { FolderRef } from '../../agents/folderRef';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Settings } from '../../config/settings';
import type { SessionService } from '../../pty/sessionService';
import { lacksDialog, type Activity } from '../../status/activity';
import type { StatusService } from '../../status/statusService';
import {
  formatNotification,
  NOTIFICATION_BUTTONS,
  type NotificationButton,
} from './formatNotification';
import { planNotification, type Notified } from './planNotification';
import {
  listActivities,
  questionKey,
  type ActivitySources,
  type SessionActivity,
} from './waitingSessions';

interface NotificationsDeps extends ActivitySources {
  readonly status: Pick<StatusService, 'get' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'list' | 'onDidChange'>;
  readonly view: { readonly isWindowFocused: boolean; list(): ReadonlySet<string> };
  readonly folders: () => readonly FolderRef[];
  readonly clock: Pick<Clock, 'schedule'>;
  readonly setting: () => Settings['notifications'];
  /** Shows a message; settles with the pressed button once the message is gone. */
  show(text: string, ...buttons: readonly string[]): PromiseLike<string | undefined>;
  open(sessionId: string): PromiseLike<unknown>;
  /** Shows the whole request and approves it, if the session still asks the question `asked`. */
  approve(sessionId: string, asked: string | undefined): PromiseLike<unknown>;
  /** Sets the setting to `never`. */
  showNoMore(): PromiseLike<unknown>;
  showError(error: unknown): void;
}

/**
 * How long a message waits for the dialog of a reported question, because without it the message can
 * offer no approval; milliseconds.
 */
export const DIALOG_WAIT_MS = 2000;

/**
 * Shows messages of VS Code when an agent needs the person or is done, unless the person sees it.
 */
export class Notifications implements Disposable {
  private readonly store = new DisposableStore();
  /** By PTY id, until the session is removed. */
  private readonly notified = new Map<string, Notified>();
  /** Messages that wait for a dialog, by PTY id. */
  private readonly waiting = new Map<string, Disposable>();

  constructor(private readonly deps: NotificationsDeps) {
    this.store.add(deps.status.onDidChange((id) => this.handleChange(id)));
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'removed') {
          this.notified.delete(session.id);
          this.endWait(session.id);
        }
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
    [...this.waiting.keys()].forEach((id) => this.endWait(id));
  }

  /** An open message does not hold back a new one, because VS Code cannot close it. */
  private handleChange(id: string, waited: 'not yet' | 'enough' = 'not yet'): void {
    const { status, view, setting } = this.deps;
    const activity = status.get(id);
    const plan = planNotification({
      setting: setting(),
      isWindowFocused: view.isWindowFocused,
      isInView: view.list().has(id),
      activity,
      notified: this.notified.get(id),
    });
    const one = listActivities(this.deps).find(({ session }) => session.id === id);
    if (plan === 'skip' || !one) {
      this.endWait(id);
      this.noteEnd(id, activity);
      return;
    }
    if (plan === 'notify' && waited === 'not yet' && lacksDialog(activity.state)) {
      this.waitForDialog(id);
      return;
    }
    this.endWait(id);
    this.notified.set(id, { activity, goneAt: undefined });
    if (plan === 'notify') {
      this.notify(id, one).catch((error: unknown) => this.deps.showError(error));
    }
  }

  /** A further change does not extend the wait, so that a program cannot hold back a message. */
  private waitForDialog(id: string): void {
    if (!this.waiting.has(id)) {
      const show = (): void => this.handleChange(id, 'enough');
      this.waiting.set(id, this.deps.clock.schedule(DIALOG_WAIT_MS, show));
    }
  }

  private endWait(id: string): void {
    this.waiting.get(id)?.dispose();
    this.waiting.delete(id);
  }

  private noteEnd(id: string, { state, since }: Activity): void {
    const notified = this.notified.get(id);
    if (notified && notified.activity.state.kind !== state.kind) {
      this.notified.set(id, { ...notified, goneAt: notified.goneAt ?? since });
    }
  }

  private async notify(id: string, one: SessionActivity): Promise<void> {
    const folder = this.deps.folders().find(({ uri }) => uri === one.task?.folder);
    const { text, buttons } = formatNotification(one, folder?.name);
    const titles = buttons.map((button) => NOTIFICATION_BUTTONS[button]);
    const pressed = await this.deps.show(text, ...titles);
    const button = buttons.find((name) => NOTIFICATION_BUTTONS[name] === pressed);
    await this.act(button, id, questionKey(id, one.activity));
  }

  private async act(
    button: NotificationButton | undefined,
    id: string,
    asked: string | undefined,
  ): Promise<void> {
    switch (button) {
      case 'open':
        await this.deps.open(id);
        break;
      case 'approve':
        await this.deps.approve(id, asked);
        break;
      case 'never':
        await this.deps.showNoMore();
        break;
      case undefined:
        break;
    }
  }
}
