/** Maximum bytes of one message; windows refuse messages of more than 1 MiB. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * Splits input into messages that a window accepts; text is encoded as UTF-8. The bytes are copied,
 * because they may be queued.
 */
export function toFrames(data: string | Uint8Array): readonly Uint8Array[] {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data.slice();
  const count = Math.ceil(bytes.byteLength / MAX_FRAME_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * MAX_FRAME_BYTES, (index + 1) * MAX_FRAME_BYTES),
  );
}
