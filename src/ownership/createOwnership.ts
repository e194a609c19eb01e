import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../base/clock';
import { isSameProcess } from '../base/isSameProcess';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { readStartTime } from '../base/readStartTime';
import type { WindowSessions } from '../pty/windowSessions';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';
import { Handovers } from './handovers';
import { Leases } from './leases';
import { SessionHandover } from './sessionHandover';
import { SessionOwnership } from './sessionOwnership';

export interface CreateOwnershipDeps {
  /** The hooks of a session that leaves report to another window from then on. */
  readonly hooks: { leave(ptyId: string): void };
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
  readonly map: SessionMapStore;
  /** Shows the person one sentence. */
  readonly notify: (message: string) => void;
  readonly sessions: WindowSessions;
  /** The directory that all windows share. */
  readonly storagePath: string;
  readonly tasks: TaskStore;
}

export interface Ownership {
  readonly handover: SessionHandover;
  readonly leases: Leases;
  readonly ownership: SessionOwnership;
}

/** Creates the leases of this window's sessions, and what hands sessions over between windows. */
export function createOwnership(deps: CreateOwnershipDeps, store: DisposableStore): Ownership {
  const { logger, map, sessions, tasks } = deps;
  const { pid } = process;
  const clock = systemClock;
  const directory = join(deps.storagePath, 'leases');
  const handleReadError = (error: unknown): void =>
    logger.error('The files of other windows cannot be read.', error);
  const leases = store.add(
    new Leases({
      clock,
      directory,
      handleError: handleReadError,
      isRunning: (owner) => isSameProcess({ pid: owner.pid, startTime: owner.startTime }),
      self: { pid, startTime: readStartTime(pid), hostname: hostname() },
    }),
  );
  const handovers = store.add(
    new Handovers({ clock, directory, handleError: handleReadError, leases }),
  );
  const handleError = (error: unknown): void =>
    logger.error('The lease of a session may not be released.', error);
  const ownership = store.add(new SessionOwnership({ clock, handleError, leases, sessions }));
  const handover = store.add(
    new SessionHandover({
      clock,
      handovers,
      hooks: deps.hooks,
      isWatched: deps.isWatched,
      leases,
      map,
      notify: deps.notify,
      ownership,
      sessions,
      tasks,
    }),
  );
  return { handover, leases, ownership };
}
