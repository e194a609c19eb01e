import { ASK_ANSWER, MODELS, PROVIDERS, SESSIONS } from './answers';
import { askEvents } from './askEvents';
import * as requests from './requests';
import { defineRoute, type Route, type RouteAnswer } from './route';
import { SESSION_VIEW } from './sessionView';
import type { SessionVerbs } from './sessionVerbs';

const DONE: RouteAnswer = { status: 204, description: 'It is done.' };

const STREAM = 'text/event-stream';

/** The rows that have to do with sessions themselves. */
export function sessionRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions',
        summary: 'Lists the sessions that the token sees.',
        answers: [{ status: 200, description: 'The sessions.', json: SESSIONS }],
      },
      ({ access }) => Response.json({ sessions: verbs.list(access) }),
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions',
        summary: 'Starts an agent, a shell or another program.',
        body: requests.CREATE_SESSION,
        answers: [{ status: 201, description: 'The session.', json: SESSION_VIEW }],
      },
      async ({ access, body }) => Response.json(await verbs.create(access, body), { status: 201 }),
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id',
        summary: 'Tells of one session.',
        answers: [{ status: 200, description: 'The session.', json: SESSION_VIEW }],
      },
      ({ access, id }) => Response.json(verbs.get(access, id)),
    ),
    defineRoute(
      {
        method: 'delete',
        path: '/api/sessions/:id',
        summary: 'Ends a session, bounded, and removes it.',
        answers: [DONE],
      },
      async ({ access, id }) => {
        await verbs.kill(access, id);
        return done();
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/fork',
        summary: 'Starts sessions with another’s screen and conversation.',
        body: requests.FORK,
        answers: [{ status: 201, description: 'The new sessions.', json: SESSIONS }],
      },
      async ({ access, id, body }) =>
        Response.json({ sessions: await verbs.fork(access, id, body) }, { status: 201 }),
    ),
  ];
}

/** The rows that type into sessions. */
export function inputRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/prompt',
        summary: 'Types a prompt and submits it.',
        body: requests.PROMPT,
        answers: [{ status: 202, description: 'It was submitted and seen to be.' }],
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
        body: requests.INPUT,
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
        summary: 'Gives the terminal another size.',
        body: requests.RESIZE,
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
        body: requests.SIGNAL,
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
        body: requests.NOTHING,
        answers: [DONE],
      },
      async ({ access, id }) => {
        await verbs.interrupt(access, id);
        return done();
      },
    ),
  ];
}

/** The rows that read of sessions, and ask their agents. */
export function readingRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id/screen',
        summary: 'Tells what the screen shows, with colours and the cursor by format=ansi.',
        query: requests.SCREEN_QUERY,
        answers: [{ status: 200, description: 'The screen.', types: ['text/plain'] }],
      },
      async ({ access, id, query: { format = 'text', scrollback = 0 } }) => {
        const text = await verbs.screen(access, id, { format, scrollback });
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
      },
    ),
    defineRoute(
      {
        method: 'post',
        path: '/api/sessions/:id/ask',
        summary:
          'Sends a prompt and waits for the answer. A caller that leaves interrupts the agent.',
        body: requests.ASK,
        answers: [
          {
            status: 200,
            description: `The answer; by Accept: ${STREAM} events "delta" ({"text"}, the answer so far), then "done" (the same JSON) or "error".`,
            json: ASK_ANSWER,
            types: [STREAM],
          },
        ],
      },
      async ({ access, id, body: { prompt, timeoutMs }, headers, signal }) => {
        if (headers.get('accept')?.includes(STREAM)) {
          const leaving = new AbortController();
          const options = { timeoutMs, signal: leaving.signal };
          return askEvents(verbs.askStream(access, id, prompt, options), leaving);
        }
        return Response.json(await verbs.ask(access, id, prompt, { timeoutMs, signal }));
      },
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/sessions/:id/wait',
        summary: 'Answers when the agent does what is waited for.',
        query: requests.WAIT_QUERY,
        answers: [{ status: 200, description: 'The session as it is then.', json: SESSION_VIEW }],
      },
      async ({ access, id, query, signal }) => {
        const { timeoutMs = requests.WAIT_MS } = query;
        // The pattern of the query lets nothing else through.
        const kinds = query.for.split(',') as requests.Waited[];
        return Response.json(await verbs.wait(access, id, { kinds, timeoutMs, signal }));
      },
    ),
    ...providerRoutes(verbs),
  ];
}

function providerRoutes(verbs: SessionVerbs): readonly Route[] {
  return [
    defineRoute(
      {
        method: 'get',
        path: '/api/providers',
        summary: 'Lists the agent CLIs, installed or not.',
        query: requests.PROVIDERS_QUERY,
        answers: [{ status: 200, description: 'The providers.', json: PROVIDERS }],
      },
      async ({ access, query }) => {
        const found = await verbs.providers(
          access,
          query.refresh === 'true' ? 'refresh' : 'cached',
        );
        const providers = found.map(({ providerId: id, name, verified, path, ...rest }) => ({
          ...{ id, name, verified },
          installed: path !== undefined,
          path: path ?? null,
          version: rest.version ?? null,
          installCommand: rest.installCommand ?? null,
          problem: rest.problem ?? null,
        }));
        return Response.json({ providers });
      },
    ),
    defineRoute(
      {
        method: 'get',
        path: '/api/providers/:id/models',
        summary: 'Lists the models that a provider offers.',
        answers: [{ status: 200, description: 'The models.', json: MODELS }],
      },
      async ({ access, id, signal }) => {
        const list = await verbs.models(access, id, signal);
        const isKnown = list.kind === 'known';
        const models = isKnown ? list.models : [];
        return Response.json({
          models: models.map((model) => ({ id: model.id, name: model.name ?? null })),
          reason: isKnown ? null : list.reason,
        });
      },
    ),
  ];
}

function done(): Response {
  return new Response(null, { status: 204 });
}
