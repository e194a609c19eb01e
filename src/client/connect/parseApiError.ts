import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { ClientError } from '../clientError';

/** The API's error in an answer's text, or what can be said of one that has none. */
export function parseApiError(status: number, text: string): ClientError {
  return toApiError(tryParseJson(text)) ?? describeStatus(status);
}

/** The error in `{error: {code, message}}`; undefined where there is none. */
export function toApiError(value: unknown): ClientError | undefined {
  const error = isRecord(value) ? value['error'] : undefined;
  if (!isRecord(error) || typeof error['code'] !== 'string') {
    return undefined;
  }
  const { code, message, response } = error;
  const text = typeof message === 'string' ? message : `The window answered ${code}.`;
  return new ClientError(code, text, typeof response === 'string' ? response : undefined);
}

function describeStatus(status: number): ClientError {
  const code = status === 401 ? 'UNAUTHORIZED' : status >= 500 ? 'UNREACHABLE' : 'BAD_REQUEST';
  return new ClientError(code, `The window's API answered with HTTP ${status}.`);
}
