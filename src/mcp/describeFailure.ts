import type { ApiError } from '../api/http/apiError';

/** A failed tool in words for a model: the code, why, and what an agent had answered till then. */
export function describeFailure({ code, message, response }: ApiError): string {
  const answered = response ? `\nAnswer so far:\n${response}` : '';
  return `${code}: ${message}${answered}`;
}
