import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import type { MessageKind, Settings } from '../../config/settings';
import type { SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import type { TaskStore } from '../../tasks/taskStore';
import { JoinedEvent } from '../tree/joinedEvent';
import type { Messages } from '../dialogs/messages';
import { quickPickers } from '../dialogs/quickPickers';
import { vscodeMessages } from '../dialogs/vscodeMessages';
import { NeedsYouView } from './needsYouView';
import { Notifications } from './notifications';
import { markSeenSessions } from './seenMarker';
import { SessionsInView } from './sessionsInView';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import { formatTerminalLabel } from '../terminals/terminalSubject';
import { presentState } from '../tree/sessionPresentation';
import type { SessionTreeView } from '../tree/sessionTreeView';
import { StatusPages } from './statusPages';
import {
  countWaiting,
  formatNeedsYou,
  planStatusBarText,
  type StatusBarText,
} from './statusBarText';
import { findReported, listActivities, listWaiting } from './waitingSessions';
import { setForUser } from '../workspace/userSettings';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';

/** The delay after the first change of a burst until the views are updated, in milliseconds. */
const REFRESH_DELAY_MS = 50;

/** In the status bar, next to the items of other extensions about the whole window. */
const PRIORITY = 50;

/**
 * Shows the activity of agents outside of the tree: Needs You, the badge, the status bar, terminal
 * names, messages.
 */
export class StatusViews implements Disposable {
  private readonly store = new DisposableStore();
  private readonly statusBar = this.store.add(createStatusBarItem());
  readonly needsYou: NeedsYouView;
  readonly pages: StatusPages;

  constructor(
    private readonly deps: {
      readonly sessions: SessionService;
      readonly tasks: TaskStore;
      readonly status: StatusService;
      readonly terminals: SessionTerminals;
      readonly treeView: SessionTreeView;
      readonly messages: Messages;
      readonly setting: () => Settings['notifications'];
      readonly clock: Clock;
    },
  ) {
    const { sessions, tasks, status, terminals, clock } = deps;
    const events = [sessions.onDidChange, tasks.onDidChange, status.onDidChange];
    const changes = this.store.add(
      new JoinedEvent(clock, REFRESH_DELAY_MS, [...events, onDidChangeFolders]),
    );
    this.pages = this.store.add(new StatusPages({ status, clock }));
    this.needsYou = this.store.add(
      new NeedsYouView({
        waiting: () => listWaiting(deps),
        onDidChange: changes.event,
        folders: listFolders,
        clock,
      }),
    );
    this.store.add(changes.event(() => this.showCounts()));
    this.store.add(status.onDidChange((id) => terminals.updateMark(id)));
    // The mark of an ended agent must be removed.
    this.store.add(sessions.onDidChange(({ session }) => terminals.updateMark(session.id)));
    const view = this.store.add(new SessionsInView(terminals));
    this.store.add(
      new Notifications({
        sessions,
        tasks,
        status,
        view,
        clock,
        folders: listFolders,
        setting: deps.setting,
        show: vscodeMessages.showInformation,
        open: openSession,
        openOne: (ids) => this.openOne(ids),
        approve,
        turnOff: (kinds) => turnOff(deps.setting(), kinds),
        showError: (error) => deps.messages.showError(error),
      }),
    );
    this.store.add(markSeenSessions(status, view));
    this.showCounts();
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Lists those of the sessions that still exist, as they are now. */
  private async openOne(ids: readonly string[]): Promise<void> {
    const found = ids.flatMap((id) => findReported(this.deps, id) ?? []);
    const choices = found.map(({ session, activity, ...name }) => {
      const { icon, words } = presentState(session, activity.state, { changesModel: false });
      const label = formatTerminalLabel(name);
      return { sessionId: session.id, label, description: words, detail: session.workDir, icon };
    });
    const [first] = choices;
    const id = choices.length > 1 ? await quickPickers.pickSession(choices) : first?.sessionId;
    if (id !== undefined) {
      await openSession(id);
    }
  }

  private showCounts(): void {
    const all = listActivities(this.deps);
    const waiting = countWaiting(all);
    drawStatusBar(this.statusBar, planStatusBarText(all));
    this.deps.treeView.showBadge(waiting, formatNeedsYou(waiting));
  }
}

function createStatusBarItem(): vscode.StatusBarItem {
  const left = vscode.StatusBarAlignment.Left;
  const item = vscode.window.createStatusBarItem('agentTerminals.status', left, PRIORITY);
  item.name = 'Agents';
  item.command = COMMANDS.nextSession;
  return item;
}

function drawStatusBar(item: vscode.StatusBarItem, shown: StatusBarText | undefined): void {
  if (!shown) {
    item.hide();
    return;
  }
  item.text = shown.text;
  item.tooltip = shown.tooltip;
  item.accessibilityInformation = { label: shown.words };
  item.backgroundColor = shown.needsYou
    ? new vscode.ThemeColor('statusBarItem.warningBackground')
    : undefined;
  item.show();
}

// The actions of a message's buttons. Commands show their own errors.

function openSession(session: string): PromiseLike<unknown> {
  return vscode.commands.executeCommand(COMMANDS.openSession, { session });
}

function approve(session: string, asked: string | undefined): PromiseLike<unknown> {
  return vscode.commands.executeCommand(COMMANDS.approve, { session, asked });
}

function turnOff(
  setting: Settings['notifications'],
  kinds: readonly MessageKind[],
): PromiseLike<unknown> {
  const now = typeof setting === 'string' ? { when: setting } : setting;
  const off = Object.fromEntries(kinds.map((kind) => [kind, false]));
  return setForUser('notifications', { ...now, ...off });
}
