import { RequestType, RequestType0 } from 'vscode-jsonrpc/node';
import type { SessionErrorCode } from '../../base/errors';
import type { ProcessLimits } from '../../pty/createSessionManager';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionSpec, VisibleScreen } from '../../pty/sessionService';

/**
 * The version of the protocol. It increases when a host and a client of different versions can no
 * longer communicate. Hosts of two protocols run side by side, each with the sessions that it
 * started.
 */
export const PROTOCOL_VERSION = 1;

/** The capability of a host that writes the `onceFile` of a program; those of 0.1.0 do not. */
export const ONCE_FILES = 'onceFiles';

/** The first message of a client. Any other first message closes the connection. */
export interface Hello {
  readonly token: string;
  readonly protocol: number;
  /** Random; unchanged when the same client reconnects. */
  readonly client: string;
  /** The version of the extension that the client belongs to. */
  readonly version: string;
  readonly pid: number;
}

/** The host's answer to {@link Hello}. */
export interface Welcome {
  readonly pid: number;
  /** The version of the extension that started the host. */
  readonly version: string;
  readonly protocol: number;
  /** The optional features of this host, beyond those that every host of its protocol has. */
  readonly capabilities: readonly string[];
  /**
   * Random. A different value means a different host, which has none of the previous host's
   * sessions.
   */
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /**
   * The number of the last input of this client that the host accepted over an earlier connection.
   * Frames `typedText` and `typedBytes` and messages `input` share one count for each client, not one
   * for each stream. So after a reconnection no input is lost or accepted twice.
   */
  readonly typedSeq: number;
  readonly sessions: readonly SessionInfo[];
}

/** A session's data as they are sent, with `life` for `generation`; see `wire.ts`. */
export type OnWire<T extends { readonly generation: number }> = Omit<T, 'generation'> & {
  readonly life: number;
};

export type WireSession = Omit<OnWire<SessionInfo>, 'notices'> & {
  readonly remarks: SessionInfo['notices'];
};

export type WireWelcome = Omit<Welcome, 'sessions'> & { readonly sessions: readonly WireSession[] };

/** The state of a host, as shown to a person. */
export interface HostReport {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  readonly startedAt: string;
  readonly uptimeMs: number;
  /** The resident memory of the process, in bytes. */
  readonly rss: number;
  readonly sessions: number;
  readonly clients: number;
}

export interface AttachCall {
  readonly id: string;
  /**
   * Chosen by the client, and unique on its connection: output may arrive before the answer to this
   * call.
   */
  readonly stream: number;
  readonly dimensions?: Dimensions | undefined;
  readonly scrollback?: number | undefined;
  readonly isTerminal?: boolean | undefined;
  /**
   * Whether this viewer was attached over an earlier connection. Its first drawing then resets its
   * terminal, because the last output that it received is unknown.
   */
  readonly isReturning?: boolean | undefined;
}

export interface TextCall {
  readonly id: string;
  readonly scrollback?: number | undefined;
}

/** See `SessionHandle.writeAfter`. */
export interface WriteAfterCall {
  readonly id: string;
  readonly output: number;
  readonly data: string;
}

/** The limits of the host. The window that sent its limits last determines them. */
export interface HostLimits extends ProcessLimits {
  readonly keepScreensOnDisk: boolean;
}

/** The data of a JSON-RPC error: the code of the `SessionError` that caused it. */
export interface CallFault {
  readonly code: SessionErrorCode;
}

export const HELLO = new RequestType<Hello, WireWelcome, CallFault>('hello');
export const CREATE = new RequestType<SessionSpec, WireSession, CallFault>('create');
/** Settles once the first drawing has been sent. */
export const ATTACH = new RequestType<AttachCall, null, CallFault>('attach');
export const TEXT = new RequestType<TextCall, string, CallFault>('text');
export const COLOURED_TEXT = new RequestType<TextCall, string, CallFault>('colouredText');
export const SCREEN = new RequestType<TextCall, VisibleScreen, CallFault>('screen');
export const WRITE_AFTER = new RequestType<WriteAfterCall, boolean, CallFault>('writeAfter');
export const KILL = new RequestType<{ readonly id: string }, null, CallFault>('kill');
export const REPORT = new RequestType0<HostReport, CallFault>('report');
/** Ends all sessions within a time limit, then the host. */
export const STOP = new RequestType0<null, CallFault>('stop');
/** Both sides send it to check that the other one responds. */
export const PING = new RequestType0<null, CallFault>('ping');
