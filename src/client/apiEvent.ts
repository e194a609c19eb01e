import { isRecord } from './parseApiError';
import type { ServerSentEvent } from './sseParser';

/** What happens in a window; `type` is one of `session`, `output`, `activity`, `exit`, `removed`. */
export interface ApiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Undefined for an event that is none of ours. */
export function toApiEvent({ event, data }: ServerSentEvent): ApiEvent | undefined {
  const value = parseData(data);
  return isRecord(value) ? { type: event, ...value } : undefined;
}

/** The JSON of an event; undefined where it is none. */
export function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
