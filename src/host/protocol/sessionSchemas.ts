import * as z from 'zod/mini';
import type { SessionEvent, SessionInfo, SessionSpec } from '../../pty/sessionService';

/*
 * The parts of messages and calls that both sides check. Additional fields, which a newer version
 * may send, are ignored.
 */

export const ID = z.string().check(z.minLength(1), z.maxLength(256));
export const STREAM = z.int().check(z.nonnegative(), z.maximum(0xffff_ffff));
/** Clamped later. Numbers only: a missing size is not a size. */
export const DIMENSIONS = z.object({ cols: z.number(), rows: z.number() });
export const SCROLLBACK = z.optional(z.int().check(z.nonnegative()));

const PERSISTENCE = z.enum(['window', 'tmux', 'host']);
const AFTER_EXIT = z.enum(['shell', 'keep', 'close']);

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

export const SPEC: z.ZodMiniType<SessionSpec> = z.looseObject({
  id: ID,
  label: z.string(),
  kind: z.enum(['local', 'ssh']),
  exec: z.string(),
  program,
  dimensions: z.optional(DIMENSIONS),
  scrollback: z.int().check(z.nonnegative()),
  afterExit: AFTER_EXIT,
  endsWithAgent: z.optional(z.boolean()),
  followUp: z.optional(program),
  fallback: z.optional(fallback),
  exitMarkerNonce: z.optional(z.string()),
  startShell,
  seed: z.optional(z.string()),
  parent: z.optional(z.string()),
  persistence: z.optional(PERSISTENCE),
  folder: z.optional(z.string()),
});

/** The fields of a session that change too often for an event for each change. */
const TOUCHED_FIELDS = {
  id: z.string(),
  generation: z.number(),
  lastOutputAt: z.nullable(z.number()),
  lastInputAt: z.nullable(z.number()),
  bracketedPaste: z.boolean(),
};

export const TOUCHED = z.object(TOUCHED_FIELDS);
export type Touched = Readonly<z.infer<typeof TOUCHED>>;

export const SESSION: z.ZodMiniType<SessionInfo> = z.object({
  ...TOUCHED_FIELDS,
  label: z.string(),
  kind: z.enum(['local', 'ssh']),
  state: z.enum(['creating', 'active', 'idle', 'terminated']),
  workDir: z.string(),
  afterExit: AFTER_EXIT,
  createdAt: z.string(),
  programStartedAt: z.string(),
  exec: z.string(),
  pid: z.nullable(z.number()),
  attachedCount: z.number(),
  hasOutput: z.boolean(),
  dimensions: DIMENSIONS,
  fellBack: z.boolean(),
  exitCode: z.nullable(z.number()),
  exitSignal: z.nullable(z.string()),
  isKilled: z.boolean(),
  agentExitCode: z.nullable(z.number()),
  parent: z.nullable(z.string()),
  persistence: PERSISTENCE,
  folder: z.nullable(z.string()),
  isLost: z.boolean(),
  pendingStart: z.optional(z.object({ reason: z.string(), isStuck: z.boolean() })),
  notices: z.array(z.string()),
});

export const EVENT: z.ZodMiniType<SessionEvent> = z.object({
  type: z.enum(['created', 'changed', 'agentExit', 'exit', 'removed']),
  session: SESSION,
});
