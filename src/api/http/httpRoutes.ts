import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Clock } from '../../base/clock';
import type { EventFeed } from '../events/eventFeed';
import { eventStream } from '../sockets/eventStream';
import { HOOK } from '../hooks/hookRoute';
import { buildOpenApi } from './openApi';
import { operationRoute } from './operationRoute';
import { defineRoute, type Route, type RouteFacts } from './route';
import type { OperationParts } from '../../operations/createOperations';
import { OPERATIONS } from '../../operations/operations';
import { ATTACH_PATH, ATTACH_QUERY, EVENTS_PATH } from '../sockets/socketRoutes';
import type { Connections } from '../auth/connections';

interface HttpRoutesDeps {
  readonly connections: Connections;
  readonly operations: OperationParts;
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** Maximum bytes of a request's body. */
  readonly bodyBytes: number;
  /** The version of the extension. */
  readonly version: string;
  /** Routes that other rooms serve; only listed in `openapi.json`. */
  readonly others: readonly RouteFacts[];
}

/** The WebSocket routes: described here, served by `SocketRoutes`. */
const SOCKETS: readonly RouteFacts[] = [
  {
    method: 'get',
    path: EVENTS_PATH,
    summary:
      'WebSocket of JSON: session.prompt in; session.output, session.state, session.exit, error out.',
    answers: [{ status: 101, description: 'The WebSocket.' }],
  },
  {
    method: 'get',
    path: ATTACH_PATH,
    right: 'attach',
    summary:
      'WebSocket: binary is the PTY’s bytes both ways, the screen first; text is JSON control: resize, signal, detach in; attached, exit out.',
    query: ATTACH_QUERY,
    answers: [{ status: 101, description: 'The WebSocket.' }],
  },
];

/** Adds the HTTP routes of the API; each request is authenticated. */
export function addHttpRoutes(routes: Hono, deps: HttpRoutesDeps): void {
  const { connections, operations, bodyBytes } = deps;
  const apiRoutes = [
    ...OPERATIONS.map((operation) => operationRoute(operations, operation, deps.clock)),
    eventsRoute(deps),
  ];
  const facts = [
    ...apiRoutes.map((route) => route.facts),
    ...SOCKETS,
    HOOK,
    ...deps.others,
    OPENAPI,
  ];
  const page = buildOpenApi(facts, deps.version);
  for (const route of [...apiRoutes, openApiRoute(page)]) {
    routes.on(route.facts.method.toUpperCase(), route.facts.path, (context) => {
      const { raw: request } = context.req;
      const connection = connections.begin({
        authorization: context.req.header('authorization'),
        query: new URL(request.url).searchParams,
      });
      const id = context.req.param('id') ?? '';
      // `getRequestListener` sets these bindings on each request.
      const { outgoing } = context.env as HttpBindings;
      const response = route.respond({ connection, id, request, outgoing, bodyBytes });
      const dispose = (): void => connection.dispose();
      // A request whose caller has left is over when what it has begun is undone.
      outgoing.once('close', () => void response.then(dispose, dispose));
      return response;
    });
  }
}

function eventsRoute(deps: HttpRoutesDeps): Route {
  return defineRoute(
    {
      method: 'get',
      path: '/api/events',
      summary:
        'Server-sent events: session for each at first, then session, output, activity, exit, removed; error before the window ends it.',
      answers: [{ status: 200, description: 'The stream.', types: ['text/event-stream'] }],
    },
    async ({ connection, outgoing }) => {
      const { RESPONSE_ALREADY_SENT } = await import('./httpLibrary');
      eventStream(deps, connection, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
  );
}

const OPENAPI = {
  method: 'get',
  path: '/openapi.json',
  summary: 'This page.',
  answers: [{ status: 200, description: 'OpenAPI 3.1.', types: ['application/json'] }],
} as const satisfies RouteFacts;

function openApiRoute(page: object): Route {
  return defineRoute(OPENAPI, () => Response.json(page));
}
