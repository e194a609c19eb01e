import type { AnswerFacts } from '../../model/answerFacts';
import { ESC } from '../../model/keys';

/**
 * Tested with 2.1.330. The list for a plan is numbered, and so is the list for trust in 2.1.197.
 * The current list for trust is not numbered and selects "No, exit". The consent to skip all
 * permissions is permanent, so only the person gives it, in the terminal.
 */
export const claudeAnswers: AnswerFacts = {
  permission: {
    approve: {
      kind: 'option',
      label: /^Yes$|^Yes, (?:and )?manually approve edits$/,
      by: 'number',
    },
    deny: { kind: 'option', label: /^No\b/, by: 'number' },
  },
  trust: {
    approve: { kind: 'option', label: /^Yes, I trust this folder$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, exit$/, by: 'arrows' },
  },
  question: {
    deny: { kind: 'key', key: ESC, shown: /Esc to cancel/ },
    by: 'number',
    ownText: /^Type something\.?$/,
  },
};
