import type { SessionInfo } from '../../pty/sessionService';

/** What commands do about what holds sessions beyond windows. */
export interface SessionHosting {
  state(): Promise<HostState>;
  /** Those whose directories are gone, so that no window can go on with them. */
  listStrays(): Promise<readonly SessionInfo[]>;
  /** Hosts that run beside the window's own, which it cannot use. */
  listOthers(): Promise<readonly OtherHost[]>;
  /** Ends one of these with its sessions: in order where it can, bounded. */
  endOther(other: OtherHost): Promise<void>;
  /** Ends all sessions, bounded, and then the host. */
  stop(): Promise<void>;
  /** The same by its process, for the window's own that does not answer. */
  endProcess(pid: number): Promise<void>;
  start(): Promise<void>;
  endSession(session: SessionInfo): Promise<void>;
}

/** What a session host says of itself. */
export interface HostReport {
  readonly pid: number;
  readonly version: string;
  readonly uptimeMs: number;
  /** The memory that the process has, in bytes. */
  readonly rss: number;
  readonly sessions: number;
  readonly clients: number;
}

/** What is known of the session host. */
export type HostState =
  | { readonly kind: 'none' }
  | { readonly kind: 'silent'; readonly pid: number }
  | { readonly kind: 'answers'; readonly report: HostReport };

/** A session host that this window cannot use, such as one of another version's protocol. */
export interface OtherHost {
  /** What it calls itself. */
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** The ids of what runs in it, as far as it says. */
  readonly sessions: readonly string[];
}
