import type { ApiError } from '../operations/apiError';
import { FOREIGN_TEXT } from '../operations/views/foreignText';

/**
 * Describes a tool's failure to a model: its code, the reason, which can contain the question or the
 * screen of another agent, and the answer received before it.
 */
export function describeFailure({ code, message, response }: ApiError): string {
  const partialAnswer = response ? `\nAnswer so far. ${FOREIGN_TEXT.raw}\n${response}` : '';
  return `${FOREIGN_TEXT.failure}\n${code}: ${message}${partialAnswer}`;
}
