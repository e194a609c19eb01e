import type { ApiError } from '../api/http/apiError';
import { MARK } from './mark';

/**
 * Describes a tool's failure to a model: its code, the reason, and the answer received before it.
 */
export function describeFailure({ code, message, response }: ApiError): string {
  const partialAnswer = response ? `\nAnswer so far. ${MARK.raw}\n${response}` : '';
  return `${code}: ${message}${partialAnswer}`;
}
