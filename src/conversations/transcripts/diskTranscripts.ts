import { lstat, stat } from 'node:fs/promises';
import { cliIdOf } from '../../providers/model/providerDefinition';
import { describeTranscript } from './describeTranscript';
import {
  isSharedNaming,
  everyFolder,
  ownFolder,
  type KnownSupport,
  type TranscriptFolder,
} from './transcriptFolders';
import { isSameDirectory, realDirectory } from '../../base/directories';
import { fillId, matchFiles, type TranscriptFile } from './transcriptFiles';
import type { Transcript, TranscriptLocation, Transcripts } from './transcripts';

/** The most files whose time is read. The newest of them are read until there are enough. */
const MOST_FILES = 5_000;
const MOST_READ = 1_000;
const MOST_LISTED = 200;

const BATCH = 16;

/**
 * Reads transcripts as CLIs store them on disk. Caches nothing, writes nothing and never throws.
 */
export class DiskTranscripts implements Transcripts {
  /** @param home the person's home directory, for an environment that does not name one. */
  constructor(private readonly home: string) {}

  /** Lists at most the 200 newest. */
  async list(location: TranscriptLocation): Promise<readonly Transcript[]> {
    const support = supportOf(location);
    const own = support && (await ownFolder(support, location, this.home));
    if (support === undefined || own === undefined) {
      return [];
    }
    const search = { idPattern: support.idPattern, limit: MOST_FILES };
    const files = await newestFirst(await matchFiles(own.folder, own.names, search));
    const found: Transcript[] = [];
    const readers = toBatches(files.slice(0, MOST_READ));
    const describe = describer(support, location);
    for (const batch of readers) {
      found.push(...(await Promise.all(batch.map(describe))).filter(isDescribed));
      if (found.length >= MOST_LISTED) {
        break;
      }
    }
    return found.slice(0, MOST_LISTED);
  }

  async find(
    location: TranscriptLocation,
    id: string,
  ): Promise<Transcript | 'unreadable' | undefined> {
    const support = supportOf(location);
    if (support === undefined) {
      return undefined;
    }
    const own = await ownFolder(support, location, this.home);
    const inOwn = own && (await findBelow(own, support, id));
    if (inOwn !== undefined && inOwn !== 'locked') {
      return inOwn;
    }
    // A folder of another directory that cannot be read does not matter; the own folder may contain
    // the conversation.
    const elsewhere = await findBelow(everyFolder(support, location, this.home), support, id);
    return elsewhere !== undefined && elsewhere !== 'locked' ? elsewhere : inOwn && 'unreadable';
  }

  /**
   * A key that is equal for the same CLI, directory and conversation folder, whatever their paths look
   * like.
   */
  async keyOf(location: TranscriptLocation): Promise<string> {
    const support = supportOf(location);
    const folder = support && everyFolder(support, location, this.home).folder;
    return JSON.stringify([cliIdOf(location.provider), await realDirectory(location.cwd), folder]);
  }
}

function supportOf({ provider }: TranscriptLocation): KnownSupport | undefined {
  return provider.transcripts.kind === 'none' ? undefined : provider.transcripts;
}

function describer(
  support: KnownSupport,
  { cwd }: TranscriptLocation,
): (file: TranscriptFile) => Promise<Transcript | undefined> {
  const answers = new Map<string, Promise<boolean>>();
  const isOwn = (other: string): Promise<boolean> => {
    const answer = answers.get(other) ?? isSameDirectory(cwd, other);
    answers.set(other, answer);
    return answer;
  };
  return async (file) => {
    const found = await describeTranscript(file, support.records, isOwn);
    if (!isDescribed(found)) {
      return undefined;
    }
    // Without its directory, a conversation may be one of any other.
    const isListed = found.cwd === undefined ? !needsCwd(support) : await isOwn(found.cwd);
    return isListed ? found : undefined;
  };
}

function needsCwd(support: KnownSupport): boolean {
  return support.kind !== 'byDirectory' || isSharedNaming(support.naming);
}

/** `locked`: a folder, or a file that may be the transcript, cannot be read. */
async function findBelow(
  { folder, names }: TranscriptFolder,
  { records, idPattern }: KnownSupport,
  id: string,
): Promise<Transcript | 'unreadable' | 'locked' | undefined> {
  const filled = fillId(names, id, idPattern);
  if (filled === undefined && records.id === undefined) {
    return undefined;
  }
  let isLocked = false;
  const candidates = await matchFiles(folder, filled ?? names, {
    idPattern,
    limit: MOST_FILES,
    onLocked: () => (isLocked = true),
  });
  for (const batch of toBatches(candidates.slice(0, MOST_READ))) {
    const files = batch.map(({ path }) => ({ path, id: filled && id }));
    const found = await Promise.all(
      files.map((file) => describeTranscript(file, records, () => Promise.resolve(true))),
    );
    const match = found.filter(isDescribed).find((transcript) => transcript.id === id);
    if (match !== undefined) {
      return match;
    }
    const unreadable = files.filter((_, at) => found[at] === 'unreadable');
    if (filled && (await someExist(unreadable))) {
      return 'unreadable';
    }
    isLocked ||= unreadable.length > 0;
  }
  return isLocked ? 'locked' : undefined;
}

/** A file in a folder that denies access may not exist at all. */
async function someExist(files: readonly TranscriptFile[]): Promise<boolean> {
  for (const { path } of files) {
    try {
      await lstat(path);
      return true;
    } catch {
      // Unknown.
    }
  }
  return false;
}

function isDescribed(found: Transcript | 'unreadable' | undefined): found is Transcript {
  return typeof found === 'object';
}

/** Newest first by the file's modification time, then by name, so that the order is stable. */
async function newestFirst(files: readonly TranscriptFile[]): Promise<readonly TranscriptFile[]> {
  const dated: { readonly file: TranscriptFile; readonly modifiedAt: number }[] = [];
  for (const batch of toBatches(files)) {
    dated.push(...present(await Promise.all(batch.map(withAge))));
  }
  return dated.sort((one, other) => other.modifiedAt - one.modifiedAt).map(({ file }) => file);
}

async function withAge(
  file: TranscriptFile,
): Promise<{ readonly file: TranscriptFile; readonly modifiedAt: number } | undefined> {
  try {
    const stats = await stat(file.path);
    // An empty file contains no conversation to resume.
    return stats.isFile() && stats.size > 0 ? { file, modifiedAt: stats.mtimeMs } : undefined;
  } catch {
    // Removed since the folder was read.
    return undefined;
  }
}

function toBatches<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / BATCH);
  return Array.from({ length: count }, (_, at) => items.slice(at * BATCH, (at + 1) * BATCH));
}

function present<T>(items: readonly (T | undefined)[]): readonly T[] {
  return items.filter((item): item is T => item !== undefined);
}
