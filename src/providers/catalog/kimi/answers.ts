import type { AnswerFacts } from '../../model/answerFacts';

/**
 * From notes on the screens of 2.1.0, "↑/↓ select · 1/2/3/4 choose · ↵ confirm": a digit may only
 * move the selection.
 */
export const kimiAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Approve once$/, by: 'arrows' },
    deny: { kind: 'option', label: /^(?:Reject|Deny)$/, by: 'arrows' },
  },
  trust: {
    approve: { kind: 'option', label: /^Trust this folder$/, by: 'arrows' },
  },
};
