import { FORKED_TASKS, SESSIONS, STARTED_SESSIONS } from './responses';
import { CREATE_SESSION, FORK, FORK_TASK } from './requests';
import { DONE, done } from './done';
import { defineRoute, type Route } from './route';
import { SESSION_VIEW, STARTED_SESSION_VIEW } from '../sessions/sessionView';
import type { SessionOperations } from '../sessions/sessionOperations';

/** The routes that list, start, end and fork sessions. */
export function sessionRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions',
        summary: 'Lists the sessions that the token has access to.',
        answers: [{ status: 200, description: 'The sessions.', json: SESSIONS }],
      },
      ({ access }) => Response.json({ sessions: operations.list(access) }),
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions',
        summary: 'Starts an agent, a shell or another program.',
        body: CREATE_SESSION,
        answers: [{ status: 201, description: 'The session.', json: STARTED_SESSION_VIEW }],
      },
      async ({ access, body, signal }) =>
        Response.json(await operations.create(access, body, signal), { status: 201 }),
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id',
        operation: 'read',
        summary: 'Returns one session.',
        answers: [{ status: 200, description: 'The session.', json: SESSION_VIEW }],
      },
      ({ access, id }) => Response.json(operations.get(access, id)),
    ),
    defineRoute(
      {
        method: 'delete',
        path: '/api/sessions/:id',
        operation: 'kill',
        summary: 'Ends a session within a time limit and removes it.',
        answers: [DONE],
      },
      async ({ access, id }) => {
        await operations.kill(access, id);
        return done();
      },
    ),
    ...forkRoutes(operations),
  ];
}

function forkRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/fork',
        operation: 'fork',
        summary: 'Starts sessions with another’s screen and conversation.',
        body: FORK,
        answers: [{ status: 201, description: 'The new sessions.', json: STARTED_SESSIONS }],
      },
      async ({ access, id, body, signal }) =>
        Response.json(
          { sessions: await operations.fork(access, id, { ...body, signal }) },
          { status: 201 },
        ),
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/tasks/:id/fork',
        operation: 'fork',
        summary: 'Creates tasks that each have a fork of every running session of a task.',
        body: FORK_TASK,
        answers: [{ status: 201, description: 'The new tasks.', json: FORKED_TASKS }],
      },
      async ({ access, id, body, signal }) =>
        Response.json(
          { forks: await operations.forkTask(access, id, { ...body, signal }) },
          { status: 201 },
        ),
    ),
  ];
}
