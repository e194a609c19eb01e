import * as z from 'zod';
import { parseJson } from '../base/parseJson';
import { parsePtyId } from '../pty/ptyId';

const LEASE = z.object({
  ptyId: z.string(),
  /** The provider whose conversations a preset shares; undefined: the one in the PTY id. */
  cli: z.string().optional(),
  /** The id that the CLI gave the conversation; undefined while it is not known. */
  conversation: z.string().optional(),
  workDir: z.string().optional(),
});

const REQUEST = z.object({
  id: z.string(),
  ptyId: z.string(),
  terms: z.enum(['ifAbandoned', 'always']),
  /** The name of the owner's file. */
  to: z.string(),
});

const ANSWER = z.enum(['ended', 'watched', 'failed']);

const WINDOW = z.object({
  pid: z.number().int().positive(),
  /** As `readStartTime` returns it, since the system reuses process ids; earlier versions lack it. */
  startTime: z.string().optional(),
  /** Machines that share a home directory have unrelated process ids. */
  hostname: z.string(),
  leases: z.array(LEASE).readonly(),
  // Other versions have no messages, or others. These are ignored; their leases count.
  requests: z.array(REQUEST).readonly().catch([]),
  /** By the ids of the requests; undefined, which no file has, while the window works on one. */
  answers: z.record(z.string(), ANSWER.optional()).readonly().catch({}),
  /** Whether it is a process without a window, which does not return once it has ended. */
  isCommand: z.boolean().optional().catch(undefined),
});

/** The claim of a window on a session and its conversation. No other window drives them meanwhile. */
export type Lease = Readonly<z.infer<typeof LEASE>>;

/** A request to the window that owns a session to end it, so that it can continue elsewhere. */
export type HandoverRequest = Readonly<z.infer<typeof REQUEST>>;

/** When a session is handed over: only if no person has its window open, or always, as a person has decided. */
export type HandoverTerms = HandoverRequest['terms'];

/** The session does not run there any more, or was kept since a person has the window open, or could not be ended. */
export type HandoverAnswer = z.infer<typeof ANSWER>;

export type WindowFile = Readonly<z.infer<typeof WINDOW>>;

export function parseWindowFile(text: string): WindowFile | undefined {
  const json = parseJson(text);
  const parsed = json.kind === 'value' ? WINDOW.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

/** Whether both are of one session, or of one conversation of one CLI. */
export function isSameLease(one: Lease, other: Lease): boolean {
  const isSameConversation =
    one.conversation !== undefined && one.conversation === other.conversation;
  return one.ptyId === other.ptyId || (isSameConversation && cliOfLease(one) === cliOfLease(other));
}

/** The CLI whose agents store the conversation; presets share that of their provider. */
function cliOfLease({ cli, ptyId }: Lease): string | undefined {
  return cli ?? parsePtyId(ptyId)?.providerId;
}
