import type { WebSocket } from 'ws';
import * as z from 'zod';
import type { Clock } from '../../base/clock';
import { ApiError } from '../../operations/apiError';
import type { Upgrade } from '../http/httpListener';
import { AttachSocket } from './attachSocket';
import type { EventFeed } from '../events/eventFeed';
import { serveEvents } from './eventSocket';
import type { LiveSockets } from './liveSockets';
import { parseQuery } from '../http/route';
import type { OperationParts } from '../../operations/createOperations';
import { SEND_PROMPT } from '../../operations/declarations/sendPrompt';
import { CELLS, SCROLLBACK } from '../../operations/fields';
import { perform } from '../../operations/operation';
import type { Connection, Connections } from '../auth/connections';

export const EVENTS_PATH = '/api/ws';
export const ATTACH_PATH = '/api/sessions/:id/attach';

export const ATTACH_QUERY = z
  .strictObject({
    cols: z.coerce
      .number()
      .pipe(CELLS)
      .optional()
      .describe('With `rows`: the caller is a terminal and answers the program’s queries.'),
    rows: z.coerce.number().pipe(CELLS).optional(),
    scrollback: z.coerce.number().pipe(SCROLLBACK).optional(),
  })
  .refine(({ cols, rows }) => (cols === undefined) === (rows === undefined), {
    message: 'cols and rows go together',
  });

const ATTACH = new RegExp(`^${ATTACH_PATH.replace(':id', '([^/]+)')}$`);

/**
 * Selects the handler of a WebSocket by its path. A refused caller gets an HTTP response instead of
 * an upgrade.
 */
export class SocketRoutes {
  constructor(
    private readonly deps: {
      readonly connections: Connections;
      readonly operations: OperationParts;
      readonly feed: EventFeed;
      readonly sockets: LiveSockets;
      readonly clock: Clock;
    },
  ) {}

  /** @throws {ApiError} The errors of an HTTP request to the same path. */
  open(upgrade: Upgrade): void {
    const { request } = upgrade;
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://127.0.0.1');
    const { authorization } = request.headers;
    const connection = this.deps.connections.begin({ authorization, query });
    upgrade.socket.once('close', () => connection.dispose());
    this.deps.sockets.open(upgrade, this.find(connection, pathname, query));
  }

  private find(
    connection: Connection,
    path: string,
    query: URLSearchParams,
  ): (socket: WebSocket) => void {
    const { feed, operations, clock } = this.deps;
    const { scope, sessions } = operations;
    if (path === EVENTS_PATH) {
      parseQuery(undefined, query);
      return (socket) =>
        serveEvents(
          { feed, prompt: (call) => perform(operations, SEND_PROMPT, call) },
          connection,
          socket,
        );
    }
    const id = ATTACH.exec(path)?.[1];
    if (id === undefined) {
      throw new ApiError('NOT_FOUND', 'The API has no WebSocket at this path.');
    }
    const { cols, rows, scrollback } = parseQuery(ATTACH_QUERY, query);
    const session = scope.require('attach', connection.access, id);
    const size = cols !== undefined && rows !== undefined ? { cols, rows } : undefined;
    const { signal } = connection;
    return (socket) => {
      const viewer = new AttachSocket({ sessions, clock }, socket, { session, size, scrollback });
      signal.addEventListener('abort', () => viewer.refuse(signal.reason), { once: true });
      void viewer.start();
    };
  }
}
