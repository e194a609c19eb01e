import type { IncomingMessage } from 'node:http';
import { tryParseJson } from '../base/parseJson';
import { callApi, readText, type ApiCall } from './connect/apiRequest';
import { ClientError } from './clientError';
import type { Endpoint } from './connect/endpoint';
import { SseParser, type ServerSentEvent } from './session/sseParser';

/**
 * A window's API. Each call looks up the address, because a reloaded window listens at another
 * socket.
 */
export class Api {
  constructor(readonly findEndpoint: () => Promise<Endpoint>) {}

  /** Returns the response's JSON. Its shape is not validated. */
  async json<T>(call: ApiCall): Promise<T> {
    const value = tryParseJson(await this.text(call));
    if (value === undefined) {
      throw new ClientError('UNREACHABLE', `The window's API returned no JSON for ${call.path}.`);
    }
    return value as T;
  }

  async text(call: ApiCall): Promise<string> {
    return readText(await this.call(call));
  }

  /** Yields server-sent events until the window ends the stream or the caller stops. */
  async *events(call: ApiCall): AsyncGenerator<ServerSentEvent, void> {
    const answer = await this.call({ accept: 'text/event-stream', ...call });
    const parser = new SseParser();
    answer.setEncoding('utf8');
    for await (const part of readParts(answer, call)) {
      yield* parser.push(part);
    }
  }

  private async call(call: ApiCall): Promise<IncomingMessage> {
    return callApi(await this.findEndpoint(), call);
  }
}

/** Leaving the loop early destroys the response, so the window detects the disconnection. */
async function* readParts(answer: IncomingMessage, { signal }: ApiCall): AsyncGenerator<string> {
  try {
    for await (const part of answer) {
      yield part as string;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new ClientError(
      'UNREACHABLE',
      `The connection to the window was lost: ${String(error)}.`,
    );
  }
}
