import * as z from 'zod/mini';
import type { SessionSpec } from '../../pty/sessionService';
import type { AttachCall, Hello, TextCall, WriteAfterCall } from '../protocol/calls';
import type { ClientMessage } from '../protocol/messages';

/*
 * The messages of clients. Additional fields, which newer clients may send, are ignored.
 */

const id = z.string().check(z.minLength(1), z.maxLength(256));
const stream = z.int().check(z.nonnegative(), z.maximum(0xffff_ffff));
const seq = z.int().check(z.nonnegative(), z.maximum(0xffff_ffff));
/** Clamped later. Numbers only: a missing size is not a size. */
const dimensions = z.object({ cols: z.number(), rows: z.number() });
const scrollback = z.optional(z.int().check(z.nonnegative()));

const program = z.looseObject({
  file: z.string(),
  args: z.array(z.string()),
  commandLine: z.optional(z.string()),
  cwd: z.string(),
  requiresCwd: z.optional(z.boolean()),
  env: z.record(z.string(), z.string()),
  onceFile: z.optional(z.object({ path: z.string(), text: z.string() })),
});

const startShell = z.optional(z.object({ path: z.string(), startup: z.string() }));

const fallback = z.looseObject({
  exec: z.string(),
  program,
  exitMarkerNonce: z.optional(z.string()),
  startShell,
  followUp: z.optional(program),
  notice: z.string(),
});

export const HELLO_SCHEMA: z.ZodMiniType<Hello> = z.looseObject({
  token: z.string(),
  protocol: z.int(),
  client: id,
  version: z.string(),
  pid: z.int(),
});

export const SPEC_SCHEMA: z.ZodMiniType<SessionSpec> = z.looseObject({
  id,
  label: z.string(),
  kind: z.enum(['local', 'ssh']),
  exec: z.string(),
  program,
  dimensions: z.optional(dimensions),
  scrollback: z.int().check(z.nonnegative()),
  afterExit: z.enum(['shell', 'keep', 'close']),
  endsWithAgent: z.optional(z.boolean()),
  followUp: z.optional(program),
  fallback: z.optional(fallback),
  exitMarkerNonce: z.optional(z.string()),
  startShell,
  seed: z.optional(z.string()),
  parent: z.optional(z.string()),
  persistence: z.optional(z.enum(['window', 'tmux', 'host'])),
  folder: z.optional(z.string()),
});

export const ATTACH_SCHEMA: z.ZodMiniType<AttachCall> = z.looseObject({
  id,
  stream,
  dimensions: z.optional(dimensions),
  scrollback,
  isTerminal: z.optional(z.boolean()),
  isReturning: z.optional(z.boolean()),
});

export const TEXT_SCHEMA: z.ZodMiniType<TextCall> = z.looseObject({ id, scrollback });

export const WRITE_AFTER_SCHEMA: z.ZodMiniType<WriteAfterCall> = z.looseObject({
  id,
  output: z.int(),
  data: z.string(),
});

export const ID_SCHEMA: z.ZodMiniType<{ readonly id: string }> = z.looseObject({ id });

const channel = z.int().check(z.minimum(0), z.maximum(255));
const colour = z.tuple([channel, channel, channel]);

const limits = z.object({
  maxSessions: z.int().check(z.positive()),
  exitedRetentionMs: z.number().check(z.nonnegative()),
  keepScreensOnDisk: z.boolean(),
  // Windows of 0.1.0 do not send it.
  screenWorker: z._default(z.enum(['auto', 'off']), 'auto'),
  look: z.optional(
    z.object({
      unicodeVersion: z.enum(['6', '11']),
      theme: z.enum(['dark', 'light', 'highContrast', 'highContrastLight']),
      foreground: z.optional(colour),
      background: z.optional(colour),
    }),
  ),
});

const MESSAGES = {
  limits: z.object({ note: z.literal('limits'), limits }),
  detach: z.object({ note: z.literal('detach'), stream }),
  resizeViewer: z.object({ note: z.literal('resizeViewer'), stream, dimensions }),
  fallBehind: z.object({ note: z.literal('fallBehind'), stream }),
  redraw: z.object({
    note: z.literal('redraw'),
    stream,
    scope: z.enum(['screen', 'all']),
    redraw: z.int(),
  }),
  credit: z.object({ note: z.literal('credit'), stream, bytes: z.int().check(z.nonnegative()) }),
  input: z.object({ note: z.literal('input'), id, base64: z.string(), seq }),
  resize: z.object({ note: z.literal('resize'), id, dimensions }),
  relabel: z.object({ note: z.literal('relabel'), id, label: z.string() }),
  signal: z.object({ note: z.literal('signal'), id, signal: z.enum(['SIGINT', 'SIGKILL']) }),
  watch: z.object({ note: z.literal('watch'), id, stream }),
  unwatch: z.object({ note: z.literal('unwatch'), stream }),
} as const satisfies {
  readonly [Kind in ClientMessage['note']]: z.ZodMiniType<Extract<ClientMessage, { note: Kind }>>;
};

const ANY_NOTE = z.looseObject({ note: z.string() });

/**
 * Parses a message of a client. Returns undefined for a kind that only newer clients send.
 * @throws for content that is not a message of this protocol.
 */
export function parseClientMessage(content: Uint8Array): ClientMessage | undefined {
  const value: unknown = JSON.parse(Buffer.from(content).toString());
  const { note } = ANY_NOTE.parse(value);
  const schema: z.ZodMiniType<ClientMessage> | undefined = isKnown(note)
    ? MESSAGES[note]
    : undefined;
  return schema?.parse(value);
}

function isKnown(note: string): note is ClientMessage['note'] {
  return Object.hasOwn(MESSAGES, note);
}
