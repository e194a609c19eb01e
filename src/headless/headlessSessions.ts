import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { WindowSessions } from '../pty/windowSessions';
import { settledWithin, systemClock } from '../base/clock';
import { toMessage } from '../base/errors';
import type { SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import { folderOfSession, type FolderRef } from '../agents/folderRef';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { Logger } from '../base/logger';

/** Lists all sessions of the session host in this process, without a claim on any. */
export function showHostSessions(sessions: WindowSessions): Disposable {
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

/** How long the session host may take to list its sessions, in milliseconds. */
const LIST_LIMIT_MS = 5_000;

/** Connects to the session host if one runs. Never rejects; a failure is shown to the person. */
export async function findHost(
  host: { connect(): Promise<void> },
  notify: (message: string) => void,
): Promise<void> {
  const found = host
    .connect()
    .catch((error: unknown) => notify(`Running sessions could not be listed: ${toMessage(error)}`));
  await settledWithin(systemClock, LIST_LIMIT_MS, found);
}

/** How long the first reading of all screens may delay the start, in milliseconds. */
const READ_LIMIT_MS = 3000;

/**
 * Reads what each agent does, which it reported before this process began. A session that ends
 * meanwhile is not read.
 */
export async function readStatuses(
  sessions: SessionService,
  status: Pick<StatusService, 'explain'>,
): Promise<void> {
  const readings = sessions.list().map(({ id }) => status.explain(id));
  await settledWithin(systemClock, READ_LIMIT_MS, Promise.allSettled(readings));
}

/** The ids of a folder's sessions that run in tmux, which a process without a window cannot drive. */
export async function listTmuxOnly(
  tmuxSessions: Pick<TmuxSessions, 'list'>,
  folder: FolderRef,
): Promise<readonly string[]> {
  const running = (await tmuxSessions.list()).filter(({ hasEnded }) => !hasEnded);
  return running
    .map(({ spec }) => ({ id: spec.id, folder: spec.folder ?? null, workDir: spec.program.cwd }))
    .filter((session) => folderOfSession(session, [folder]) !== undefined)
    .map(({ id }) => id);
}

/** A logger for a process without a log: problems are shown to the person. */
export function messageLogger(notify: (message: string) => void): Logger {
  return {
    debug() {},
    info() {},
    warn: (message) => notify(message),
    error: (message, cause?: unknown) =>
      notify(
        [message, cause]
          .filter((part) => part !== undefined)
          .map(String)
          .join(' '),
      ),
  };
}
