import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from './atomicFile';

/** Makes a directory that nobody else may look into, or makes one that is there so. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** Puts a text into a file that nobody else may read, in place of what is there; one that has it is left alone. */
export async function putPrivateFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
    await makePrivateDirectory(dirname(path));
    await writeFileAtomically(path, text);
  }
}
