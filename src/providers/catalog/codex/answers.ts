import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Tested with 0.169.0. A digit selects and confirms an option of an approval, but only marks one of
 * the trust dialog. Hooks that are new to it open a dialog whose "Trust all" is permanent.
 */
export const codexAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes, (?:proceed|just this once)\b/, by: 'number' },
    deny: { kind: 'option', label: /^No, /, by: 'number' },
  },
  trust: {
    approve: { kind: 'option', label: /^Trust and continue$/, by: 'arrows' },
    deny: {
      kind: 'option',
      label: /^Back to Agent Command Center$|^Continue without trusting /,
      by: 'arrows',
    },
  },
};
