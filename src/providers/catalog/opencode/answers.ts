import type { AnswerFacts } from '../../model/answerFacts';

/** Tested with 1.18.33. Its dialog that asks what to allow always has other options. */
export const opencodeAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Allow once$/, by: 'sideArrows' },
    deny: { kind: 'option', label: /^Reject$/, by: 'sideArrows' },
    buttons: ['Allow once', 'Allow always', 'Reject'],
  },
};
