import * as z from 'zod';
import type { Clock } from '../../base/clock';
import type { OperationParts } from '../../operations/createOperations';
import { authorize, subjectField, type Operation } from '../../operations/operation';
import { parse } from '../../operations/parse';
import { askEvents } from './askEvents';
import { defineRoute, type Route, type RouteAnswer } from './route';

const STREAM = 'text/event-stream';

/** Schemas that parse a text; a pipe converts it. */
const TEXTS = [z.ZodString, z.ZodEnum, z.ZodPipe];

/** The HTTP route of an operation. */
export function operationRoute(parts: OperationParts, operation: Operation, clock: Clock): Route {
  const { http, right, subject, summary } = operation;
  const { method, path } = http;
  const id = subject && subjectField(subject);
  const accepted = http.accepts ?? withoutField(operation.input, id);
  return defineRoute(
    {
      method,
      path,
      summary,
      right: right === 'folder' ? undefined : right,
      query: method === 'get' ? toQuery(accepted) : undefined,
      body: method === 'post' ? accepted : undefined,
      answers: [describeAnswer(operation)],
    },
    async ({ access, body, headers, id: given, query, signal }) => {
      const sent = body ?? query ?? {};
      // What `accepts` has parsed is what `read` reads.
      const read = http.read ? http.read(sent as never) : sent;
      const whole = { ...read, ...(id && { [id]: given }) };
      const input = parse(operation.input, whole, method === 'get' ? 'query' : 'body');
      const call = authorize(parts, operation, { access, input, signal });
      if (operation.stream && headers.get('accept')?.includes(STREAM)) {
        return askEvents(clock, await operation.stream(parts, call));
      }
      return respond(operation, await operation.run(parts, call));
    },
  );
}

function withoutField({ shape }: z.ZodObject, name: string | undefined): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([one]) => one !== name)));
}

/** The same object for a query, whose values are texts. Other values than numbers need `accepts` and `read`. */
function toQuery(schema: z.ZodType): z.ZodObject {
  if (!(schema instanceof z.ZodObject)) {
    throw new Error('A query is an object.');
  }
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, toText(name, field)]);
  return z.strictObject(Object.fromEntries(fields) as z.ZodRawShape);
}

function toText(name: string, field: unknown): z.ZodType {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  if (inner instanceof z.ZodNumber) {
    const number = z.coerce.number().pipe(inner);
    return field instanceof z.ZodOptional ? number.optional() : number;
  }
  if (TEXTS.some((kind) => inner instanceof kind)) {
    return field as z.ZodType;
  }
  throw new Error(`The field "${name}" of a query is no text: it needs "accepts" and "read".`);
}

function describeAnswer(operation: Operation): RouteAnswer {
  const { http, output } = operation;
  const { answer, status, type } = http;
  if (output instanceof z.ZodVoid) {
    return { status, description: answer };
  }
  if (type) {
    return { status, description: answer, types: [type] };
  }
  const events = `; with Accept: ${STREAM} events "delta" ({"text"}, the answer so far), then "done" (the same JSON) or "error".`;
  return operation.stream
    ? { status, description: answer.replace(/\.$/, events), json: output, types: [STREAM] }
    : { status, description: answer, json: output };
}

function respond({ http: { status, type }, output: schema }: Operation, output: unknown): Response {
  if (schema instanceof z.ZodVoid) {
    return new Response(null, { status });
  }
  return type
    ? new Response(String(output), { headers: { 'content-type': `${type}; charset=utf-8` } })
    : Response.json(output, { status });
}
