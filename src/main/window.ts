import type * as vscode from 'vscode';
import type { DisposableStore } from '../base/lifecycle';
import { createCommands } from '../commands/createCommands';
import type { EntryPoints } from '../commands/entryPoints';
import { followHosts } from '../commands/host/followHosts';
import type { ConfirmationStore } from '../config/confirmations';
import type { SnapshotFacts } from '../config/folderSnapshots';
import { listDroppedSettings, type SettingsReader } from '../config/settingsReader';
import { createViews } from '../views/createViews';
import { createModelOffers } from '../views/models/modelOffers';
import type { SessionRestore } from '../views/restore/sessionRestore';
import type { TerminalViews } from '../views/restore/terminalViews';
import { keepFolderSnapshots } from '../views/workspace/keepFolderSnapshots';
import { connectApi } from '../views/workspace/connectApi';
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
  const { core, settings, log, loaded, snapshotFacts } = parts;
  const { api, home, sessions } = core;
  const views = createViews(parts, store);
  const { messages, restore, terminals, terminalViews } = views;
  const { showNotice } = messages;
  const problems = () => listSettingProblems(settings, listFolders());
  store.add(watchSettingProblems({ settings, onDidChangeFolders, problems, showNotice }));
  store.add(core.notices.onDidNotice(showNotice));
  listDroppedSettings().forEach((key) =>
    log.info(`The setting agentTerminals.${key} has no effect any more. Remove it.`),
  );
  const { onDidRequestShow } = core.operations;
  const { window } = api;
  void loaded.then(() => store.add(connectApi({ onDidRequestShow, settings, terminals, window })));
  store.add(keepFolderSnapshots({ facts: snapshotFacts, home, log, sessions, settings }));
  store.add(followHosts({ core, log, messages, settings }));
  const offers = createModelOffers(parts, store);
  const { commands, provideTerminalProfile } = createCommands({
    core,
    loaded,
    persistenceChoice: store.add(createPersistenceChoice(snapshotFacts.storagePath)),
    settings: (folderUri) => settings.read(folderUri).settings,
    views,
  });
  return { entryPoints: { commands, offers, provideTerminalProfile }, restore, terminalViews };
}
