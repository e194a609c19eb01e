/** The response headers of a stream of server-sent events. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
} as const;

/** A comment line, which parsers ignore; it shows that the stream is alive. */
export const SSE_HEARTBEAT = Buffer.from(': \n\n');

/** One server-sent event, its data as JSON. */
export function formatSse(event: string, data: unknown): Uint8Array {
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
