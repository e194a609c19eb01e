import { join } from 'node:path';
import * as z from 'zod';
import { cliHomeOf } from '../../providers/model/cliHome';
import type { DirectoryNaming, TranscriptSupport } from '../../providers/model/transcriptSupport';
import { LineReader } from './lineReader';
import { isSameDirectory, realDirectory } from '../../base/directories';
import type { TranscriptLocation } from './transcripts';

/** Where transcripts are searched: on the path `names` below `folder`. */
export interface TranscriptFolder {
  readonly folder: string;
  readonly names: readonly string[];
}

export type KnownSupport = Exclude<TranscriptSupport, { readonly kind: 'none' }>;

/** The largest list of directories that is read, in bytes. */
const LIST_BYTES = 4 * 1024 * 1024;

const LIST = z.object({ projects: z.record(z.string(), z.string()) });

/**
 * The folder with the directory's own conversations. It may also contain those of other
 * directories.
 */
export async function ownFolder(
  support: KnownSupport,
  location: TranscriptLocation,
  home: string,
): Promise<TranscriptFolder | undefined> {
  if (support.kind !== 'byDirectory') {
    return everyFolder(support, location, home);
  }
  const cliHome = cliHomeOf(support.home, location, home);
  const name = await folderName(support.naming, location.cwd, cliHome);
  return name === undefined
    ? undefined
    : { folder: join(cliHome, support.root, name), names: support.file };
}

/** The folder with the conversations of all directories. */
export function everyFolder(
  support: KnownSupport,
  location: TranscriptLocation,
  home: string,
): TranscriptFolder {
  const folder = join(cliHomeOf(support.home, location, home), support.root);
  switch (support.kind) {
    case 'byDirectory':
      return { folder, names: ['*', ...support.file] };
    case 'byDate':
      return { folder, names: ['*', '*', '*', ...support.file] };
    case 'byId':
      return { folder, names: support.file };
  }
}

async function folderName(
  naming: DirectoryNaming,
  cwd: string,
  cliHome: string,
): Promise<string | undefined> {
  return naming.kind === 'listed'
    ? listedName(join(cliHome, naming.file), cwd)
    : directoryFolderName(naming, await realDirectory(cwd), process.platform);
}

/** A plain folder name, not a path that leaves the parent folder. */
const FOLDER_NAME = /^[^/\\]+$/;

async function listedName(file: string, cwd: string): Promise<string | undefined> {
  for (const [directory, name] of Object.entries(await readList(file))) {
    const isName = FOLDER_NAME.test(name) && name !== '.' && name !== '..';
    if (isName && (await isSameDirectory(directory, cwd))) {
      return name;
    }
  }
  return undefined;
}

async function readList(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    const text = await LineReader.using(file, (reader) => reader.text(LIST_BYTES));
    return text === undefined ? {} : LIST.parse(JSON.parse(text)).projects;
  } catch {
    // The CLI never ran, or this version stores the list differently.
    return {};
  }
}

/** The longest folder name that CLIs with hashed names do not shorten, in UTF-16 units. */
const WHOLE_NAME_LENGTH = 200;

export type ComputedNaming = Exclude<DirectoryNaming, { readonly kind: 'listed' }>;

/**
 * The name of the folder in which a CLI stores a directory's conversations. `path` has no symbolic
 * links.
 */
export function directoryFolderName(
  naming: ComputedNaming,
  path: string,
  platform: NodeJS.Platform,
): string {
  switch (naming.kind) {
    case 'dashes': {
      const lower = platform === 'win32' && naming.windowsCase === 'lower';
      const name = (lower ? path.toLowerCase() : path).replace(/[^A-Za-z0-9]/g, '-');
      const isWhole = naming.longNames === 'whole' || name.length <= WHOLE_NAME_LENGTH;
      return isWhole ? name : `${name.slice(0, WHOLE_NAME_LENGTH)}-${hash(path)}`;
    }
    case 'separators':
      return `--${path.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
    case 'uri':
      return encodeURIComponent(path);
  }
}

/**
 * Whether two directories can share a folder, so that only the content of a transcript distinguishes
 * them.
 */
export function isSharedNaming({ kind }: DirectoryNaming): boolean {
  return kind === 'dashes' || kind === 'separators';
}

function hash(path: string): string {
  let sum = 0;
  for (let at = 0; at < path.length; at += 1) {
    sum = (Math.imul(sum, 31) + path.charCodeAt(at)) | 0;
  }
  return Math.abs(sum).toString(36);
}
