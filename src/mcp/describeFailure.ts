import type { ApiError } from '../api/http/apiError';
import { MARK } from './mark';

/**
 * Describes a tool's failure to a model: its code, the reason, which can contain the question or the
 * screen of another agent, and the answer received before it.
 */
export function describeFailure({ code, message, response }: ApiError): string {
  const partialAnswer = response ? `\nAnswer so far. ${MARK.raw}\n${response}` : '';
  return `${MARK.failure}\n${code}: ${message}${partialAnswer}`;
}
