import * as z from 'zod';
import type { Clock } from '../../base/clock';
import type { OperationParts } from '../../operations/createOperations';
import { checkCall, subjectField, type Operation } from '../../operations/operation';
import { askEvents } from './askEvents';
import { defineRoute, type Route, type RouteAnswer } from './route';

const STREAM = 'text/event-stream';

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
      const input = {
        ...(http.read ? http.read(sent as never) : sent),
        ...(id && { [id]: given }),
      };
      const call = checkCall(parts, operation, { access, input, signal });
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

/** The same object for a query, whose values are texts. */
function toQuery(schema: z.ZodType): z.ZodObject | undefined {
  if (!(schema instanceof z.ZodObject)) {
    return undefined;
  }
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : undefined;
    return [
      name,
      inner instanceof z.ZodNumber ? z.coerce.number().pipe(inner).optional() : field,
    ] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

function describeAnswer(operation: Operation): RouteAnswer {
  const { http, output } = operation;
  const { answer, status, type } = http;
  if (status === 202 || status === 204) {
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

function respond({ http: { status, type } }: Operation, output: unknown): Response {
  if (status === 202 || status === 204) {
    return new Response(null, { status });
  }
  return type
    ? new Response(String(output), { headers: { 'content-type': `${type}; charset=utf-8` } })
    : Response.json(output, { status });
}
