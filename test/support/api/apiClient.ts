import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';

export interface ApiCall {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent instead of JSON. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if it is not JSON. */
  readonly json: unknown;
  /** The code of the error, if it is one. */
  readonly code: string | undefined;
}

/** Calls a window's API as a program does, with any headers. */
export function callApi(
  at: RequestOptions,
  method: string,
  call: ApiCall = {},
): Promise<ApiAnswer> {
  const { token, body, raw = body === undefined ? undefined : JSON.stringify(body) } = call;
  return new Promise((resolve, reject) => {
    const sent = request({
      ...at,
      method,
      agent: false,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const json = readJson(text);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, json, code: codeOf(json) });
      });
    });
    sent.end(raw);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(json: unknown): string | undefined {
  const error = (json as { error?: { code?: string } } | undefined)?.error;
  return error?.code;
}
