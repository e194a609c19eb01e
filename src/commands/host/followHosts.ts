import * as vscode from 'vscode';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import type { SessionService } from '../../pty/sessionService';
import type { Messages } from '../../views/dialogs/messages';
import { followWorkspace, type FollowWorkspaceDeps } from '../../views/workspace/followWorkspace';
import { followStuckStarts } from '../start/stuckStarts';
import type { HostHealth } from './describeSessionHost';
import { SessionHostWatch, type SessionHostWatchDeps } from './sessionHostWatch';

interface FollowHostsDeps extends Pick<SessionHostWatchDeps, 'log'> {
  readonly core: {
    readonly hostClient: FollowWorkspaceDeps['hostClient'] & {
      readonly onDidChangeHealth: Event<HostHealth>;
    };
    readonly reconnector: SessionReconnector;
    readonly sessions: SessionService;
  };
  readonly messages: Messages;
  readonly settings: FollowWorkspaceDeps['settings'];
}

/**
 * Shows messages about the session host's health and about agents that do not begin, and notifies the
 * host of changes of the window.
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
      onDidChangeSessions: sessions.onDidChange,
      startDirectly: (session) =>
        vscode.commands.executeCommand(restartSession, { session, spawnMode: 'direct' }),
    }),
  );
  const { showInfo } = messages;
  store.add(followWorkspace({ hostClient, reconnector, sessions, settings, showInfo }));
  return store;
}
