import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock';
import { tryParseJson } from '../base/parseJson';
import { callApi, type ApiCall } from './connect/apiRequest';
import { callServer } from './connect/callServer';
import { ConnectionError } from './connect/connectionError';
import { ClientError } from './clientError';
import { ROUTES, type Operations } from './generated/operations';
import type { BusyCore, Endpoint } from './connect/endpoint';
import { SseParser, type ServerSentEvent } from './session/sseParser';

/** A value of a query; a list is joined by commas. */
type QueryValue = boolean | number | string | readonly string[] | undefined;

type CallOptions = Pick<ApiCall, 'accept' | 'answerMs' | 'signal'>;

type Name = keyof Operations;

type Input<One extends Name> = Operations[One]['input'];

/** An input that depends on when the call begins, such as one with a time limit, is built for each attempt. */
type Built<One extends Name> = Input<One> | (() => Input<One>);

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

  /** Carries out an operation. The shape of the answer is not validated. */
  async call<One extends Name>(
    name: One,
    input: Built<One>,
    options?: CallOptions,
  ): Promise<Operations[One]['output']> {
    const { answer, method, path } = ROUTES[name];
    const build = (): ApiCall =>
      buildCall(name, typeof input === 'function' ? input() : input, options);
    const text = await this.reach({ method, build }, readAll);
    const value: unknown = answer === 'json' ? tryParseJson(text) : answer === 'text' ? text : null;
    if (value === undefined) {
      throw new ClientError('UNREACHABLE', `The window's API returned no JSON for ${path}.`);
    }
    return value as Operations[One]['output'];
  }

  /** The same for an operation whose answer grows. */
  stream<One extends Name>(
    name: One,
    input: Input<One>,
    options?: CallOptions,
  ): AsyncGenerator<ServerSentEvent, void> {
    return this.events(buildCall(name, input, options));
  }

  /** Yields server-sent events until the window ends the stream or the caller stops. */
  async *events(call: ApiCall): AsyncGenerator<ServerSentEvent, void> {
    const streamed = { accept: 'text/event-stream', ...call } as const;
    const { method } = call;
    const parts = await this.reach({ method, build: () => streamed }, (begun) =>
      Promise.resolve(begun),
    );
    const parser = new SseParser();
    for await (const part of parts) {
      yield* parser.push(part);
    }
  }

  /** Calls the window and reads the response; both again at the next one if it ended meanwhile. */
  private reach<T>(
    { method, build }: { readonly method: ApiCall['method']; readonly build: () => ApiCall },
    read: (parts: AsyncGenerator<string>) => Promise<T>,
  ): Promise<T> {
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

/** The input beside the id is the query of a GET and the body of all others. */
function buildCall(name: Name, input: object, options: CallOptions = {}): ApiCall {
  const { answer, method, path, id } = { id: undefined, ...ROUTES[name] };
  const accept = answer === 'text' ? ('text/plain' as const) : undefined;
  const { [id ?? '']: subject, ...rest } = input as Readonly<Record<string, QueryValue>>;
  const named = path.replace(':id', encodeURIComponent(String(subject)));
  return method === 'GET'
    ? { method, path: `${named}${buildQuery(rest)}`, accept, ...options }
    : { method, path: named, ...(method === 'POST' && { body: rest }), ...options };
}

function buildQuery(values: Readonly<Record<string, QueryValue>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

async function readAll(parts: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const part of parts) {
    text += part;
  }
  return text;
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
