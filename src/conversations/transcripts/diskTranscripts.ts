import { lstat, stat } from 'node:fs/promises';
import { cliIdOf } from '../../providers/model/providerDefinition';
import type { DatedTranscript } from './datedTranscript';
import { describeTranscript, type Undescribed } from './describeTranscript';
import { isSharedNaming } from './directoryFolderName';
import { isSameDirectory, isWithin, realDirectory } from './realDirectory';
import { fillId, matchFiles, type TranscriptFile } from './transcriptFiles';
import {
  everyFolder,
  ownFolder,
  type KnownSupport,
  type TranscriptFolder,
} from './transcriptFolders';
import type { TranscriptLocation, Transcripts } from './transcripts';
import type { TranscriptSource } from './transcriptSource';

/** The most files whose time is read. The newest of them are read until there are enough. */
const MOST_FILES = 5_000;
const MOST_READ = 1_000;
const MOST_LISTED = 200;

/** How many files are open at the same time. */
const BATCH = 16;

/**
 * Reads transcripts as CLIs store them on disk. Caches nothing, writes nothing and never throws.
 */
export class DiskTranscripts implements Transcripts, TranscriptSource {
  /** @param home the person's home directory, for an environment that does not name one. */
  constructor(private readonly home: string) {}

  /** Lists at most the 200 newest. */
  async list(location: TranscriptLocation): Promise<readonly DatedTranscript[]> {
    const support = supportOf(location);
    const own = support && (await ownFolder(support, location, this.home));
    if (support === undefined || own === undefined) {
      return [];
    }
    const search = { idPattern: support.idPattern, limit: MOST_FILES };
    const files = await newestFirst(await matchFiles(own.folder, own.names, search));
    const found: DatedTranscript[] = [];
    const readers = toBatches(files.slice(0, MOST_READ));
    const describe = describer(support, location);
    // Without its directory, a conversation may be one of any other.
    const isListed = ({ cwd }: DatedTranscript) => cwd !== undefined || !needsCwd(support);
    for (const batch of readers) {
      const described = (await Promise.all(batch.map(describe))).filter(isDescribed);
      found.push(...described.filter(isListed));
      if (found.length >= MOST_LISTED) {
        break;
      }
    }
    return found.slice(0, MOST_LISTED);
  }

  async find(
    location: TranscriptLocation,
    id: string,
  ): Promise<DatedTranscript | 'unreadable' | undefined> {
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

  async keyOf(location: TranscriptLocation): Promise<string> {
    const support = supportOf(location);
    const folder = support && everyFolder(support, location, this.home).folder;
    return JSON.stringify([cliIdOf(location.provider), await realDirectory(location.cwd), folder]);
  }

  async files(location: TranscriptLocation, limit: number): Promise<readonly TranscriptFile[]> {
    const support = supportOf(location);
    const own = support && (await ownFolder(support, location, this.home));
    const search = { idPattern: support?.idPattern, limit };
    return own === undefined ? [] : matchFiles(own.folder, own.names, search);
  }

  async writtenAt({ path }: TranscriptFile): Promise<number> {
    return (await withAge({ path, id: undefined }))?.modifiedAt ?? 0;
  }

  async describe(
    location: TranscriptLocation,
    file: TranscriptFile,
  ): Promise<DatedTranscript | Undescribed> {
    const support = supportOf(location);
    return support ? describer(support, location)(file) : 'foreign';
  }
}

function supportOf({ provider }: TranscriptLocation): KnownSupport | undefined {
  return provider.transcripts.kind === 'none' ? undefined : provider.transcripts;
}

/**
 * Describes the transcripts of the location's directory, or of a directory that contains it and a known terminal, and
 * caches which directories are the same.
 */
function describer(
  support: KnownSupport,
  { cwd }: TranscriptLocation,
): (file: TranscriptFile) => Promise<DatedTranscript | Undescribed> {
  const answers = new Map<string, Promise<boolean>>();
  const isOwn = (other: string): Promise<boolean> => {
    const answer = answers.get(other) ?? isSameDirectory(cwd, other);
    answers.set(other, answer);
    return answer;
  };
  return async (file) => {
    const found = await describeTranscript(file, support.records, isOwn);
    if (!isDescribed(found)) {
      return found;
    }
    if (found.cwd === undefined) {
      return needsCwd(support) ? describeByTerminal(found, cwd) : found;
    }
    return (await isOwn(found.cwd)) ? found : 'foreign';
  };
}

/** Terminals have the same path in each container and machine that stores its transcripts here. */
async function describeByTerminal(
  found: DatedTranscript,
  cwd: string,
): Promise<DatedTranscript | Undescribed> {
  if (found.terminal === undefined || found.root === undefined) {
    return 'unclear';
  }
  return (await isWithin(cwd, found.root)) ? found : 'foreign';
}

/** Whether a folder contains conversations of several directories. */
function needsCwd(support: KnownSupport): boolean {
  return support.kind !== 'byDirectory' || isSharedNaming(support.naming);
}

/** `locked`: a folder, or a file that may be the transcript, cannot be read. */
async function findBelow(
  { folder, names }: TranscriptFolder,
  { records, idPattern }: KnownSupport,
  id: string,
): Promise<DatedTranscript | 'unreadable' | 'locked' | undefined> {
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

function isDescribed(found: DatedTranscript | Undescribed): found is DatedTranscript {
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
