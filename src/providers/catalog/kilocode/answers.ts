import type { AnswerFacts } from '../../model/answerFacts';
import { ENTER } from '../../model/keys';
import { opencodeAnswers } from '../opencode/answers';

/** Tested with 7.7.7. It has the buttons of OpenCode, but then asks for a reason. */
export const kilocodeAnswers: AnswerFacts = {
  permission: {
    ...opencodeAnswers.permission,
    denyWithoutReason: {
      ruleId: 'rejection',
      keys: { kind: 'key', key: ENTER, shown: /┃\s.*\benter confirm {2}esc cancel\b/ },
    },
  },
};
