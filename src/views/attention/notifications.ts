import type { FolderRef } from '../../agents/agentService';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Settings } from '../../config/settings';
import type { SessionService } from '../../pty/sessionService';
import type { Activity } from '../../status/activity';
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
  readonly setting: () => Settings['notifications'];
  /** Shows a message; settles with the pressed button once the message is gone. */
  show(text: string, ...buttons: readonly string[]): PromiseLike<string | undefined>;
  open(sessionId: string): PromiseLike<unknown>;
  /** Approves the question `asked`, if the session still asks it. */
  approve(sessionId: string, asked: string | undefined): PromiseLike<unknown>;
  /** Sets the setting to `never`. */
  showNoMore(): PromiseLike<unknown>;
  showError(error: unknown): void;
}

/**
 * Shows messages of VS Code when an agent needs the person or is done, unless the person sees it.
 */
export class Notifications implements Disposable {
  private readonly store = new DisposableStore();
  /** By PTY id, until the session is removed. */
  private readonly notified = new Map<string, Notified>();

  constructor(private readonly deps: NotificationsDeps) {
    this.store.add(deps.status.onDidChange((id) => this.handleChange(id)));
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'removed') {
          this.notified.delete(session.id);
        }
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  /** An open message does not hold back a new one, because VS Code cannot close it. */
  private handleChange(id: string): void {
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
      this.noteEnd(id, activity);
      return;
    }
    this.notified.set(id, { activity, goneAt: undefined });
    if (plan === 'notify') {
      this.notify(id, one).catch((error: unknown) => this.deps.showError(error));
    }
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
