import type { SessionInfo } from '../../pty/sessionService';

export interface SessionHosting {
  state(): Promise<HostState>;
  /** The sessions whose directories do not exist any more, so that no window can continue them. */
  listWithoutDirectory(): Promise<readonly SessionInfo[]>;
  /** The session hosts that this window cannot use. */
  listOthers(): Promise<readonly OtherHost[]>;
  /** Ends another host with its sessions, within a time limit, and gracefully if it responds. */
  endOther(other: OtherHost): Promise<void>;
  /** Ends all sessions, within a time limit, and then the host. */
  stop(): Promise<void>;
  /** Ends the window's own host by its process id, if it does not respond. */
  endProcess(pid: number): Promise<void>;
  start(): Promise<void>;
  endSession(session: SessionInfo): Promise<void>;
}

interface HostReport {
  readonly pid: number;
  readonly version: string;
  readonly uptimeMs: number;
  /** The resident memory of the process, in bytes. */
  readonly rss: number;
  readonly sessions: number;
  readonly clients: number;
}

/** The state of the window's session host; `silent`: its process runs but does not respond. */
export type HostState =
  | { readonly kind: 'none' }
  | { readonly kind: 'silent'; readonly pid: number }
  | { readonly kind: 'answers'; readonly report: HostReport };

/** A session host that this window cannot use, such as one of another version's protocol. */
export interface OtherHost {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** The ids of its sessions, as far as it reports them. */
  readonly sessions: readonly string[];
}
