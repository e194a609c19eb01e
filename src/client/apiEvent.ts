import { isRecord } from './connect/parseApiError';
import { parseJson } from './parseJson';
import type { ServerSentEvent } from './session/sseParser';

/** What happens in a window; `type` is one of `session`, `output`, `activity`, `exit`, `removed`. */
export interface ApiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Undefined for an event that is none of ours. */
export function toApiEvent({ event, data }: ServerSentEvent): ApiEvent | undefined {
  const value = parseJson(data);
  return isRecord(value) ? { type: event, ...value } : undefined;
}
