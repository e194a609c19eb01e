import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Tested with 1.0.41. Its list preselects "don't ask again for anything", which would change its
 * settings. The digit of "Yes, proceed" changes nothing.
 */
export const grokAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes, proceed$/, by: 'number' },
    deny: { kind: 'option', label: /^No, reject\b/, by: 'number' },
  },
};
