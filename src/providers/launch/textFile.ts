import { open } from 'node:fs/promises';

const START_BYTES = 512;

/**
 * Whether a file contains text without a `#!` line, so it is not a program. False if it cannot be
 * read.
 */
export async function isPlainText(path: string): Promise<boolean> {
  const start = await readStart(path).catch(() => Buffer.alloc(0));
  return start.length > 0 && !start.includes(0) && !start.subarray(0, 2).equals(Buffer.from('#!'));
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
