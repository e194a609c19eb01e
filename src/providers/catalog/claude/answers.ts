import type { AnswerFacts } from '../../model/answerFacts';
import { ESC } from '../../model/keys';

/**
 * Run with 2.1.330. The list for a plan, and for trust in 2.1.197, is numbered, that for trust now
 * is not, and marks "No, exit". Its consent to skip all permissions holds for ever, so that is
 * the person's own to give.
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
