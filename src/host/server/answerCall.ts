import {
  ErrorCodes,
  ResponseError,
  type MessageConnection,
  type RequestType,
} from 'vscode-jsonrpc/node';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { SessionError, toMessage, type SessionErrorCode } from '../../base/errors';
import type { CallFault } from '../protocol/calls';

/** Answers one kind of call: what is asked is checked, and what goes wrong told with its code. */
export function answerCall<Asked, Answer>(
  calls: MessageConnection,
  type: RequestType<Asked, Answer, CallFault>,
  schema: z.ZodMiniType<Asked>,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): void {
  calls.onRequest<unknown, CallFault>(type.method, (params: unknown): unknown =>
    settle(() => answer(schema.parse(params))),
  );
}

/** What `answer` gives, at once if it does, so that nothing comes between a call and its answer. */
export function settle<Answer>(answer: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
  try {
    const given = answer();
    return given instanceof Promise ? given.catch(rethrow) : given;
  } catch (error) {
    return rethrow(error);
  }
}

/** What was no expected failure has no code. */
function rethrow(error: unknown): never {
  const code = codeOf(error);
  throw new ResponseError<CallFault>(
    ErrorCodes.UnknownErrorCode,
    describe(error),
    code && { code },
  );
}

function describe(error: unknown): string {
  return error instanceof $ZodError
    ? `The session host does not understand the call: ${z.prettifyError(error)}`
    : toMessage(error);
}

function codeOf(error: unknown): SessionErrorCode | undefined {
  if (SessionError.is(error)) {
    return error.code;
  }
  return error instanceof $ZodError ? 'BAD_REQUEST' : undefined;
}
