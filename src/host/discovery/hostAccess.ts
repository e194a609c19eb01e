/** A session host that runs, as the file that it wrote says. */
export interface FoundHost {
  readonly pid: number;
  /** Of a socket, or on Windows of a named pipe. */
  readonly socketPath: string;
  /** What a client shows to be let in. */
  readonly token: string;
  /** The version of the extension that it came with. */
  readonly version: string;
  /** Random; another one is another host. */
  readonly host: string;
}

/** How a window gets to the session host of its user and its protocol. */
export interface HostAccess {
  /** The one that runs, if any does; of one that is known already, where it listens by now. */
  find(known?: FoundHost): Promise<FoundHost | undefined>;
  /**
   * The same, or one that is started now; two windows that ask at once get the same.
   * @throws {SessionError} `SPAWN_FAILED`, which says why and where the log is;
   * `FORBIDDEN` cases such as a directory that is not the person's own alone are told the same way.
   */
  ensure(): Promise<FoundHost>;
  /** Whether its very process is still there, and not another one of its number. */
  isAlive(host: FoundHost): boolean;
}
