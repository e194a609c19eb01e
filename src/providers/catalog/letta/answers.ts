import { ESC } from '../../model/keys';
import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Tested with 0.25.9. Its option to refuse a command waits for a reason, and the one for an own answer
 * takes no text that arrives at once.
 */
export const lettaAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes$/, by: 'number' },
    deny: { kind: 'key', key: ESC, shown: /^Enter to select · Esc to cancel$/ },
  },
  question: { deny: { kind: 'key', key: ESC, shown: /· Esc to cancel$/ }, by: 'arrows' },
};
