import { createHash } from 'node:crypto';
import type { ConversationKind } from '../pty/ptyId';

export interface IsolationFacts {
  readonly kind: ConversationKind;
  readonly suffix: string;
  /**
   * `start`: for the first time; `resume`: it ran before; `fresh`: with a new conversation instead
   * of its own.
   */
  readonly startKind: 'start' | 'resume' | 'fresh';
  /** The conversation id that the session map has for the PTY id, if it is still valid. */
  readonly known: string | undefined;
  /** Whether another session of this provider has its own conversation in the same directory. */
  readonly hasOthers: boolean;
  /** The conversations of the directory that no session owns, newest first. */
  readonly unowned: readonly string[];
  readonly randomUuid: () => string;
}

/**
 * The conversation of a session, and the case that led to it. `toConversationChoice` then
 * chooses the CLI's arguments.
 */
export type IsolationDecision =
  | { readonly case: 'known'; readonly uuid: string }
  | { readonly case: 'additionalChat'; readonly uuid: string }
  | { readonly case: 'adopted'; readonly uuid: string }
  | { readonly case: 'firstMain'; readonly uuid: string }
  | { readonly case: 'fresh'; readonly uuid: string }
  /** The directory's only conversation, if exactly one is unowned. */
  | { readonly case: 'existing'; readonly uuid: string }
  /** Several conversations are possible: the person has to choose. */
  | { readonly case: 'ask' };

/**
 * Keeps the conversations of several sessions in one directory apart:
 * 1. A session with an entry in the map continues its own conversation.
 * 2. A new chat gets a conversation of its own.
 * 3. A main session that was alone until now, and is joined by others, adopts the newest unowned one.
 * 4. A main session that starts for the first time gets a conversation of its own.
 * 5. A main session that ran before and has no id continues the directory's only conversation. The
 *    "latest" conversation would not do: two tasks in one directory would share it.
 */
export function decideIsolation(facts: IsolationFacts): IsolationDecision {
  const { kind, startKind, known, hasOthers, unowned, suffix } = facts;
  if (startKind === 'fresh') {
    return { case: 'fresh', uuid: facts.randomUuid() };
  }
  if (known !== undefined) {
    return { case: 'known', uuid: known };
  }
  const own = deterministicUuid(suffix);
  if (kind === 'chat') {
    return { case: 'additionalChat', uuid: own };
  }
  const [newest, ...more] = unowned;
  if (startKind === 'start' || newest === undefined || unowned.includes(own)) {
    return { case: 'firstMain', uuid: own };
  }
  if (hasOthers) {
    return { case: 'adopted', uuid: newest };
  }
  return more.length === 0 ? { case: 'existing', uuid: newest } : { case: 'ask' };
}

/**
 * The UUID of a session's first own conversation: the first 16 bytes of the SHA-256 of the PTY id's
 * suffix, with the bits of a version 4 UUID. The same suffix gives the same UUID on every machine,
 * so the conversation is found even if the session map was lost.
 */
export function deterministicUuid(suffix: string): string {
  const bytes = createHash('sha256').update(suffix).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((start, at, all) => hex.slice(start, all[at + 1])).join('-');
}
