import type { TerminalLook } from '../pty/terminalLook';
import type { Settings } from './settings';

/** The limits of a session backend. */
interface BackendLimits extends Pick<
  Settings,
  'keepScreensOnDisk' | 'maxSessions' | 'screenWorker'
> {
  /** How long an exited session stays in the list; milliseconds. */
  readonly exitedRetentionMs: number;
  /** Undefined without a window. */
  readonly look: TerminalLook | undefined;
}

/** Converts the settings to the limits of a session backend. */
export function backendLimits(settings: Settings, look?: TerminalLook): BackendLimits {
  const { exitedRetentionSeconds, keepScreensOnDisk, maxSessions, screenWorker } = settings;
  const exitedRetentionMs = exitedRetentionSeconds * 1000;
  return { exitedRetentionMs, keepScreensOnDisk, look, maxSessions, screenWorker };
}
