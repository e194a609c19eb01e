import type { ShownSession } from '../../operations/starts/sessionCreation';
import type { WindowApi } from '../../api/home/windowApi';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { SettingsReader } from '../../config/settingsReader';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import { subjectOfSession } from '../terminals/terminalSubject';
import { onDidChangeFolders } from './workspaceState';

/**
 * Connects the API with the window: publishes it while the settings allow it, and opens terminals for
 * sessions when programs request it.
 */
export function connectApi(deps: {
  readonly onDidRequestShow: Event<ShownSession>;
  readonly settings: SettingsReader;
  readonly terminals: SessionTerminals;
  readonly window: WindowApi;
}): Disposable {
  const { onDidRequestShow, settings, terminals, window } = deps;
  const store = new DisposableStore();
  const update = (): void => void window.update();
  store.add(onDidChangeFolders(update));
  store.add(settings.onDidChange(update));
  store.add(
    onDidRequestShow(({ session, task }) => {
      const { location } = settings.read(task.folder).settings;
      const subject = subjectOfSession(session, { label: session.label, task });
      terminals.open(subject, { location, focus: 'leave' });
    }),
  );
  update();
  return store;
}
