import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock';
import { tryParseJson } from '../base/parseJson';
import { callApi, type ApiCall } from './connect/apiRequest';
import { callServer } from './connect/callServer';
import { ConnectionError } from './connect/connectionError';
import { ClientError } from './clientError';
import type { BusyCore, Endpoint } from './connect/endpoint';
import { SseParser, type ServerSentEvent } from './session/sseParser';

/** A call that depends on when it begins, such as one with a time limit; built for each attempt. */
type TimedCall = () => ApiCall & { readonly method: 'GET' };

/**
 * A window's API. Each call looks up the address, because a reloaded window listens at another
 * socket.
 */
export class Api {
  /** @param ending ends all calls when it is aborted. */
  constructor(
    readonly findEndpoint: (busyCore?: BusyCore) => Promise<Endpoint>,
    private readonly ending?: AbortSignal,
  ) {}

  /** Returns the response's JSON. Its shape is not validated. */
  async json<T>(call: ApiCall | TimedCall): Promise<T> {
    const value = tryParseJson(await this.text(call));
    if (value === undefined) {
      const { path } = typeof call === 'function' ? call() : call;
      throw new ClientError('UNREACHABLE', `The window's API returned no JSON for ${path}.`);
    }
    return value as T;
  }

  text(call: ApiCall | TimedCall): Promise<string> {
    return this.reach(call, async (parts) => {
      let text = '';
      for await (const part of parts) {
        text += part;
      }
      return text;
    });
  }

  /** Yields server-sent events until the window ends the stream or the caller stops. */
  async *events(call: ApiCall): AsyncGenerator<ServerSentEvent, void> {
    const streamed = { accept: 'text/event-stream', ...call } as const;
    const parts = await this.reach(streamed, (begun) => Promise.resolve(begun));
    const parser = new SseParser();
    for await (const part of parts) {
      yield* parser.push(part);
    }
  }

  /** Calls the window and reads the response; both again at the next one if it ended meanwhile. */
  private reach<T>(
    call: ApiCall | TimedCall,
    read: (parts: AsyncGenerator<string>) => Promise<T>,
  ): Promise<T> {
    const build = typeof call === 'function' ? call : () => call;
    const method = typeof call === 'function' ? 'GET' : call.method;
    const search = { clock: systemClock, findEndpoint: this.findEndpoint, method };
    return callServer(search, async (endpoint) => {
      const built = this.endable(build());
      return read(readParts(await callApi(endpoint, built), built));
    });
  }

  private endable(call: ApiCall): ApiCall {
    const signals = [call.signal, this.ending].filter((signal) => signal !== undefined);
    return { ...call, signal: AbortSignal.any(signals) };
  }
}

/** Leaving the loop early destroys the response, so the window detects the disconnection. */
async function* readParts(answer: IncomingMessage, { signal }: ApiCall): AsyncGenerator<string> {
  answer.setEncoding('utf8');
  try {
    for await (const part of answer) {
      yield part as string;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const message = `The connection to the window was lost: ${String(error)}.`;
    throw new ConnectionError('UNREACHABLE', message, false);
  }
}
