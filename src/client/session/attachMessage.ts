import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';

/** What the window tells an attached viewer beside the program's bytes. */
export type AttachMessage =
  { readonly kind: 'attached' } | { readonly kind: 'exit'; readonly exitCode: number | null };

/** Undefined for what is none of them: a newer window may say more. */
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
