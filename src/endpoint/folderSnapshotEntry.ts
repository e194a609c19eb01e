import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isPrivateDirectory } from '../base/privateFile';
import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import { readOwnFile } from './readOwnFile';

/**
 * The snapshot that a window stores of a trusted folder, as far as programs read it to find the folder
 * and to start its agents when no window is open.
 */
export interface FolderSnapshotEntry {
  /** The file of the snapshot. */
  readonly file: string;
  /** The workspace folder's URI. */
  readonly uri: string;
  /** The workspace folder's directory. */
  readonly path: string;
  /** The JavaScript file that runs the core without a window; an update of the extension moves it. */
  readonly program: string;
}

/** @param home The extension's directory in the person's home: `~/.agent-terminals`. */
export function foldersDirectory(home: string): string {
  return join(home, 'folders');
}

/** The file for the folder with a URI. */
export function folderSnapshotPath(home: string, uri: string): string {
  const name = createHash('sha256').update(uri).digest('hex').slice(0, 16);
  return join(foldersDirectory(home), `${name}.json`);
}

/** The snapshots that windows of this machine have stored. Files that others could have written are ignored. */
export async function listFolderSnapshots(home: string): Promise<readonly FolderSnapshotEntry[]> {
  const directory = foldersDirectory(home);
  if (!(await isPrivateDirectory(directory))) {
    return [];
  }
  const names = await readdir(directory).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(directory, name));
  const texts = await Promise.all(files.map((file) => readOwnFile(file)));
  return texts.flatMap((text, at) => parse(files[at] ?? '', text) ?? []);
}

/** Undefined for a file of another form, or of another machine that shares the home. */
function parse(file: string, text: string): FolderSnapshotEntry | undefined {
  const value = tryParseJson(text);
  const { folder, program, hostname: machine } = isRecord(value) ? value : {};
  const { path, uri } = isRecord(folder) ? folder : {};
  const isComplete = typeof path === 'string' && typeof uri === 'string';
  return isComplete && typeof program === 'string' && machine === hostname()
    ? { file, path, uri, program }
    : undefined;
}
