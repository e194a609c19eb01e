import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { ClientError } from '../clientError';
import type { AskResult } from '../clientOptions';
import { toApiError } from '../connect/parseApiError';
import type { ServerSentEvent } from './sseParser';

/** What the stream of an ask says. */
export type AskEvent =
  | { readonly kind: 'delta'; readonly text: string }
  | { readonly kind: 'done'; readonly result: AskResult }
  | { readonly kind: 'error'; readonly error: ClientError };

/** Undefined for what a newer window may add. */
export function toAskEvent({ event, data }: ServerSentEvent): AskEvent | undefined {
  const value = tryParseJson(data);
  if (event === 'delta' && isRecord(value) && typeof value['text'] === 'string') {
    return { kind: 'delta', text: value['text'] };
  }
  if (event === 'done' && isAskResult(value)) {
    return { kind: 'done', result: value };
  }
  if (event === 'error') {
    return { kind: 'error', error: toEventError(data) };
  }
  return undefined;
}

/** What the event `error` of a stream says, its last one. */
export function toEventError(data: string): ClientError {
  const error = toApiError({ error: tryParseJson(data) });
  return error ?? new ClientError('INTERNAL', 'The window failed before its answer was complete.');
}

function isAskResult(value: unknown): value is AskResult {
  return isRecord(value) && typeof value['response'] === 'string';
}
