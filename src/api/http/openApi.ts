import * as z from 'zod';
import { describeRights } from '../../operations/access/rights';
import { ERROR } from './errorSchema';
import { TOKEN_HEADER } from '../hooks/hookRoute';
import type { RouteAnswer, RouteFacts } from './route';
import {
  SESSION_VIEW,
  SESSIONS,
  STARTED_SESSION_VIEW,
  STARTED_SESSIONS,
} from '../../operations/views/sessionView';

/** The names of schemas in the page's `components`. */
type Names = z.core.$ZodRegistry<{ id: string }>;

/** A JSON Schema or a part of the page; this file does not need a more exact type. */
type Json = Readonly<Record<string, unknown>>;

const HINT =
  'For programs on this machine; requests from web pages are refused. Tokens and address: ~/.agent-terminals/windows/*.json.';

/**
 * Builds `openapi.json` (OpenAPI 3.1): the routes of the API with the schemas of their input and
 * output.
 */
export function buildOpenApi(routes: readonly RouteFacts[], version: string): Json {
  const bodies: Names = z.registry();
  const answers: Names = z.registry();
  answers.add(SESSION_VIEW, { id: 'Session' });
  answers.add(SESSIONS, { id: 'Sessions' });
  answers.add(STARTED_SESSION_VIEW, { id: 'StartedSession' });
  answers.add(STARTED_SESSIONS, { id: 'StartedSessions' });
  answers.add(ERROR, { id: 'Error' });
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(':id', '{id}');
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, bodies, answers) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Agent Terminals', version, description: HINT },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        hook: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
      },
      schemas: { ...toSchemas(bodies, 'input'), ...toSchemas(answers, 'output') },
    },
  };
}

function describeRoute(route: RouteFacts, bodies: Names, answers: Names): Json {
  const { method, path, summary, right, query, headers = {}, body, refusal = ERROR, token } = route;
  const id = nameOf(method, path);
  return {
    operationId: id,
    summary,
    ...(right && {
      description: `An agent's token is valid for ${describeRights(right)}.`,
    }),
    parameters: [
      ...(path.includes(':id') ? [ID] : []),
      ...describeQuery(query),
      ...describeHeaders(headers),
    ],
    ...(token && { security: [{ [token]: [] }] }),
    ...(body && {
      requestBody: {
        required: isRequired(body),
        content: { 'application/json': refer(bodies, body, `${id}Request`) },
      },
    }),
    responses: {
      ...Object.fromEntries(
        route.answers.map((answer) => [answer.status, describeAnswer(answer, answers, id)]),
      ),
      default: {
        description: 'The request was refused; the code gives the reason.',
        content: { 'application/json': refer(answers, refusal, `${id}Refusal`) },
      },
    },
  };
}

/** Whether a body is required; a missing one is parsed as `{}`. */
function isRequired(body: z.ZodType): boolean {
  return !body.safeParse({}).success;
}

const ID: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function describeQuery(query: z.ZodObject | undefined): readonly Json[] {
  if (!query) {
    return [];
  }
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    schema,
  }));
}

function describeHeaders(headers: Readonly<Record<string, string>>): readonly Json[] {
  return Object.entries(headers).map(([name, description]) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  }));
}

function describeAnswer(
  { description, json, types = [] }: RouteAnswer,
  answers: Names,
  id: string,
): Json {
  const content = {
    ...(json && { 'application/json': refer(answers, json, `${id}Answer`) }),
    ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
  };
  return { description, ...(Object.keys(content).length > 0 && { content }) };
}

function refer(names: Names, schema: z.ZodType, fallback: string): Json {
  const id = names.get(schema)?.id ?? fallback;
  names.add(schema, { id });
  return { schema: { $ref: urlOf(id) } };
}

function toSchemas(names: Names, io: 'input' | 'output'): Json {
  const { schemas } = z.toJSONSchema(names, { io, uri: urlOf });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function urlOf(id: string): string {
  return `#/components/schemas/${id}`;
}

/** `getApiSessionsIdScreen` for `GET /api/sessions/:id/screen`. */
function nameOf(method: string, path: string): string {
  return method + path.replace(/[/:.]+(\w)/g, (_, first: string) => first.toUpperCase());
}
