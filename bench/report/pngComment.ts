import { crc32 } from 'node:zlib';

const KEYWORD = 'Source';
/** Length of the signature and the IHDR chunk, which must be the first chunk. */
const HEAD_BYTES = 33;

/** Adds a tEXt chunk to a PNG. `comment` must be Latin-1. */
export function addComment(png: Buffer, comment: string): Buffer {
  const body = Buffer.from(`tEXt${KEYWORD}\0${comment}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunk, png.subarray(HEAD_BYTES)]);
}

/** Reads the text that {@link addComment} added; undefined for other PNGs. */
export function readComment(png: Buffer): string | undefined {
  const length = png.readUInt32BE(HEAD_BYTES);
  const body = png.toString('latin1', HEAD_BYTES + 4, HEAD_BYTES + 8 + length);
  const start = `tEXt${KEYWORD}\0`;
  return body.startsWith(start) ? body.slice(start.length) : undefined;
}
