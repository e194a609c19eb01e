import { DONE, done } from './done';
import { INPUT, EMPTY_BODY, PROMPT, RESIZE, SIGNAL } from './requests';
import { defineRoute, type Route } from './route';
import type { SessionVerbs } from '../sessions/sessionVerbs';

/** The routes that send input to sessions. */
export function inputRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/prompt',
        summary: 'Types a prompt and submits it.',
        body: PROMPT,
        answers: [{ status: 202, description: 'The prompt was submitted and accepted.' }],
      },
      async ({ access, id, body: { prompt } }) => {
        await verbs.prompt(access, id, prompt);
        return new Response(null, { status: 202 });
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/input',
        summary: 'Types keystrokes, raw: text, or bytes in base64.',
        body: INPUT,
        answers: [DONE],
      },
      ({ access, id, body }) => {
        verbs.input(access, id, 'data' in body ? body.data : Buffer.from(body.bytes, 'base64'));
        return done();
      },
    ),
    ...controlRoutes(verbs),
  ];
}

function controlRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/resize',
        summary: 'Changes the size of the terminal.',
        body: RESIZE,
        answers: [DONE],
      },
      ({ access, id, body }) => {
        verbs.resize(access, id, body);
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/signal',
        summary: 'SIGINT is Ctrl-C on the input; SIGKILL ends the program at once.',
        body: SIGNAL,
        answers: [DONE],
      },
      ({ access, id, body: { signal } }) => {
        verbs.signal(access, id, signal);
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/interrupt',
        summary: 'Presses the provider’s own interrupt key.',
        body: EMPTY_BODY,
        answers: [DONE],
      },
      async ({ access, id }) => {
        await verbs.interrupt(access, id);
        return done();
      },
    ),
  ];
}
