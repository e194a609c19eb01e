import { randomUUID as randomUuid } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import * as z from 'zod';
import { ERROR } from '../api/http/errorSchema';
import { ApiError } from '../operations/apiError';
import { STREAM_HEARTBEAT_MS } from '../api/limits';
import { readBody } from '../api/http/readBody';
import type { RouteFacts } from '../api/http/route';
import type { Connection, Connections } from '../api/auth/connections';
import { parseJson } from '../base/parseJson';
import { createMcpServer, type McpServerDeps } from './mcpServer';

const MESSAGE = z.looseObject({ jsonrpc: z.literal('2.0') });

/** The body with which the MCP transport refuses a request: a JSON-RPC error without an id. */
const REFUSAL = z
  .object({
    jsonrpc: z.literal('2.0'),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
    id: z.null(),
  })
  .describe('A JSON-RPC 2.0 error: this is not an MCP request.');

/**
 * First code of JSON-RPC's range for server errors, which the MCP transport uses for its refusals,
 * too.
 */
const REFUSED = -32_000;

/** The route's description, for `openapi.json`. */
export const MCP: RouteFacts = {
  method: 'post',
  path: '/mcp',
  summary:
    'MCP over Streamable HTTP, for callers that accept application/json and text/event-stream: tools with the same functions as the session routes.',
  body: z.union([MESSAGE, z.array(MESSAGE)]).describe('A JSON-RPC 2.0 message.'),
  answers: [
    {
      status: 200,
      description: 'Events that answer the message, each one a JSON-RPC message.',
      types: ['text/event-stream'],
    },
    { status: 202, description: 'A message that needs no answer was accepted.' },
  ],
  refusal: z.union([ERROR, REFUSAL]),
};

/**
 * Maximum messages of one request. Each may be a call that waits for a day, so that a body of the
 * maximum size would begin thousands. Policy: a request with more is refused whole.
 */
const MAX_MESSAGES = 32;

/** Identifies a client; MCP's own header for sessions. */
const CALLER_HEADER = 'mcp-session-id';

interface McpRouteDeps extends McpServerDeps {
  readonly connections: Connections;
  /** Maximum bytes of a request's body. */
  readonly bodyBytes: number;
}

/**
 * Adds MCP over Streamable HTTP; each request is authenticated. The server is stateless, so a client
 * continues to work after the window was reloaded.
 */
export function addMcpRoute(routes: Hono, deps: McpRouteDeps): void {
  routes.all(MCP.path, (context) => {
    const { raw: request } = context.req;
    const connection = deps.connections.begin({
      authorization: context.req.header('authorization'),
      query: new URL(request.url).searchParams,
    });
    // `getRequestListener` sets these bindings on each request.
    const { outgoing } = context.env as HttpBindings;
    outgoing.once('close', () => connection.dispose());
    return request.method === 'POST' ? serve(deps, connection, request) : refuseMethod();
  });
}

async function serve(
  deps: McpRouteDeps,
  connection: Connection,
  request: Request,
): Promise<Response> {
  const [body, library] = await Promise.all([
    readBody(request, deps.bodyBytes),
    import('./mcpLibrary.js'),
  ]);
  const json = parseJson(body);
  // The token may have ended while the body arrived and the library was loaded.
  connection.signal.throwIfAborted();
  if (json.kind !== 'value') {
    throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  }
  if (Array.isArray(json.value) && json.value.length > MAX_MESSAGES) {
    throw new ApiError(
      'BAD_REQUEST',
      `The body has ${json.value.length} messages: send at most ${MAX_MESSAGES} at once.`,
    );
  }
  const id = request.headers.get(CALLER_HEADER) ?? randomUuid();
  const server = createMcpServer(library, deps, {
    access: connection.access,
    signal: connection.signal,
    // A client chooses its header, so calls of another token with the same one are not its own.
    id: `${connection.caller} ${id}`,
  });
  const transport = new library.WebStandardStreamableHTTPServerTransport({
    keepAliveMs: STREAM_HEARTBEAT_MS,
  });
  await server.connect(transport);
  // A client that disconnects cancels its calls.
  request.signal.addEventListener('abort', () => void server.close(), { once: true });
  const answer = await transport.handleRequest(request, { parsedBody: json.value });
  const headers = new Headers(answer.headers);
  headers.set(CALLER_HEADER, id);
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * GET and DELETE are refused: this server has no event stream and no sessions. MCP specifies status
 * 405 for that.
 */
function refuseMethod(): Response {
  const error = { code: REFUSED, message: 'MCP accepts only POST here.' };
  const refusal: z.infer<typeof REFUSAL> = { jsonrpc: '2.0', error, id: null };
  return Response.json(refusal, { status: 405, headers: { allow: 'POST' } });
}
