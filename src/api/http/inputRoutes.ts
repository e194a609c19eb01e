import { DONE, done } from './done';
import { ANSWER, INPUT, EMPTY_BODY, PROMPT, RESIZE, SIGNAL } from './requests';
import { defineRoute, type Route } from './route';
import type { SessionOperations } from '../sessions/sessionOperations';

/** The routes that send input to sessions. */
export function inputRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/prompt',
        operation: 'prompt',
        summary: 'Types a prompt and submits it.',
        body: PROMPT,
        answers: [{ status: 202, description: 'The prompt was submitted and accepted.' }],
      },
      async ({ access, id, body: { prompt } }) => {
        await operations.prompt(access, id, prompt);
        return new Response(null, { status: 202 });
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/input',
        operation: 'type',
        summary: 'Types keystrokes, raw: text, or bytes in base64.',
        body: INPUT,
        answers: [DONE],
      },
      ({ access, id, body }) => {
        operations.input(
          access,
          id,
          'data' in body ? body.data : Buffer.from(body.bytes, 'base64'),
        );
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/answer',
        operation: 'answer',
        summary: 'Approves or denies what an agent requests, or replies to its question.',
        body: ANSWER,
        answers: [{ status: 204, description: 'The agent has accepted the answer.' }],
      },
      async ({ access, id, body }) => {
        await operations.answer(access, id, body);
        return done();
      },
    ),
    ...controlRoutes(operations),
  ];
}

function controlRoutes(operations: SessionOperations): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/resize',
        operation: 'resize',
        summary: 'Changes the size of the terminal.',
        body: RESIZE,
        answers: [DONE],
      },
      ({ access, id, body }) => {
        operations.resize(access, id, body);
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/signal',
        operation: 'signal',
        summary: 'SIGINT is Ctrl-C on the input; SIGKILL ends the program at once.',
        body: SIGNAL,
        answers: [DONE],
      },
      ({ access, id, body: { signal } }) => {
        operations.signal(access, id, signal);
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/interrupt',
        operation: 'interrupt',
        summary: 'Presses the provider’s own interrupt key while the agent works.',
        body: EMPTY_BODY,
        answers: [DONE],
      },
      async ({ access, id }) => {
        await operations.interrupt(access, id);
        return done();
      },
    ),
  ];
}
