import * as z from 'zod/mini';
import { SessionError } from '../../base/errors';
import type { HostLimits } from './calls';
import { DIMENSIONS, EVENT, ID, SCROLLBACK, SESSION, STREAM, TOUCHED } from './sessionSchemas';

const channel = z.int().check(z.minimum(0), z.maximum(255));
const colour = z.tuple([channel, channel, channel]);

const limits: z.ZodMiniType<HostLimits> = z.object({
  maxSessions: z.int().check(z.positive()),
  exitedRetentionMs: z.number().check(z.nonnegative()),
  keepScreensOnDisk: z.boolean(),
  screenWorker: z.enum(['auto', 'off']),
  look: z.optional(
    z.object({
      unicodeVersion: z.enum(['6', '11']),
      theme: z.enum(['dark', 'light', 'highContrast', 'highContrastLight']),
      foreground: z.optional(colour),
      background: z.optional(colour),
    }),
  ),
});

/** The messages of a client, processed in order with its input. */
const CLIENT_MESSAGES = {
  limits: z.object({ note: z.literal('limits'), limits }),
  /**
   * Attaches a viewer to a session. The client chooses the number of its stream, unique on its
   * connection. The host answers with `attached` after the first drawing, or with `refused`.
   */
  attach: z.object({
    note: z.literal('attach'),
    stream: STREAM,
    id: ID,
    dimensions: z.optional(DIMENSIONS),
    scrollback: SCROLLBACK,
    isTerminal: z.optional(z.boolean()),
  }),
  detach: z.object({ note: z.literal('detach'), stream: STREAM }),
  resizeViewer: z.object({
    note: z.literal('resizeViewer'),
    stream: STREAM,
    dimensions: DIMENSIONS,
  }),
  fallBehind: z.object({ note: z.literal('fallBehind'), stream: STREAM }),
  /** The host answers with a `redrawn` frame, in the order of these messages. */
  redraw: z.object({
    note: z.literal('redraw'),
    stream: STREAM,
    scope: z.enum(['screen', 'all']),
  }),
  /** The client has processed this many bytes of a stream. */
  acknowledge: z.object({
    note: z.literal('acknowledge'),
    stream: STREAM,
    bytes: z.int().check(z.nonnegative()),
  }),
  /** Input for a session that comes from no viewer. */
  input: z.object({ note: z.literal('input'), id: ID, base64: z.string() }),
  resize: z.object({ note: z.literal('resize'), id: ID, dimensions: DIMENSIONS }),
  relabel: z.object({ note: z.literal('relabel'), id: ID, label: z.string() }),
  signal: z.object({ note: z.literal('signal'), id: ID, signal: z.enum(['SIGINT', 'SIGKILL']) }),
  /** Requests the session's output as frames of that stream, from now on. */
  watch: z.object({ note: z.literal('watch'), id: ID, stream: STREAM }),
  unwatch: z.object({ note: z.literal('unwatch'), stream: STREAM }),
};

/** The messages of the host, in order with the output that it sends. */
const HOST_MESSAGES = {
  event: z.object({ note: z.literal('event'), event: EVENT }),
  signal: z.object({
    note: z.literal('signal'),
    signal: z.object({
      id: z.string(),
      generation: z.number(),
      kind: z.literal('osc'),
      code: z.number(),
      data: z.string(),
    }),
  }),
  /** Sent at most four times a second. */
  touched: z.object({ note: z.literal('touched'), sessions: z.array(TOUCHED) }),
  /** The viewer is attached, and its first drawing was sent. */
  attached: z.object({ note: z.literal('attached'), stream: STREAM }),
  refused: z.object({
    note: z.literal('refused'),
    stream: STREAM,
    /** The code of the `SessionError`; empty for any other error. */
    code: z.string(),
    message: z.string(),
  }),
  /** The session of a viewer has ended. The stream carries no more output. */
  exit: z.object({ note: z.literal('exit'), stream: STREAM, session: SESSION }),
};

type MessageOf<Schemas extends Readonly<Record<string, z.ZodMiniType>>> = z.infer<
  Schemas[keyof Schemas]
>;

export type ClientMessage = MessageOf<typeof CLIENT_MESSAGES>;
export type HostMessage = MessageOf<typeof HOST_MESSAGES>;
export type AttachMessage = z.infer<(typeof CLIENT_MESSAGES)['attach']>;

/**
 * Parses a message of a client. Returns undefined for a kind that only newer clients send.
 * @throws {SessionError} `BAD_REQUEST` for content that is not a message of this protocol.
 */
export function parseClientMessage(content: Uint8Array): ClientMessage | undefined {
  return parseMessage<ClientMessage>(CLIENT_MESSAGES, content);
}

/** Like {@link parseClientMessage}, of a host. */
export function parseHostMessage(content: Uint8Array): HostMessage | undefined {
  return parseMessage<HostMessage>(HOST_MESSAGES, content);
}

const ANY = z.object({ note: z.string() });

function parseMessage<T extends { readonly note: string }>(
  schemas: Readonly<Record<T['note'], z.ZodMiniType<T>>>,
  content: Uint8Array,
): T | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(content).toString());
    const { note } = ANY.parse(value);
    const isKnown = (name: string): name is T['note'] => Object.hasOwn(schemas, name);
    return isKnown(note) ? schemas[note].parse(value) : undefined;
  } catch (cause) {
    throw new SessionError('BAD_REQUEST', 'A message does not belong to this protocol.', { cause });
  }
}
