import type { Clock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import type { PtySpawner } from '../ptyProcess';
import type { Screens } from '../screen/screens';

export interface SessionDeps {
  readonly clock: Clock;
  /** Those of all sessions of the process. */
  readonly screens: Screens;
  readonly spawner: PtySpawner;
  /** `process.kill`, without an error if the program has ended. */
  readonly sendSignal: (pid: number, signal: 'SIGCONT' | 'SIGKILL') => void;
  readonly isDirectory: (path: string) => boolean;
  readonly logger: Logger;
}
