import type { AnswerFacts } from '../../model/answerFacts';

/** Tested with 0.36.0. How its dialog shows a long command has not been recorded, so none is approved. */
export const auggieAnswers: AnswerFacts = {
  permission: { deny: { kind: 'key', key: 'd', shown: /^ \[A\]llow \[D\]eny\b/ } },
};
