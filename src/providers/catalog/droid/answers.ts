import { ESC } from '../../model/keys';
import type { AnswerFacts } from '../../model/answerFacts';

/**
 * Tested with 0.215.0. Only a colour marks the options of its approvals and its questions, and both
 * keys end the turn.
 */
export const droidAnswers: AnswerFacts = {
  permission: { deny: { kind: 'key', key: ESC, shown: /^ {2}↑↓ navigate .*\bEsc cancel\b/ } },
  trust: {
    approve: { kind: 'option', label: /^Trust this folder$/, by: 'arrows' },
    deny: { kind: 'option', label: /^Exit without trusting$/, by: 'arrows' },
  },
  question: { deny: { kind: 'key', key: ESC, shown: /• ESC stop agent$/ }, by: 'number' },
};
