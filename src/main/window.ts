import type * as vscode from 'vscode';
import type { DisposableStore } from '../base/lifecycle';
import { createCommands } from '../commands/createCommands';
import type { EntryPoints } from '../commands/entryPoints';
import { followHosts } from '../commands/host/followHosts';
import type { ConfirmationStore } from '../config/confirmations';
import type { SnapshotFacts } from '../config/folderSnapshots';
import { listDroppedSettings, type SettingsReader } from '../config/settingsReader';
import { createViews, type Views } from '../views/createViews';
import { createModelOffers } from '../views/models/modelOffers';
import type { SessionRestore } from '../views/restore/sessionRestore';
import type { TerminalViews } from '../views/restore/terminalViews';
import { keepFolderSnapshots } from '../views/workspace/keepFolderSnapshots';
import { publishApi } from '../views/workspace/publishApi';
import type { WindowLook } from '../views/workspace/windowLook';
import { listSettingProblems, watchSettingProblems } from '../views/workspace/settingProblems';
import { createPersistenceChoice } from '../views/workspace/userSettings';
import { listFolders, onDidChangeFolders } from '../views/workspace/workspaceState';
import type { Core } from './core';

interface WindowParts {
  readonly core: Core;
  readonly look: WindowLook;
  readonly settings: SettingsReader;
  readonly confirmations: ConfirmationStore;
  readonly log: vscode.LogOutputChannel;
  /** Settles when the state that earlier windows stored is loaded, or loading timed out. */
  readonly loaded: Promise<unknown>;
  /** The file that stores which terminals are open where. */
  readonly layoutPath: string | undefined;
  readonly snapshotFacts: SnapshotFacts;
}

export interface Window {
  readonly entryPoints: EntryPoints;
  readonly restore: SessionRestore;
  readonly terminalViews: TerminalViews;
}

/** Creates the views, the commands and the messages for a core; `store` owns all of them. */
export function createWindow(parts: WindowParts, store: DisposableStore): Window {
  const { core, settings, confirmations, log, loaded, layoutPath } = parts;
  const { look } = parts;
  const views = createViews({ confirmations, core, layoutPath, log, look, settings }, store);
  const { messages, restore, terminals, terminalViews } = views;
  const { showNotice } = messages;
  const problems = () => listSettingProblems(settings, listFolders());
  store.add(watchSettingProblems({ settings, onDidChangeFolders, problems, showNotice }));
  store.add(core.notices.onDidNotice(showNotice));
  listDroppedSettings().forEach((key) =>
    log.info(`The setting agentTerminals.${key} has no effect any more. Remove it.`),
  );
  const { onDidRequestShow, window } = core.api;
  void loaded.then(() => store.add(publishApi({ onDidRequestShow, settings, terminals, window })));
  const { home, sessions } = core;
  store.add(keepFolderSnapshots({ facts: parts.snapshotFacts, home, log, sessions, settings }));
  store.add(
    followHosts({
      hostClient: core.hostClient,
      log,
      messages,
      reconnector: core.reconnector,
      sessions,
      settings,
    }),
  );
  return { entryPoints: createEntryPoints(parts, views, store), restore, terminalViews };
}

function createEntryPoints(parts: WindowParts, views: Views, store: DisposableStore): EntryPoints {
  const { core, loaded, log, settings } = parts;
  const offers = createModelOffers(
    {
      installCommandLine: core.installCommandLine,
      loaded,
      log,
      sessions: core.sessions,
      settings,
      tools: core.tools,
      version: core.version,
    },
    store,
  );
  const { commands, provideTerminalProfile } = createCommands({
    core,
    loaded,
    persistenceChoice: store.add(createPersistenceChoice(parts.snapshotFacts.storagePath)),
    settings: (folderUri) => settings.read(folderUri).settings,
    views,
  });
  return { commands, offers, provideTerminalProfile };
}
