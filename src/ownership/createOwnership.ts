import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { readStartTime } from '../base/readStartTime';
import type { WindowSessions } from '../pty/windowSessions';
import { Leases } from './leases';
import { SessionOwnership } from './sessionOwnership';

interface CreateOwnershipDeps {
  readonly hasWindow: boolean;
  readonly logger: Pick<Logger, 'error'>;
  readonly sessions: WindowSessions;
  readonly storagePath: string;
}

export type Ownership = ReturnType<typeof createOwnership>;

export function createOwnership(deps: CreateOwnershipDeps, store: DisposableStore) {
  const { hasWindow, logger, sessions, storagePath } = deps;
  const leases = store.add(
    new Leases({
      clock: systemClock,
      directory: join(storagePath, 'leases'),
      handleError: (error) =>
        logger.error('The leases of windows cannot be read or stored.', error),
      self: {
        pid: process.pid,
        startTime: readStartTime(process.pid),
        hostname: hostname(),
        isCommand: !hasWindow,
      },
    }),
  );
  const ownership = new SessionOwnership({ leases, sessions });
  return { leases, ownership: store.add(ownership) };
}
