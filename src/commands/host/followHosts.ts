import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { COMMANDS } from '../../config/contributions';
import type { SettingsReader } from '../../config/settingsReader';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import type { SessionService } from '../../pty/sessionService';
import type { Messages } from '../../views/dialogs/messages';
import { watchPersistence } from '../../views/workspace/explainPersistence';
import { onDidChangeFolders } from '../../views/workspace/workspaceState';
import { followStuckStarts } from '../start/stuckStarts';
import type { HostHealth } from './describeSessionHost';
import { SessionHostWatch } from './sessionHostWatch';

interface FollowHostsDeps {
  readonly core: {
    readonly hostClient: { readonly onDidChangeHealth: Event<HostHealth>; refresh(): void };
    readonly reconnector: SessionReconnector;
    readonly sessions: SessionService;
  };
  readonly log: Logger;
  readonly messages: Messages;
  readonly settings: SettingsReader;
}

/**
 * Shows messages about the session host's health, about agents that do not begin, and about changes of the
 * setting `persistence`; sends changed limits and folders to the session host, and connects to surviving
 * sessions of an added folder.
 */
export function followHosts({ core, log, messages, settings }: FollowHostsDeps): Disposable {
  const { hostClient, reconnector, sessions } = core;
  const { openSession, restartSession, showSessionHost } = COMMANDS;
  const store = new DisposableStore();
  store.add(
    new SessionHostWatch({
      log,
      messages,
      onDidChangeHealth: hostClient.onDidChangeHealth,
      onDidChangeSessions: sessions.onDidChange,
      openSession: (session) => vscode.commands.executeCommand(openSession, { session }),
      showSessionHost: () => vscode.commands.executeCommand(showSessionHost),
    }),
  );
  store.add(
    followStuckStarts({
      messages,
      sessions,
      startDirectly: (session) =>
        vscode.commands.executeCommand(restartSession, { session, spawnMode: 'direct' }),
    }),
  );
  store.add(watchPersistence({ settings, sessions, showInfo: messages.showInfo }));
  store.add(settings.onDidChange(() => hostClient.refresh()));
  store.add(
    onDidChangeFolders(() => {
      hostClient.refresh();
      void reconnector.reconnectAll();
    }),
  );
  return store;
}
