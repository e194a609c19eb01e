import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ID } from '../../providers/model/providerDefinition';
import { isGone } from './lineReader';

export interface TranscriptFile {
  readonly path: string;
  readonly id: string | undefined;
}

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

interface FileSearch {
  /** A regular expression for `ID` in names; undefined: a UUID. */
  readonly idPattern: string | undefined;
  readonly limit: number;
  /** Called for each folder that exists and cannot be read. */
  readonly onLocked?: () => void;
}

/**
 * The files below `folder` that match the path `names`, in which `*` matches anything and `ID` an
 * id. The last by name come first, which are the newest if names begin with a date. A folder that
 * is missing or unreadable contributes none.
 */
export async function matchFiles(
  folder: string,
  names: readonly string[],
  search: FileSearch,
): Promise<readonly TranscriptFile[]> {
  return matchBelow({ path: folder, id: undefined }, names, search);
}

/**
 * Replaces `ID` in the names. Undefined if `id` does not have the form of an id, so that it might
 * lead to another folder, or if no name contains `ID`.
 */
export function fillId(
  names: readonly string[],
  id: string,
  idPattern: string | undefined,
): readonly string[] | undefined {
  const isFillable =
    new RegExp(`^(?:${idPattern ?? UUID})$`).test(id) && names.some((name) => name.includes(ID));
  return isFillable ? names.map((name) => name.replace(ID, id)) : undefined;
}

async function matchBelow(
  above: TranscriptFile,
  [name, ...more]: readonly string[],
  search: FileSearch,
): Promise<readonly TranscriptFile[]> {
  if (name === undefined) {
    return [above];
  }
  const found: TranscriptFile[] = [];
  for (const entry of await entriesOf(above, name, search)) {
    if (found.length >= search.limit) {
      break;
    }
    const limit = search.limit - found.length;
    found.push(...(await matchBelow(entry, more, { ...search, limit })));
  }
  return found;
}

async function entriesOf(
  above: TranscriptFile,
  name: string,
  search: FileSearch,
): Promise<readonly TranscriptFile[]> {
  if (!name.includes('*') && !name.includes(ID)) {
    return [{ path: join(above.path, name), id: above.id }];
  }
  const pattern = toPattern(name, search.idPattern);
  return (await namesIn(above.path, search)).flatMap((entry) => {
    const match = pattern.exec(entry);
    return match === null ? [] : [{ path: join(above.path, entry), id: above.id ?? match[1] }];
  });
}

function toPattern(name: string, idPattern: string | undefined): RegExp {
  const [before = '', after] = name.split(ID).map(escapePattern);
  return new RegExp(
    after === undefined ? `^${before}$` : `^${before}(${idPattern ?? UUID})${after}$`,
  );
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
}

async function namesIn(folder: string, { onLocked }: FileSearch): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort().reverse();
  } catch (error) {
    // A missing folder means that nothing has started there yet.
    if (!isGone(error)) {
      onLocked?.();
    }
    return [];
  }
}
