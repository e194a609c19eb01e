import { ApiError } from '../../operations/apiError';

/**
 * Reads the request's body as UTF-8 text; characters split between network packets are kept whole.
 * @throws {ApiError} `PAYLOAD_TOO_LARGE`, before more than `limitBytes` are kept.
 */
export async function readBody(request: Request, limitBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) {
    throw tooLarge(limitBytes);
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const body: ReadableStream<Uint8Array> | null = request.body;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limitBytes) {
      void reader?.cancel();
      throw tooLarge(limitBytes);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(limitBytes: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`);
}
