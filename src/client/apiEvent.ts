import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import type { ServerSentEvent } from './session/sseParser';

/** An event of a window; `type` is one of `session`, `output`, `activity`, `exit`, `removed`. */
export interface ApiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Parses an event; undefined if its data is not a JSON object. */
export function toApiEvent({ event, data }: ServerSentEvent): ApiEvent | undefined {
  const value = tryParseJson(data);
  return isRecord(value) ? { type: event, ...value } : undefined;
}
