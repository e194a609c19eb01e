import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import type { StartOptions } from '../client/clientOptions';
import type { Operations } from '../client/generated/operations';
import type { Size } from '../client/size';

/** A request. The window validates the parameters of `start`. */
export type StdioRequest = { readonly id: unknown } & (
  | { readonly method: 'start'; readonly params: StartOptions }
  | { readonly method: 'ask'; readonly params: Omit<Operations['ask']['input'], 'session'> }
  | { readonly method: 'write'; readonly params: { readonly data: string } }
  | { readonly method: 'resize'; readonly params: Size }
  | { readonly method: 'close' }
  /** Finds the window, or opens a core without one; returns the address of its API. */
  | { readonly method: 'open' }
);

/** The method of a request. */
export type StdioMethod = StdioRequest['method'];

/** All methods, in the order of the help. */
export const STDIO_METHODS = Object.keys({
  open: true,
  start: true,
  ask: true,
  write: true,
  resize: true,
  close: true,
} satisfies Record<StdioMethod, true>);

type ParsedRequest =
  | { readonly kind: 'request'; readonly request: StdioRequest }
  /** `id` is that of the line, null if it has none. */
  | { readonly kind: 'refused'; readonly id: unknown; readonly message: string };

type Params = Readonly<Record<string, unknown>>;

export function parseStdioRequest(line: string): ParsedRequest {
  const value = tryParseJson(line);
  if (!isRecord(value)) {
    return { kind: 'refused', id: null, message: 'The line is not a JSON object.' };
  }
  const { id = null, method, params = {} } = value;
  if (!isRecord(params)) {
    return { kind: 'refused', id, message: '"params" must be an object.' };
  }
  const request = toRequest(id, method, params);
  return typeof request === 'string'
    ? { kind: 'refused', id, message: request }
    : { kind: 'request', request };
}

/** Returns the request, or a message about what is wrong. */
function toRequest(id: unknown, method: unknown, params: Params): StdioRequest | string {
  const { prompt, timeoutMs, data, cols, rows } = params;
  switch (method) {
    case 'start':
      return { id, method, params };
    case 'close':
    case 'open':
      return { id, method };
    case 'ask': {
      const isTime = timeoutMs === undefined || typeof timeoutMs === 'number';
      return typeof prompt === 'string' && isTime
        ? { id, method, params: { prompt, timeoutMs } }
        : '"ask" takes {"prompt": text, "timeoutMs"?: number}.';
    }
    case 'write':
      return typeof data === 'string'
        ? { id, method, params: { data } }
        : '"write" takes {"data": text}.';
    case 'resize':
      return typeof cols === 'number' && typeof rows === 'number'
        ? { id, method, params: { cols, rows } }
        : '"resize" takes {"cols": number, "rows": number}.';
    default:
      return `Methods are ${STDIO_METHODS.join(', ')}.`;
  }
}
