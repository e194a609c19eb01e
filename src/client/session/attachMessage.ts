import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** The messages that the window sends to a viewer beside the program's bytes. */
type AttachMessage =
  { readonly kind: 'attached' } | { readonly kind: 'exit'; readonly exitCode: number | null };

/** Parses a message; undefined for one that only newer windows send. */
export function parseAttachMessage(text: string): AttachMessage | undefined {
  const value = tryParseJson(text);
  if (!isRecord(value)) {
    return undefined;
  }
  if ('exit' in value) {
    const exit = isRecord(value['exit']) ? value['exit']['exitCode'] : value['exit'];
    return { kind: 'exit', exitCode: typeof exit === 'number' ? exit : null };
  }
  return 'attached' in value ? { kind: 'attached' } : undefined;
}
