import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isOwn } from '../base/privateFile';

/** Maximum bytes that are read. The file of a window with 1,000 folders has 300 KB. */
const MOST_BYTES = 1024 * 1024;

/**
 * Reads a small text file of the person. Returns an empty text for a file that does not exist or
 * cannot be read, is larger, belongs to another user, or is no file, such as a link or a pipe, which
 * could block its reader.
 */
export async function readOwnFile(path: string): Promise<string> {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const found = await file.stat();
      const isUsable = found.isFile() && isOwn(found) && found.size <= MOST_BYTES;
      return isUsable ? await file.readFile('utf8') : '';
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
