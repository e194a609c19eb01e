import { settledWithin, systemClock } from '../base/clock';
import { toMessage } from '../base/errors';

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
