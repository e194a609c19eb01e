import * as z from 'zod';
import { FORKS, SESSION_ID } from '../fields';
import { defineOperation } from '../operation';
import { STARTED_SESSIONS } from '../views/sessionView';

export const FORK = defineOperation({
  name: 'fork',
  summary: 'Starts sessions with another’s screen and conversation.',
  input: z.strictObject({ session: SESSION_ID, ...FORKS }),
  output: STARTED_SESSIONS,
  subject: 'runningSession',
  right: 'fork',
  http: {
    method: 'post',
    path: '/api/sessions/:id/fork',
    status: 201,
    answer: 'The new sessions.',
  },
  run: async ({ forks, scope, uses }, { access, input, session, signal }) => {
    const { count, worktree } = input;
    const created = await uses.whileStarting(() =>
      forks.fork(access, session, { count, worktree, signal }),
    );
    return { sessions: created.map((started) => scope.describeStarted(started)) };
  },
});
