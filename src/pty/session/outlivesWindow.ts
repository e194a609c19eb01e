import { isRunning } from '../liveAgent';
import type { SessionInfo } from '../sessionService';

/** Whether the session is running and continues when its window closes. */
export function outlivesWindow(
  session: Pick<SessionInfo, 'persistence' | 'state'> | undefined,
): boolean {
  return isRunning(session) && session?.persistence !== 'window';
}
