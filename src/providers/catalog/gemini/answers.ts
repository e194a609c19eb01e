import type { AnswerFacts } from '../../model/answerFacts';

/** From recorded screens of 0.61.0; the labels of the trust dialog are from its documentation. */
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
