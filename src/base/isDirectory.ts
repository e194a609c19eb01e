import { statSync } from 'node:fs';

/** Whether the path is that of a directory, or of a link to one, that this user can reach. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It does not exist, or one of its parents cannot be searched.
    return false;
  }
}
