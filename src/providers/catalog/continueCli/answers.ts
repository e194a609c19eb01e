import type { AnswerFacts } from '../../model/answerFacts';

/** From recorded screens of 1.5.47. */
export const continueAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Continue \(tab\)$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, and tell Continue\b/, by: 'arrows' },
  },
};
