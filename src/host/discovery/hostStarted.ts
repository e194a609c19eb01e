/** The descriptor by which a host that has started tells so, once. */
export const READY_FD = 3;

/** What it tells, in JSON. */
export type HostStarted =
  { readonly kind: 'started' } | { readonly kind: 'failed'; readonly reason: string };

/** Undefined for what is no such word. */
export function parseHostStarted(text: string): HostStarted | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('kind' in value)) {
      return undefined;
    }
    if (value.kind === 'started') {
      return { kind: 'started' };
    }
    const reason = 'reason' in value ? String(value.reason) : '';
    return value.kind === 'failed' ? { kind: 'failed', reason } : undefined;
  } catch {
    // It ended in the middle of it.
    return undefined;
  }
}
