import type { AnswerFacts } from '../../model/answerFacts';

/** From recorded screens of 1.1.52, which stops at its login after the trust dialog. */
export const qoderAnswers: AnswerFacts = {
  trust: {
    approve: { kind: 'option', label: /^Trust folder$/, by: 'arrows' },
    deny: { kind: 'option', label: /^Don't trust and exit$/, by: 'arrows' },
  },
};
