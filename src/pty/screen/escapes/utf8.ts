/** The number of bytes of `bytes` before an incomplete character at the end. */
export function completeLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) {
      return length;
    }
    if (byte >= 0xc0) {
      return sequenceLength(byte) > back ? length - back : length;
    }
  }
  return length;
}

/** The length of the character that starts with `lead`. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) {
    return 4;
  }
  return lead >= 0xe0 ? 3 : 2;
}
