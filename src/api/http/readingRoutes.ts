import type { Clock } from '../../base/clock';
import { ASK_ANSWER } from './responses';
import { askEvents } from '../sessions/askEvents';
import { ASK, SCREEN_QUERY, WAIT_MS, WAIT_QUERY, type WaitTarget } from './requests';
import { defineRoute, type Route } from './route';
import { SESSION_VIEW } from '../sessions/sessionView';
import { LAST_ANSWER_VIEW } from '../sessions/lastAnswerView';
import type { SessionOperations } from '../sessions/sessionOperations';

const STREAM = 'text/event-stream';

/** The routes that read sessions, wait for them, and ask their agents. */
export function readingRoutes(operations: SessionOperations, clock: Clock): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id/screen',
        operation: 'read',
        summary: 'Returns the text on the screen; with format=ansi also colours and the cursor.',
        query: SCREEN_QUERY,
        answers: [{ status: 200, description: 'The screen.', types: ['text/plain'] }],
      },
      async ({ access, id, query: { format = 'text', scrollback = 0 } }) => {
        const text = await operations.screen(access, id, { format, scrollback });
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
      },
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id/last-answer',
        operation: 'read',
        summary: 'Returns the last message of text that the agent has finished.',
        answers: [{ status: 200, description: 'The answer.', json: LAST_ANSWER_VIEW }],
      },
      async ({ access, id }) => Response.json(await operations.lastAnswer(access, id)),
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/ask',
        operation: 'prompt',
        summary:
          'Sends a prompt and waits for the answer. If the caller disconnects, the agent is interrupted.',
        body: ASK,
        answers: [
          {
            status: 200,
            description: `The answer; with Accept: ${STREAM} events "delta" ({"text"}, the answer so far), then "done" (the same JSON) or "error".`,
            json: ASK_ANSWER,
            types: [STREAM],
          },
        ],
      },
      async ({ access, id, body: { prompt, timeoutMs }, headers, signal }) => {
        if (headers.get('accept')?.includes(STREAM)) {
          const options = { timeoutMs, signal };
          return askEvents(clock, await operations.askStream(access, id, prompt, options));
        }
        return Response.json(await operations.ask(access, id, prompt, { timeoutMs, signal }));
      },
    ),
    waitRoute(operations),
  ];
}

function waitRoute(operations: SessionOperations): Route {
  return defineRoute(
    {
      method: 'get',
      path: '/api/sessions/:id/wait',
      operation: 'read',
      summary: 'Waits for an activity of the agent.',
      query: WAIT_QUERY,
      answers: [
        { status: 200, description: 'The session at the end of the wait.', json: SESSION_VIEW },
      ],
    },
    async ({ access, id, query, signal }) => {
      const { timeoutMs = WAIT_MS } = query;
      // The pattern of the query accepts only these names.
      const kinds = query.for.split(',') as WaitTarget[];
      return Response.json(await operations.wait(access, id, { kinds, timeoutMs, signal }));
    },
  );
}
