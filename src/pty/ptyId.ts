/** Whether a session shows its task's main conversation or an additional one. */
export type ConversationKind = 'main' | 'chat';

/** What a PTY id, `{providerId}-{main|chat}-{suffix}`, says. */
export interface PtyIdParts {
  readonly providerId: string;
  readonly kind: ConversationKind;
  /** The task's id for `main`, the conversation's for `chat`. */
  readonly suffix: string;
}

/** What a bare shell's PTY id says in a provider's place; no provider is called so. */
export const SHELL_PROVIDER_ID = 'shell';

const PROVIDER_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SUFFIX = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Takes a PTY id apart; null if it is none. No part of a provider id is `main` or
 * `chat`, so the first such part is the kind, whatever the suffix holds.
 */
export function parsePtyId(id: string): PtyIdParts | null {
  const parts = id.split('-');
  const at = parts.findIndex(isKind);
  const kind = parts[at];
  const providerId = parts.slice(0, at).join('-');
  const suffix = parts.slice(at + 1).join('-');
  return kind !== undefined && isKind(kind) && PROVIDER_ID.test(providerId) && SUFFIX.test(suffix)
    ? { providerId, kind, suffix }
    : null;
}

/** Puts a PTY id together. @throws an `Error` if {@link parsePtyId} would not understand it. */
export function formatPtyId({ providerId, kind, suffix }: PtyIdParts): string {
  const id = `${providerId}-${kind}-${suffix}`;
  if (!isProviderId(providerId) || !SUFFIX.test(suffix)) {
    throw new Error(`"${id}" is not a PTY id.`);
  }
  return id;
}

/** Whether `text` may name a provider: words of `[a-z0-9]`, joined by `-`, none `main` or `chat`. */
export function isProviderId(text: string): boolean {
  return PROVIDER_ID.test(text) && !text.split('-').some(isKind);
}

function isKind(part: string): part is ConversationKind {
  return part === 'main' || part === 'chat';
}
