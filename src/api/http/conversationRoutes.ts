import { CONVERSATIONS } from './responses';
import { CONVERSATIONS_QUERY, RESUME } from './requests';
import { defineRoute, type Route } from './route';
import { STARTED_SESSION_VIEW } from '../sessions/sessionView';
import type { SessionOperations } from '../sessions/sessionOperations';

/** The routes that list and resume earlier conversations. */
export function conversationRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/conversations',
        operation: 'resume',
        summary: 'Lists the conversations that agents have stored for the folders of the token.',
        query: CONVERSATIONS_QUERY,
        answers: [{ status: 200, description: 'Newest first.', json: CONVERSATIONS }],
      },
      async ({ access, query: { task } }) =>
        Response.json({ conversations: await operations.conversations(access, task) }),
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/conversations/:id/resume',
        operation: 'resume',
        summary:
          'Resumes a conversation, by its id or that of its session. A session that runs is returned as it is.',
        body: RESUME,
        answers: [{ status: 200, description: 'The session.', json: STARTED_SESSION_VIEW }],
      },
      async ({ access, id, body }) => Response.json(await operations.resume(access, id, body)),
    ),
  ];
}
