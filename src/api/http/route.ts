import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { parseJson } from '../../base/parseJson';
import type { Access } from '../../operations/access/access';
import type { Right } from '../../operations/access/rights';
import { ApiError } from '../../operations/apiError';
import { parse } from '../../operations/parse';
import { readBody } from './readBody';
import type { Connection } from '../auth/connections';

/** A parsed request: the parameter of its path, its query and its body. */
interface Call<Query, Body> {
  readonly access: Access;
  /** The value of `:id` in the path; empty if the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly headers: Headers;
  /** Aborted when the caller disconnects or its access ends. */
  readonly signal: AbortSignal;
  /** For responses that must end when the caller's access ends. */
  readonly connection: Connection;
  /** For responses that measure how fast they are read. */
  readonly outgoing: ServerResponse;
}

/** One successful response of a route. */
export interface RouteAnswer {
  readonly status: 101 | 200 | 201 | 202 | 204;
  /** Describes the response for a reader of `openapi.json`. */
  readonly description: string;
  /** The schema of a JSON body. */
  readonly json?: z.ZodType;
  /** The content types of any other body. */
  readonly types?: readonly string[];
}

/**
 * The description of a route. Requests are validated by it, and `openapi.json` is generated from
 * it.
 */
export interface RouteFacts {
  readonly method: 'get' | 'post' | 'delete';
  /** Contains `:id` in place of a session's or provider's id. */
  readonly path: string;
  readonly summary: string;
  /** The right that an agent needs; undefined if its token for the folder is enough. */
  readonly right?: Right | undefined;
  readonly query?: z.ZodObject | undefined;
  /** Headers of this route: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType | undefined;
  readonly answers: readonly RouteAnswer[];
  /** The schema of its errors, if it differs from the API's own. */
  readonly refusal?: z.ZodType;
  /**
   * The token that is required: the API's by default, `hook` for the token of the session whose
   * hook calls.
   */
  readonly token?: 'hook';
}

/** A request that is not parsed yet. */
interface RawCall {
  readonly connection: Connection;
  readonly id: string;
  readonly request: Request;
  readonly outgoing: ServerResponse;
  /** Maximum bytes of the body. */
  readonly bodyBytes: number;
}

export interface Route {
  readonly facts: RouteFacts;
  /** @throws {ApiError} `BAD_REQUEST`, `PAYLOAD_TOO_LARGE`, and the errors of the handler. */
  respond(call: RawCall): Promise<Response>;
}

type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined;

/** Combines a route's description with its handler, which receives the parsed query and body. */
export function defineRoute<const F extends RouteFacts>(
  facts: F,
  handle: (call: Call<Parsed<F['query']>, Parsed<F['body']>>) => Response | Promise<Response>,
): Route {
  return {
    facts,
    respond: async ({ connection, id, request, outgoing, bodyBytes }) => {
      const query = parseQuery(facts.query, new URL(request.url).searchParams);
      const body = facts.body && (await parseBody(facts.body, request, bodyBytes));
      // The parsers return these types, but TypeScript cannot infer that through the generic.
      const parsed = { query, body } as Pick<
        Call<Parsed<F['query']>, Parsed<F['body']>>,
        'body' | 'query'
      >;
      const { headers } = request;
      const { access } = connection;
      const signal = AbortSignal.any([request.signal, connection.signal]);
      // The token may have ended while the body arrived.
      connection.signal.throwIfAborted();
      return handle({ access, id, ...parsed, headers, signal, connection, outgoing });
    },
  };
}

/** @throws {ApiError} `BAD_REQUEST`, naming the field. */
export function parseQuery<T extends z.ZodObject>(
  schema: T | undefined,
  query: URLSearchParams,
): z.infer<T> {
  const twice = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) {
    throw new ApiError('BAD_REQUEST', `The query has "${twice}" more than once.`);
  }
  return parse(schema ?? z.strictObject({}), Object.fromEntries(query), 'query') as z.infer<T>;
}

async function parseBody(schema: z.ZodType, request: Request, limitBytes: number) {
  const text = await readBody(request, limitBytes);
  if (text === '') {
    return parse(schema, {}, 'body');
  }
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new ApiError(
      'BAD_REQUEST',
      'The body must be JSON: send the header "Content-Type: application/json".',
    );
  }
  const json = parseJson(text);
  if (json.kind !== 'value') {
    throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  }
  return parse(schema, json.value, 'body');
}
