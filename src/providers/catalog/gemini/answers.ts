import type { AnswerFacts } from '../../model/answerFacts';

/** By recorded screens of 0.61.0; the trust dialog's labels by its documentation. */
export const geminiAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Allow once$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, suggest changes \(esc\)$/, by: 'arrows' },
  },
  trust: {
    approve: { kind: 'option', label: /^Trust folder\b/, by: 'arrows' },
    deny: { kind: 'option', label: /^Don't trust\b/, by: 'arrows' },
  },
};
