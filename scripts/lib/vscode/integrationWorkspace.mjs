// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A workspace with two folders, and a home directory without any start-up file.
 * @param {string} directory
 * @returns {Promise<{workspace: string, home: string}>}
 */
export async function makeIntegrationWorkspace(directory) {
  const folders = ['alpha', 'beta'];
  for (const name of [...folders, 'home']) {
    await mkdir(join(directory, name), { recursive: true });
  }
  const workspace = join(directory, 'two-folders.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  return { workspace, home: join(directory, 'home') };
}
