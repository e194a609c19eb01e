import { realpath, stat } from 'node:fs/promises';

/** A directory without symbolic links; as it is, where it is no more. */
export async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Gone or not ours to see: then its name is all that can be compared.
    return path;
  }
}

/**
 * Whether two paths name one directory, over symbolic links and where upper and lower case are one.
 * One that is no more is the same only by its name.
 */
export async function isSameDirectory(one: string, other: string): Promise<boolean> {
  if (one === other || (await realDirectory(one)) === (await realDirectory(other))) {
    return true;
  }
  try {
    const [first, second] = await Promise.all([
      stat(one, { bigint: true }),
      stat(other, { bigint: true }),
    ]);
    return first.isDirectory() && first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}
