/** A running session host, as described by its lock file. */
export interface FoundHost {
  readonly pid: number;
  /** The path of its socket; on Windows of its named pipe. */
  readonly socketPath: string;
  /** The secret that authenticates a client. */
  readonly token: string;
  /** The version of the extension that started it. */
  readonly version: string;
  /** The host's id: random, different for each host. */
  readonly host: string;
}

/** Finds and starts the session host of the person, for this protocol. */
export interface HostAccess {
  /**
   * Returns the running host, if there is one. With `known`, returns that host with its current
   * socket.
   */
  find(known?: FoundHost): Promise<FoundHost | undefined>;
  /**
   * Returns the running host, or starts one. Concurrent calls, also of two windows, return the same
   * host.
   * @throws {SessionError} `SPAWN_FAILED` with the reason and the path of the log; also if the
   * directory does not belong to the person alone.
   */
  ensure(): Promise<FoundHost>;
  /** Whether the host's process still runs; false if another process has its id. */
  isAlive(host: FoundHost): boolean;
}
