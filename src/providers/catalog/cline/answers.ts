import type { AnswerFacts } from '../../model/answerFacts';
import { APPROVE } from './status';

/** From recorded screens of 3.0.65. */
export const clineAnswers: AnswerFacts = {
  permission: {
    approve: { kind: 'key', key: 'y', shown: APPROVE },
    deny: { kind: 'key', key: 'n', shown: APPROVE },
  },
};
