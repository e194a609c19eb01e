import { z } from 'zod';
import { parsePtyId } from '../pty/ptyId';
import { parseJson } from '../base/parseJson';

/** A session that a window holds: nobody else may drive it, or its conversation, meanwhile. */
export interface Lease {
  readonly ptyId: string;
  /** Its conversation's id, as its CLI knows it; undefined while that is not known. */
  readonly conversation: string | undefined;
  /** Where its program runs, and since when, in milliseconds since the epoch: not after its start. */
  readonly workDir?: string | undefined;
  readonly startedAt?: number | undefined;
}

/** All that one window holds, as it writes it down for the others. */
export interface LeaseHolder {
  readonly pid: number;
  /** A home directory may be shared by machines, whose process ids say nothing of one another. */
  readonly hostname: string;
  readonly leases: readonly Lease[];
}

const HOLDER = z.object({
  pid: z.number().int().positive(),
  hostname: z.string(),
  leases: z.array(
    z
      .object({
        ptyId: z.string(),
        conversation: z.string().optional(),
        workDir: z.string().optional(),
        startedAt: z.number().optional(),
      })
      .transform((lease) => ({ ...lease, conversation: lease.conversation })),
  ),
});

/** Undefined for what is no holder's file. */
export function parseLeaseFile(text: string): LeaseHolder | undefined {
  const json = parseJson(text);
  const holder = json.kind === 'value' ? HOLDER.safeParse(json.value) : undefined;
  return holder?.success ? holder.data : undefined;
}

export function formatLeaseFile(holder: LeaseHolder): string {
  return JSON.stringify(holder);
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
