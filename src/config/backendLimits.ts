import type { TerminalLook } from '../pty/terminalLook';
import type { Settings } from './settings';

/** Converts the settings to the limits of a session backend; `look` is undefined without a window. */
export function backendLimits(settings: Settings, look?: TerminalLook) {
  const { exitedRetentionSeconds, keepScreensOnDisk, maxSessions, screenWorker } = settings;
  const exitedRetentionMs = exitedRetentionSeconds * 1000;
  return { exitedRetentionMs, keepScreensOnDisk, look, maxSessions, screenWorker };
}
