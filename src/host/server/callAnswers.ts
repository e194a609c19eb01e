import { ErrorCodes, ResponseError, type MessageConnection } from 'vscode-jsonrpc/node';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { SessionError, toMessage, type SessionErrorCode } from '../../base/errors';
import { requireSession } from '../../pty/sessionBackend';
import type { SessionHandle } from '../../pty/sessionService';
import {
  COLOURED_TEXT,
  CREATE,
  KILL,
  PING,
  REPORT,
  SCREEN,
  STOP,
  TEXT,
  WRITE_AFTER,
  type Call,
  type CallFault,
  type HostReport,
} from '../protocol/calls';
import type { ServedHost } from './servedClient';

/**
 * Registers handlers of calls. Each call is authorized first and its parameters are checked; errors
 * are returned with their code.
 */
export class CallAnswers {
  /** @param authorize Throws if the client may not call. */
  constructor(
    private readonly calls: Pick<MessageConnection, 'onRequest'>,
    private readonly authorize: () => void,
  ) {}

  answer<Params, Answer>(
    { method, params: schema }: Call<Params, Answer>,
    answer: (params: Params) => Answer | Promise<Answer>,
  ): void {
    this.calls.onRequest<unknown, CallFault>(method, (params: unknown): unknown =>
      this.settle(() => answer(schema.parse(params))),
    );
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

/** Registers the handlers of all calls but `hello`. */
export function answerCalls(calls: CallAnswers, host: ServedHost, report: () => HostReport): void {
  const { sessions } = host;
  const sessionOf = (id: string): SessionHandle => requireSession(sessions, id);
  calls.answer(PING, () => null);
  calls.answer(CREATE, (spec) => host.create(spec));
  calls.answer(TEXT, ({ id, scrollback = 0 }) => sessionOf(id).text({ scrollback }));
  calls.answer(COLOURED_TEXT, ({ id, scrollback = 0 }) =>
    sessionOf(id).colouredText({ scrollback }),
  );
  calls.answer(SCREEN, ({ id }) => sessionOf(id).screen());
  calls.answer(WRITE_AFTER, ({ id, output, data }) => sessionOf(id).writeAfter(output, data));
  calls.answer(KILL, async ({ id }) => {
    await sessions.find(id)?.kill();
    return null;
  });
  calls.answer(REPORT, report);
  calls.answer(STOP, async () => {
    await host.stop();
    return null;
  });
}

/** An unexpected error has no code. */
function rethrow(error: unknown): never {
  const code = codeOf(error);
  throw new ResponseError<CallFault>(
    ErrorCodes.UnknownErrorCode,
    error instanceof $ZodError
      ? `The session host rejected the call because its parameters are invalid: ${z.prettifyError(error)}`
      : toMessage(error),
    code && { code },
  );
}

function codeOf(error: unknown): SessionErrorCode | undefined {
  if (SessionError.is(error)) {
    return error.code;
  }
  return error instanceof $ZodError ? 'BAD_REQUEST' : undefined;
}
