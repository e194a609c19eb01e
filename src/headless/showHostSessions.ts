import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { WindowSessions } from '../pty/windowSessions';

/** Lists all sessions of the session host in this process, without a claim on any. */
export function showHostSessions(
  sessions: Pick<WindowSessions, 'acquire' | 'listOthers' | 'onDidChangeOthers' | 'onDidRelease'>,
): Disposable {
  const store = new DisposableStore();
  sessions.listOthers().forEach(({ id }) => sessions.acquire(id));
  store.add(
    sessions.onDidChangeOthers(
      ({ session, type }) => type === 'created' && sessions.acquire(session.id),
    ),
  );
  // Another process owns it from then on, and this one still shows it.
  store.add(sessions.onDidRelease(({ id }) => sessions.acquire(id)));
  return store;
}
