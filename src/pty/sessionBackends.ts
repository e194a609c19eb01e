import { SessionError } from '../base/errors';
import type { SessionBackend } from './sessionBackend';
import type { Persistence } from './spawnMode';

/** One backend may be both. */
export interface BackendPair {
  /** Runs PTYs in this process, also those of tmux clients; undefined for a process that holds none. */
  readonly window: SessionBackend | undefined;
  /** Runs them in the session host. */
  readonly host: SessionBackend;
}

const BACKEND_OF = {
  window: 'window',
  tmux: 'window',
  host: 'host',
} as const satisfies Record<Persistence, keyof BackendPair>;

/** The backends of a window, each of which runs the sessions of some persistences. */
export class SessionBackends {
  readonly all: readonly SessionBackend[];

  constructor(private readonly pair: BackendPair) {
    const { window, host } = pair;
    this.all = [...new Set(window ? [window, host] : [host])];
  }

  /**
   * The backend that starts sessions of a persistence.
   * @throws {SessionError} `ILLEGAL_STATE` if this process does not hold such sessions.
   */
  for(persistence: Persistence = 'window'): SessionBackend {
    const backend = this.pair[BACKEND_OF[persistence]];
    if (!backend) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Without a window only sessions with the persistence "host" can start; this one has "${persistence}". Open the folder in VS Code.`,
      );
    }
    return backend;
  }

  /** The backend that lists the session, whichever window owns it. */
  with(id: string): SessionBackend | undefined {
    return this.all.find((backend) => backend.get(id) !== undefined);
  }
}
