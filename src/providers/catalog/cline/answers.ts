import type { AnswerFacts } from '../../model/answerFacts';

const NAMED = /\[y\] Approve\s+\[n\] Deny/;

/** From recorded screens of 3.0.65. */
export const clineAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'key', key: 'y', shown: NAMED },
    deny: { kind: 'key', key: 'n', shown: NAMED },
  },
};
