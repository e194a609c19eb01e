import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Run with 1.0.41: its list marks "don't ask again for anything", which it would write into its
 * settings; the digit of "Yes, proceed" writes nothing.
 */
export const grokAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes, proceed$/, by: 'number' },
    deny: { kind: 'option', label: /^No, reject\b/, by: 'number' },
  },
};
