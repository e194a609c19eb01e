import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseJson } from '../../base/parseJson';
import type { Access } from '../auth/access';
import { ApiError } from './apiError';
import { readBody } from './readBody';
import type { Connection } from '../auth/connections';

/** What a request asks, parsed: its path's parameter, query and body. */
export interface Call<Query, Body> {
  readonly access: Access;
  /** What stands at `:id` in the path; empty where nothing does. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly headers: Headers;
  /** Aborted once the caller has gone, or may stay no longer. */
  readonly signal: AbortSignal;
  /** For an answer that goes on until the caller has to leave. */
  readonly connection: Connection;
  /** For an answer that has to know how fast it is read. */
  readonly outgoing: ServerResponse;
}

/** One way to answer well. */
export interface RouteAnswer {
  readonly status: 101 | 200 | 201 | 202 | 204;
  /** What it says, in words. */
  readonly description: string;
  /** JSON of that shape. */
  readonly json?: z.ZodType;
  /** Any other body, by its content types. */
  readonly types?: readonly string[];
}

/** A row of the API: what it takes, for the machine that checks it and the page that describes it. */
export interface RouteFacts {
  readonly method: 'get' | 'post' | 'delete';
  /** With `:id` where the session's or the provider's id stands. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Headers of its own, by their names, with what each says. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly answers: readonly RouteAnswer[];
  /** What it refuses with, where that is more than the API's own errors. */
  readonly refusal?: z.ZodType;
  /** Whose token lets in: the API's by default, else a session's own, for its hooks. */
  readonly token?: 'hook';
}

/** What comes in, unread. */
export interface RawCall {
  readonly connection: Connection;
  readonly id: string;
  readonly request: Request;
  readonly outgoing: ServerResponse;
  /** Of the body, at the most. */
  readonly bodyBytes: number;
}

export interface Route {
  readonly facts: RouteFacts;
  /** @throws {ApiError} `BAD_REQUEST`, `PAYLOAD_TOO_LARGE`; and what the verb throws. */
  respond(call: RawCall): Promise<Response>;
}

type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined;

/** Ties a row's facts to what carries it out, which gets what these say and nothing else. */
export function defineRoute<const F extends RouteFacts>(
  facts: F,
  handle: (call: Call<Parsed<F['query']>, Parsed<F['body']>>) => Response | Promise<Response>,
): Route {
  return {
    facts,
    respond: async ({ connection, id, request, outgoing, bodyBytes }) => {
      const query = parseQuery(facts.query, new URL(request.url).searchParams);
      const body = facts.body && (await parseBody(facts.body, request, bodyBytes));
      // What these parsers give is of these types; TypeScript cannot see it through a generic.
      const parsed = { query, body } as Pick<
        Call<Parsed<F['query']>, Parsed<F['body']>>,
        'body' | 'query'
      >;
      const { headers } = request;
      const { access } = connection;
      const signal = AbortSignal.any([request.signal, connection.signal]);
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

/** @throws {ApiError} `BAD_REQUEST`, naming the field. */
export function parse<T extends z.ZodType>(schema: T, value: unknown, what: string): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const where = field === '' ? `The ${what}` : `"${field}" in the ${what}`;
  throw new ApiError('BAD_REQUEST', `${where} is wrong: ${issue?.message ?? 'it cannot be read'}.`);
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
