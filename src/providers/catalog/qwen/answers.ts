import type { AnswerFacts } from '../../model/answerFacts';

/** From recorded screens of 0.24.4; the labels of the trust dialog are from its documentation. */
export const qwenAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'option', label: /^Yes, allow once$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, suggest changes \(esc\)$/, by: 'arrows' },
  },
  trust: {
    approve: { kind: 'option', label: /^Trust folder\b/, by: 'arrows' },
    deny: { kind: 'option', label: /^Don't trust\b/, by: 'arrows' },
  },
};
