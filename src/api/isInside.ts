import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a directory's or of something in it, by their names alone. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
