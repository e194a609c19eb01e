import type { AnswerFacts } from '../../model/answerFacts';

/**
 * From recorded screens of 1.0.102. Its trust dialog also offers to remember the folder
 * permanently.
 */
export const copilotAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, and tell Copilot\b/, by: 'arrows' },
  },
  trust: {
    approve: { kind: 'option', label: /^Yes$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No\b/, by: 'arrows' },
  },
};
