import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from './atomicFile';

/** Creates a directory that no other user can read, or restricts an existing one. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/**
 * Writes a text to a file that no other user can read, replacing the file. Does nothing if the file
 * already has this text.
 */
export async function putPrivateFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
    await makePrivateDirectory(dirname(path));
    await writeFileAtomically(path, text);
  }
}
