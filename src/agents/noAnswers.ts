import { SessionError } from '../base/errors';
import type { AnswerService } from './answerService';

/** Where nobody can see what agents ask, nothing is answered for the person. */
export const noAnswers: AnswerService = { approve: refuse, deny: refuse, reply: refuse };

function refuse(ptyId: string): Promise<void> {
  return Promise.reject(
    new SessionError(
      'ILLEGAL_STATE',
      `What session ${ptyId} asks is not known here: open it and answer there.`,
    ),
  );
}
