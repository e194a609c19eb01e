import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { ClientError } from '../clientError';

/** The error in a response's body, or an error that names the HTTP status if the body has none. */
export function parseApiError(status: number, text: string): ClientError {
  return toApiError(tryParseJson(text)) ?? describeStatus(status);
}

/** Parses `{error: {code, message, response?, question?}}`; undefined for any other value. */
export function toApiError(value: unknown): ClientError | undefined {
  const error = isRecord(value) ? value['error'] : undefined;
  if (!isRecord(error) || typeof error['code'] !== 'string') {
    return undefined;
  }
  const { code, message, response, question } = error;
  const text = typeof message === 'string' ? message : `The window answered ${code}.`;
  const answer = typeof response === 'string' ? response : undefined;
  const isQuestion = typeof question === 'string' || question === null;
  return new ClientError(code, text, answer, isQuestion ? question : undefined);
}

function describeStatus(status: number): ClientError {
  const code = status === 401 ? 'UNAUTHORIZED' : status >= 500 ? 'UNREACHABLE' : 'BAD_REQUEST';
  return new ClientError(code, `The window's API answered with HTTP ${status}.`);
}
