import type { Logger } from '../../base/logger';
import type { PtySpawner } from '../ptyProcess';
import type { ScreenDeps } from '../screen/screen';
import type { ReadTurns } from './readTurns';

export interface SessionDeps extends ScreenDeps {
  /** Shared by all sessions of a process. */
  readonly turns: ReadTurns;
  readonly spawner: PtySpawner;
  /** `process.kill`, without an error if the program has ended. */
  readonly sendSignal: (pid: number, signal: 'SIGCONT' | 'SIGKILL') => void;
  readonly isDirectory: (path: string) => boolean;
  readonly logger: Logger;
}
