import { settledWithin, systemClock } from '../base/clock';
import type { SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';

/** How long the first reading of all screens may delay the start, in milliseconds. */
const READ_LIMIT_MS = 3000;

/**
 * Reads what each agent does, which it reported before this process began. A session that ends
 * meanwhile is not read.
 */
export async function readStatuses(
  sessions: Pick<SessionService, 'list'>,
  status: Pick<StatusService, 'explain'>,
): Promise<void> {
  const readings = sessions.list().map(({ id }) => status.explain(id));
  await settledWithin(systemClock, READ_LIMIT_MS, Promise.allSettled(readings));
}
