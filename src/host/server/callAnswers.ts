import {
  ErrorCodes,
  ResponseError,
  type MessageConnection,
  type RequestType,
  type RequestType0,
} from 'vscode-jsonrpc/node';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { SessionError, toMessage, type SessionErrorCode } from '../../base/errors';
import type { CallFault } from '../protocol/calls';

/** Answers calls: who asks is let in first, what is asked is checked, and what goes wrong told with its code. */
export class CallAnswers {
  /** @param admit Throws for one who may not ask. */
  constructor(
    private readonly calls: Pick<MessageConnection, 'onRequest'>,
    private readonly admit: () => void,
  ) {}

  answer<Asked, Answer>(
    type: RequestType<Asked, Answer, CallFault>,
    schema: z.ZodMiniType<Asked>,
    answer: (asked: Asked) => Answer | Promise<Answer>,
  ): void {
    this.calls.onRequest<unknown, CallFault>(type.method, (params: unknown): unknown =>
      this.settle(() => answer(schema.parse(params))),
    );
  }

  /** The same for a call that says no more than its name. */
  answer0<Answer>(
    type: RequestType0<Answer, CallFault>,
    answer: () => Answer | Promise<Answer>,
  ): void {
    this.calls.onRequest<unknown, CallFault>(type.method, (): unknown => this.settle(answer));
  }

  /** What `answer` gives, at once if it does, so that nothing comes between a call and its answer. */
  private settle<Answer>(answer: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    try {
      this.admit();
      const given = answer();
      return given instanceof Promise ? given.catch(rethrow) : given;
    } catch (error) {
      return rethrow(error);
    }
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
