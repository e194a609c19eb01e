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
import { planNotification, type Told } from './planNotification';
import {
  listActivities,
  questionKey,
  type ActivitySources,
  type SessionActivity,
} from './waitingSessions';

export interface NotificationsDeps extends ActivitySources {
  readonly status: Pick<StatusService, 'get' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'list' | 'onDidChange'>;
  readonly view: { readonly isWindowFocused: boolean; list(): ReadonlySet<string> };
  readonly folders: () => readonly FolderRef[];
  readonly setting: () => Settings['notifications'];
  /** Gives the button that was pressed; settles when the message is gone. */
  show(text: string, ...buttons: readonly string[]): PromiseLike<string | undefined>;
  open(sessionId: string): PromiseLike<unknown>;
  /** Allows what the session asks, if it still is this very question. */
  approve(sessionId: string, asked: string | undefined): PromiseLike<unknown>;
  /** Puts the setting to `never`. */
  showNoMore(): PromiseLike<unknown>;
  showError(error: unknown): void;
}

/** Tells the person by messages of VS Code that an agent needs them or is done, where they do not see it. */
export class Notifications implements Disposable {
  private readonly store = new DisposableStore();
  /** By PTY id, as long as the session is there. */
  private readonly told = new Map<string, Told>();

  constructor(private readonly deps: NotificationsDeps) {
    this.store.add(deps.status.onDidChange((id) => this.handleChange(id)));
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'removed') {
          this.told.delete(session.id);
        }
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  /** A message that stands there still keeps no other one back: VS Code cannot take it away. */
  private handleChange(id: string): void {
    const { status, view, setting } = this.deps;
    const activity = status.get(id);
    const plan = planNotification({
      setting: setting(),
      isWindowFocused: view.isWindowFocused,
      isInView: view.list().has(id),
      activity,
      told: this.told.get(id),
    });
    const one = listActivities(this.deps).find(({ session }) => session.id === id);
    if (plan === 'keep still' || !one) {
      this.noteEnd(id, activity);
      return;
    }
    this.told.set(id, { activity, goneAt: undefined });
    if (plan === 'tell') {
      this.tell(id, one).catch((error: unknown) => this.deps.showError(error));
    }
  }

  private noteEnd(id: string, { state, since }: Activity): void {
    const told = this.told.get(id);
    if (told && told.activity.state.kind !== state.kind) {
      this.told.set(id, { ...told, goneAt: told.goneAt ?? since });
    }
  }

  private async tell(id: string, one: SessionActivity): Promise<void> {
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
