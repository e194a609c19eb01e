import type { DisposableStore } from '../base/lifecycle';
import { createCommands } from '../commands/createCommands';
import { followHosts } from '../commands/host/followHosts';
import type { SnapshotFacts } from '../config/folderSnapshots';
import { listDroppedSettings } from '../config/settingsReader';
import { createViews } from '../views/createViews';
import { modalQuestions } from '../views/dialogs/vscodeMessages';
import { createModelOffers } from '../views/models/modelOffers';
import type { ViewsDeps } from '../views/viewsDeps';
import { keepFolderSnapshots } from '../views/workspace/keepFolderSnapshots';
import { connectApi } from '../views/workspace/connectApi';
import { watchSettingProblems } from '../views/workspace/settingProblems';
import { createPersistenceChoice } from '../views/workspace/userSettings';
import { listFolders, onDidChangeFolders } from '../views/workspace/workspaceState';
import type { Core } from './core';

interface WindowParts extends ViewsDeps {
  readonly core: Core;
  /** Settles when the state that earlier windows stored is loaded, or loading timed out. */
  readonly loaded: Promise<unknown>;
  readonly snapshotFacts: SnapshotFacts;
}

export type Window = ReturnType<typeof createWindow>;

/** Creates the views, the commands and the messages for a core; `store` owns all of them. */
export function createWindow(parts: WindowParts, store: DisposableStore) {
  const { core, settings, log, loaded, snapshotFacts } = parts;
  const { api, home, sessions } = core;
  const views = createViews(parts, store);
  const { messages, restore, terminals, terminalViews } = views;
  const { showNotice } = messages;
  store.add(
    watchSettingProblems({ folders: listFolders, onDidChangeFolders, settings, showNotice }),
  );
  store.add(core.notices.onDidNotice(showNotice));
  listDroppedSettings().forEach((key) =>
    log.info(`The setting agentTerminals.${key} has no effect any more. Remove it.`),
  );
  const { consent, onDidRequestShow } = core.operations;
  store.add(consent.register({ ask: (question) => modalQuestions.ask(question), showNotice }));
  const { window } = api;
  void loaded.then(() => store.add(connectApi({ onDidRequestShow, settings, terminals, window })));
  void loaded.then(async () => {
    const folders = listFolders().map(({ uri }) => uri);
    (await core.landings.settle(folders)).forEach(showNotice);
  });
  store.add(keepFolderSnapshots({ facts: snapshotFacts, home, log, sessions, settings }));
  store.add(followHosts({ core, log, messages, settings }));
  const offers = createModelOffers(parts, store);
  const { commandOf, provideTerminalProfile } = createCommands({
    core,
    loaded,
    persistenceChoice: store.add(createPersistenceChoice(snapshotFacts.storagePath)),
    settings: (folderUri) => settings.read(folderUri).settings,
    views,
  });
  return { entryPoints: { commandOf, offers, provideTerminalProfile }, restore, terminalViews };
}
