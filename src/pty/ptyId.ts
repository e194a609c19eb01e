/** Whether a session shows its task's main conversation or an additional one. */
export type ConversationKind = 'main' | 'chat';

/** The parts of a PTY id, `{providerId}-{main|chat}-{suffix}`. */
export interface PtyIdParts {
  readonly providerId: string;
  readonly kind: ConversationKind;
  /** The task's id for `main`, the conversation's id for `chat`. */
  readonly suffix: string;
}

/** The provider part of a bare shell's PTY id. No provider has this id. */
export const SHELL_PROVIDER_ID = 'shell';

const PROVIDER_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SUFFIX = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Parses a PTY id; null if it is invalid. No part of a provider id is `main` or `chat`, so the
 * first such part is the kind, whatever the suffix contains.
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

/**
 * Formats a PTY id.
 * @throws {Error} if {@link parsePtyId} would not parse it.
 */
export function formatPtyId({ providerId, kind, suffix }: PtyIdParts): string {
  const id = `${providerId}-${kind}-${suffix}`;
  if (!canBeginPtyId(providerId) || !SUFFIX.test(suffix)) {
    throw new Error(`"${id}" is not a PTY id.`);
  }
  return id;
}

/**
 * Whether a PTY id can begin with `text`: words of `[a-z0-9]`, joined by `-`, none of them `main` or
 * `chat`.
 */
export function canBeginPtyId(text: string): boolean {
  return PROVIDER_ID.test(text) && !text.split('-').some(isKind);
}

function isKind(part: string): part is ConversationKind {
  return part === 'main' || part === 'chat';
}
