/** Bytes of one message; windows refuse very large ones. */
const MAX_FRAME_BYTES = 64 * 1024;

/** A write's bytes, a text as UTF-8, in messages that a window takes; copied, for they may wait. */
export function toFrames(data: string | Uint8Array): readonly Uint8Array[] {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data.slice();
  const count = Math.ceil(bytes.byteLength / MAX_FRAME_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * MAX_FRAME_BYTES, (index + 1) * MAX_FRAME_BYTES),
  );
}
