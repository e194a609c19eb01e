import type { Settings } from './settings';

type LimitSettings = Pick<
  Settings,
  'exitedRetentionSeconds' | 'keepScreensOnDisk' | 'maxSessions' | 'screenWorker'
>;

/** The limits of each backend, in its units, as the settings have them. */
export function hostLimitsOf(settings: LimitSettings) {
  const { exitedRetentionSeconds, keepScreensOnDisk, maxSessions, screenWorker } = settings;
  const exitedRetentionMs = exitedRetentionSeconds * 1000;
  return { exitedRetentionMs, keepScreensOnDisk, maxSessions, screenWorker };
}
