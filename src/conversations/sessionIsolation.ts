import type { ConversationKind } from '../pty/ptyId';
import { deterministicUuid } from './deterministicUuid';

/** What is known when a session of a provider that tells conversations apart by id is to begin. */
export interface IsolationFacts {
  readonly kind: ConversationKind;
  /** The PTY id's. */
  readonly suffix: string;
  /** `start`: the first time; `resume`: it ran before; `fresh`: a new conversation in its place. */
  readonly wish: 'start' | 'resume' | 'fresh';
  /** The id that the session map has for the PTY id, where it is still valid. */
  readonly known: string | undefined;
  /** Whether another session of this provider has a conversation of its own in the same directory. */
  readonly hasOthers: boolean;
  /** The conversations of the directory that no session owns, newest first. */
  readonly unowned: readonly string[];
  readonly randomUuid: () => string;
}

/** Which conversation a session gets, and by which of the cases; what is said to the CLI follows in `toConversationChoice.ts`. */
export type IsolationDecision =
  | { readonly case: 'known'; readonly uuid: string }
  | { readonly case: 'additionalChat'; readonly uuid: string }
  | { readonly case: 'adopted'; readonly uuid: string }
  | { readonly case: 'firstMain'; readonly uuid: string }
  | { readonly case: 'fresh'; readonly uuid: string }
  /** No id of its own: the directory's one conversation, if there is just one that nobody owns. */
  | { readonly case: 'existing'; readonly uuid: string }
  /** Several may be meant: only the person can tell. */
  | { readonly case: 'ask' };

/**
 * Keeps the conversations of several sessions in one directory apart:
 * 1. a session that the map knows goes on with its own;
 * 2. a new chat gets one of its own;
 * 3. a main conversation that was alone until now, beside others, adopts the newest that nobody owns;
 * 4. a main conversation that begins gets one of its own, before there are others;
 * 5. a main conversation that ran before and has no id is the directory's only one; were "the
 *    latest" taken, two tasks in one directory would share a conversation.
 */
export function decideIsolation(facts: IsolationFacts): IsolationDecision {
  const { kind, wish, known, hasOthers, unowned, suffix } = facts;
  if (wish === 'fresh') {
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
  if (wish === 'start' || newest === undefined || unowned.includes(own)) {
    return { case: 'firstMain', uuid: own };
  }
  if (hasOthers) {
    return { case: 'adopted', uuid: newest };
  }
  return more.length === 0 ? { case: 'existing', uuid: newest } : { case: 'ask' };
}
