import { z } from 'zod';
import { parseJson } from '../base/parseJson';
import { parsePtyId } from '../pty/ptyId';

/** The claim of a window on a session and its conversation. No other window drives them meanwhile. */
export interface Lease {
  readonly ptyId: string;
  /** The conversation's id, as its CLI has it; undefined while that is not known. */
  readonly conversation: string | undefined;
  /** Where its program runs, and since when, in milliseconds since the epoch: not after its start. */
  readonly workDir?: string | undefined;
  readonly startedAt?: number | undefined;
}

/** When a session is handed over: only if no person has its window open, or always, as a person has decided. */
export type HandoverTerms = 'ifAbandoned' | 'always';

/** Asks the window that owns a session to end it, so that it can continue elsewhere. */
export interface HandoverRequest {
  readonly id: string;
  readonly ptyId: string;
  readonly terms: HandoverTerms;
  /** The name of the owner's file. */
  readonly to: string;
}

/** The session does not run there any more, or was kept since a person has the window open, or could not be ended. */
export type HandoverAnswer = 'ended' | 'watched' | 'failed';

/** What one window publishes to the others that share the directory. */
export interface WindowFile {
  readonly pid: number;
  /** As `readStartTime` returns it, since the system may give a pid to another process; earlier versions lack it. */
  readonly startTime?: string | undefined;
  /** A home directory may be shared by machines, whose process ids are unrelated. */
  readonly hostname: string;
  readonly leases: readonly Lease[];
  readonly requests: readonly HandoverRequest[];
  /** By the ids of the requests. */
  readonly answers: Readonly<Record<string, HandoverAnswer>>;
}

const LEASE = z
  .object({
    ptyId: z.string(),
    conversation: z.string().optional(),
    workDir: z.string().optional(),
    startedAt: z.number().optional(),
  })
  .transform((lease) => ({ ...lease, conversation: lease.conversation }));

const REQUEST = z.object({
  id: z.string(),
  ptyId: z.string(),
  terms: z.enum(['ifAbandoned', 'always']),
  to: z.string(),
});

const WINDOW = z.object({
  pid: z.number().int().positive(),
  startTime: z.string().optional(),
  hostname: z.string(),
  leases: z.array(LEASE),
  // Other versions may have none, or others: these are not understood, but the leases count.
  requests: z.array(REQUEST).catch([]),
  answers: z.record(z.string(), z.enum(['ended', 'watched', 'failed'])).catch({}),
});

/** Undefined for a file of another shape. */
export function parseWindowFile(text: string): WindowFile | undefined {
  const json = parseJson(text);
  const parsed = json.kind === 'value' ? WINDOW.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

export function formatWindowFile(file: WindowFile): string {
  return JSON.stringify(file);
}

/** Whether both are of one session, or of one conversation of one CLI. */
export function isSameLease(one: Lease, other: Lease): boolean {
  const isSameConversation =
    one.conversation !== undefined && one.conversation === other.conversation;
  return one.ptyId === other.ptyId || (isSameConversation && isSameProvider(one, other));
}

function isSameProvider(one: Lease, other: Lease): boolean {
  return parsePtyId(one.ptyId)?.providerId === parsePtyId(other.ptyId)?.providerId;
}
