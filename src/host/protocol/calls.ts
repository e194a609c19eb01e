import { RequestType, RequestType0 } from 'vscode-jsonrpc/node';
import type { SessionErrorCode } from '../../base/errors';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionSpec, VisibleScreen } from '../../pty/sessionService';

/**
 * Counts up when a host and a client of two versions can no longer talk. Hosts of two protocols
 * run beside each other, each with the sessions that it began with.
 */
export const PROTOCOL_VERSION = 1;

/** The first thing that a client says; whatever else comes first closes its connection. */
export interface Hello {
  readonly token: string;
  readonly protocol: number;
  /** Random; the same when the same client connects again. */
  readonly client: string;
  /** The version of the extension that it is of. */
  readonly version: string;
  readonly pid: number;
}

/** What it is answered. */
export interface Welcome {
  readonly pid: number;
  /** The version of the extension that the host came with. */
  readonly version: string;
  readonly protocol: number;
  /** What this host can do beside what each host of its protocol can. */
  readonly capabilities: readonly string[];
  /** Random; another one is another host, which has none of the sessions of the one before. */
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /**
   * The number of the last input of this client that was taken over an earlier connection. Frames
   * `typedText` and `typedBytes` and notes `input` are counted together, for a client and not for a
   * stream, so that after a new connection none is taken twice and none is lost.
   */
  readonly typedSeq: number;
  readonly sessions: readonly SessionInfo[];
}

/** What a host is like, for a person to read. */
export interface HostReport {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  readonly startedAt: string;
  readonly uptimeMs: number;
  /** The memory that the process has, in bytes. */
  readonly rss: number;
  readonly sessions: number;
  readonly clients: number;
}

export interface AttachCall {
  readonly id: string;
  /** Chosen by the client, never twice over one connection: output may come before the answer. */
  readonly stream: number;
  readonly dimensions?: Dimensions | undefined;
  readonly scrollback?: number | undefined;
  readonly isTerminal?: boolean | undefined;
  /**
   * Whether this viewer was there before, over a connection that is gone: its first drawing resets
   * its terminal, since nobody knows what it has been sent last.
   */
  readonly isReturning?: boolean | undefined;
}

export interface TextCall {
  readonly id: string;
  readonly scrollback?: number | undefined;
}

/** The limits of the host, as the window that said so last has them. */
export interface HostLimits {
  readonly maxSessions: number;
  readonly exitedRetentionMs: number;
  readonly keepScreensOnDisk: boolean;
}

/** What goes with an error: the code of the `SessionError` that it was. */
export interface CallFault {
  readonly code: SessionErrorCode;
}

export const HELLO = new RequestType<Hello, Welcome, CallFault>('hello');
export const CREATE = new RequestType<SessionSpec, SessionInfo, CallFault>('create');
/** Settles once the first drawing was sent. */
export const ATTACH = new RequestType<AttachCall, null, CallFault>('attach');
export const TEXT = new RequestType<TextCall, string, CallFault>('text');
export const COLOURED_TEXT = new RequestType<TextCall, string, CallFault>('colouredText');
export const SCREEN = new RequestType<TextCall, VisibleScreen, CallFault>('screen');
export const KILL = new RequestType<{ readonly id: string }, null, CallFault>('kill');
export const REPORT = new RequestType0<HostReport, CallFault>('report');
/** Ends all sessions, bounded, and then the host. */
export const STOP = new RequestType0<null, CallFault>('stop');
/** Either side asks it of the other, to see that it is there; JSON-RPC answers. */
export const PING = new RequestType0<null, CallFault>('ping');
