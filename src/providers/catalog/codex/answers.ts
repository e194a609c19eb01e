import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Run with 0.169.0. A digit takes an option of its approvals at once, and only marks one of its
 * trust dialog. Hooks that it has not seen raise a dialog whose "Trust all" is for good.
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
