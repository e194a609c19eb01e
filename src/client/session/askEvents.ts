import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { ClientError } from '../clientError';
import type { AskResult } from '../clientOptions';
import { toApiError } from '../connect/parseApiError';
import type { ServerSentEvent } from './sseParser';

/** An event in the stream of an ask. */
type AskEvent =
  | { readonly kind: 'delta'; readonly text: string }
  | { readonly kind: 'done'; readonly result: AskResult }
  | { readonly kind: 'error'; readonly error: ClientError };

/** Parses an event; undefined for one that only newer windows send. */
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

/** The error in a stream's last event, `error`. */
export function toEventError(data: string): ClientError {
  const error = toApiError({ error: tryParseJson(data) });
  return error ?? new ClientError('INTERNAL', 'The window failed before its answer was complete.');
}

function isAskResult(value: unknown): value is AskResult {
  return isRecord(value) && typeof value['response'] === 'string';
}
