import * as z from 'zod/mini';
import type { SessionErrorCode } from '../../base/errors';
import type { ProcessLimits } from '../../pty/createSessionManager';
import type { SessionInfo, SessionSpec, VisibleScreen } from '../../pty/sessionService';
import { ID, SCROLLBACK, SESSION, SPEC } from './sessionSchemas';

/**
 * The version of the protocol. It increases when a host and a client of different versions can no
 * longer communicate. Hosts of two protocols run side by side, each with the sessions that it
 * started.
 */
export const PROTOCOL_VERSION = 2;

/** The limits of the host. The window that sent its limits last determines them. */
export interface HostLimits extends ProcessLimits {
  readonly keepScreensOnDisk: boolean;
}

/** The data of a JSON-RPC error: the code of the `SessionError` that caused it. */
export interface CallFault {
  readonly code: SessionErrorCode;
}

/** A JSON-RPC call. The host checks its parameters, the client its answer. */
export class Call<Params, Answer> {
  constructor(
    readonly method: string,
    readonly params: z.ZodMiniType<Params>,
    readonly answer: z.ZodMiniType<Answer>,
  ) {}
}

/** The first call of a client. Any other first call closes the connection. */
const hello = z.object({
  token: z.string(),
  protocol: z.int(),
  /** The version of the extension that the client belongs to. */
  version: z.string(),
  pid: z.int(),
});
export type Hello = Readonly<z.infer<typeof hello>>;

/** The identity of a host. */
const identity = {
  pid: z.int(),
  /** The version of the extension that started the host. */
  version: z.string(),
  protocol: z.int(),
  /** Random. A different value means another host, which has none of the previous host's sessions. */
  host: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
};

const welcome = z.object({ ...identity, sessions: z.array(SESSION) });
export type Welcome = Readonly<z.infer<typeof welcome>>;
export type HostIdentity = Omit<Welcome, 'sessions'>;

/** The state of a host, as shown to a person. */
const report = z.object({
  pid: z.int(),
  version: z.string(),
  protocol: z.int(),
  startedAt: z.string(),
  uptimeMs: z.number(),
  /** The resident memory of the process, in bytes. */
  rss: z.number(),
  sessions: z.int(),
  clients: z.int(),
});
export type HostReport = Readonly<z.infer<typeof report>>;

const screen: z.ZodMiniType<VisibleScreen> = z.object({
  rows: z.array(z.string()),
  wrapped: z.optional(z.array(z.number())),
  cursor: z.object({ row: z.number(), column: z.number() }),
  altScreen: z.boolean(),
  title: z.string(),
  output: z.optional(z.number()),
});

const none = z.object({});
const nothing = z.null();
const text = z.object({ id: ID, scrollback: SCROLLBACK });
const ofId = z.object({ id: ID });
/** See `SessionHandle.writeAfter`. */
const keys = z.object({ id: ID, output: z.int(), data: z.string() });

export const HELLO = new Call('hello', hello, welcome);
export const CREATE = new Call<SessionSpec, SessionInfo>('create', SPEC, SESSION);
export const TEXT = new Call('text', text, z.string());
export const COLOURED_TEXT = new Call('colouredText', text, z.string());
export const SCREEN = new Call('screen', ofId, screen);
export const WRITE_AFTER = new Call('writeAfter', keys, z.boolean());
export const KILL = new Call('kill', ofId, nothing);
export const REPORT = new Call('report', none, report);
/** Ends all sessions within a time limit, then the host. */
export const STOP = new Call('stop', none, nothing);
/** The client checks that the host responds. */
export const PING = new Call('ping', none, nothing);
