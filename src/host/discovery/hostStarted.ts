import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** The file descriptor on which a host reports once that it has started or failed. */
export const READY_FD = 3;

/** The report, in JSON. */
export type HostStarted =
  { readonly kind: 'started' } | { readonly kind: 'failed'; readonly reason: string };

/** Returns undefined for anything else, such as a report that was cut off. */
export function parseHostStarted(text: string): HostStarted | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value)) {
    return undefined;
  }
  if (value['kind'] === 'started') {
    return { kind: 'started' };
  }
  const reason = typeof value['reason'] === 'string' ? value['reason'] : '';
  return value['kind'] === 'failed' ? { kind: 'failed', reason } : undefined;
}
