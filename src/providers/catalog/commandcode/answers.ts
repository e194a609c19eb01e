import type { AnswerFacts } from '../../model/answerFacts';
import { DENY } from './status';

/** Tested with 1.64.0. */
export const commandcodeAnswers: AnswerFacts = {
  permission: { deny: { kind: 'option', label: DENY, by: 'arrows' } },
  trust: {
    approve: { kind: 'option', label: /^Yes, proceed$/, by: 'arrows' },
    deny: { kind: 'option', label: /^No, exit$/, by: 'arrows' },
  },
};
