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

/**
 * Registers handlers of calls. Each call is authorized first and its parameters are validated;
 * errors are returned with their code.
 */
export class CallAnswers {
  /** @param authorize Throws if the client may not call. */
  constructor(
    private readonly calls: Pick<MessageConnection, 'onRequest'>,
    private readonly authorize: () => void,
  ) {}

  answer<Params, Answer>(
    type: RequestType<Params, Answer, CallFault>,
    schema: z.ZodMiniType<Params>,
    answer: (params: Params) => Answer | Promise<Answer>,
  ): void {
    this.calls.onRequest<unknown, CallFault>(type.method, (params: unknown): unknown =>
      this.settle(() => answer(schema.parse(params))),
    );
  }

  /** Registers the handler of a call without parameters. */
  answer0<Answer>(
    type: RequestType0<Answer, CallFault>,
    answer: () => Answer | Promise<Answer>,
  ): void {
    this.calls.onRequest<unknown, CallFault>(type.method, (): unknown => this.settle(answer));
  }

  /**
   * Returns the result of `answer`, synchronously if possible, so that nothing is sent between a
   * call and its answer.
   */
  private settle<Answer>(answer: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
    try {
      this.authorize();
      const result = answer();
      return result instanceof Promise ? result.catch(rethrow) : result;
    } catch (error) {
      return rethrow(error);
    }
  }
}

/** An unexpected error has no code. */
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
    ? `The session host rejected the call because its parameters are invalid: ${z.prettifyError(error)}`
    : toMessage(error);
}

function codeOf(error: unknown): SessionErrorCode | undefined {
  if (SessionError.is(error)) {
    return error.code;
  }
  return error instanceof $ZodError ? 'BAD_REQUEST' : undefined;
}
