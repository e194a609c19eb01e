import type { ApiError } from '../api/http/apiError';

/**
 * Describes a tool's failure to a model: its code, the reason, and the answer received before it.
 */
export function describeFailure({ code, message, response }: ApiError): string {
  const partialAnswer = response ? `\nAnswer so far:\n${response}` : '';
  return `${code}: ${message}${partialAnswer}`;
}
