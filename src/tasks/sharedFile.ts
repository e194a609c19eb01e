import { access, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock';
import { listTemporaries, removeStaleTemporaries, writeFileAtomically } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isErrno } from '../base/isErrno';
import { parseJson } from '../base/parseJson';

/**
 * The most bytes of a file of ours. Thousands of tasks fit. Policy: a larger file counts as damaged, and a change that
 * would make it larger is refused.
 */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The content on disk, and where a damaged file was moved. */
export interface Stored<T> {
  readonly content: T;
  readonly movedAside: { readonly damage: string; readonly to: string } | undefined;
}

/**
 * A file in a directory that several windows share. A change reads, modifies and writes under a
 * lock, so no window's change is lost. A damaged file is moved aside, never overwritten. Errors of
 * the system are thrown; so is a change to a file that a later version of the extension has
 * written, and one that would make the file too large.
 */
export class SharedFile<T> {
  readonly path: string;

  constructor(
    readonly directory: string,
    readonly format: FileFormat<T>,
    private readonly clock: Clock,
  ) {
    this.path = join(directory, format.name);
  }

  async read(): Promise<Stored<T>> {
    const { content, damage } = await this.readContent();
    if (damage !== undefined) {
      return this.locked(() => this.readSound());
    }
    await this.sweep();
    return { content, movedAside: undefined };
  }

  async update(change: (content: T) => T): Promise<Stored<T>> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    return this.locked(async () => {
      const { content, movedAside } = await this.readSound();
      const changed = change(content);
      const text = this.format.format(changed);
      if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
        throw new Error(`it would be larger than ${MAX_FILE_BYTES} bytes`);
      }
      await writeFileAtomically(this.path, text);
      return { content: changed, movedAside };
    });
  }

  /**
   * Reads under the lock. A damaged file is moved aside and replaced by the part that could be
   * parsed.
   */
  private async readSound(): Promise<Stored<T>> {
    const { content, damage, isNewer } = await this.readContent();
    if (isNewer) {
      throw new Error('a newer version of this extension has written it');
    }
    if (damage === undefined) {
      return { content, movedAside: undefined };
    }
    const to = await this.findFreeName();
    const sound = this.format.format(content);
    await writeFileAtomically(this.path, sound, () => rename(this.path, to));
    return { content, movedAside: { damage, to } };
  }

  private async readContent(): Promise<ParsedFile<T>> {
    const { empty } = this.format;
    try {
      const { size, isFile } = await describeFile(this.path);
      if (!isFile) {
        return { content: empty, damage: 'it is not a file' };
      }
      if (size > MAX_FILE_BYTES) {
        return { content: empty, damage: `it is larger than ${MAX_FILE_BYTES} bytes` };
      }
      return this.format.parse(await readFile(this.path, 'utf8'));
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        return { content: empty, damage: undefined };
      }
      throw error;
    }
  }

  private async findFreeName(): Promise<string> {
    const timestamp = new Date(this.clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const name = `${this.path}.unreadable-${timestamp}`;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}-${count}`;
      if (!(await exists(candidate))) {
        return candidate;
      }
    }
  }

  private async sweep(): Promise<void> {
    try {
      if ((await listTemporaries(this.path)).length > 0) {
        await this.locked(() => removeStaleTemporaries(this.path));
      }
    } catch {
      // Stale files do no harm. A later read tries again.
    }
  }

  private locked<T>(run: () => Promise<T>): Promise<T> {
    return withFileLock(this.path, this.clock, run);
  }
}

async function describeFile(path: string): Promise<{ size: number; isFile: boolean }> {
  const stats = await stat(path);
  return { size: stats.size, isFile: stats.isFile() };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface FileFormat<T> {
  readonly name: string;
  /** What the file is, in words for the person: "The list of tasks". */
  readonly title: string;
  readonly empty: T;
  /** Never throws. Parts that cannot be parsed are left out and reported as damage. */
  readonly parse: (text: string) => ParsedFile<T>;
  readonly format: (content: T) => string;
}

export interface ParsedFile<T> {
  readonly content: T;
  /**
   * What is wrong with the file, as a phrase for parentheses; undefined if all of it was parsed.
   */
  readonly damage: string | undefined;
  /**
   * Whether a later version of the extension wrote the file. Such a file is never overwritten,
   * since its additions would be lost.
   */
  readonly isNewer?: boolean;
}

const RECORD = z.record(z.string(), z.unknown());

/**
 * The format of a file with a JSON object whose values are entries.
 * @param subjects what its keys are, in the plural.
 * @param parseEntry undefined for an entry that cannot be read.
 */
export function mapFormat<Entry>(
  subjects: string,
  parseEntry: (key: string, value: unknown) => Entry | undefined,
): Pick<FileFormat<ReadonlyMap<string, Entry>>, 'empty' | 'format' | 'parse'> {
  return {
    empty: new Map(),
    parse: (text) => {
      const json = parseJson(text);
      if (json.kind === 'damaged') {
        return { content: new Map(), damage: json.damage };
      }
      const file = RECORD.safeParse(json.value);
      if (!file.success) {
        return { content: new Map(), damage: `it contains no map of ${subjects}` };
      }
      const entries = Object.entries(file.data);
      const content = new Map(
        entries.flatMap(([key, value]): readonly (readonly [string, Entry])[] => {
          const entry = parseEntry(key, value);
          return entry === undefined ? [] : [[key, entry]];
        }),
      );
      const lost = entries.length - content.size;
      const damage = `${lost} of its ${entries.length} entries cannot be read`;
      return { content, damage: lost > 0 ? damage : undefined };
    },
    format: (map) => `${JSON.stringify(Object.fromEntries(map), undefined, 2)}\n`,
  };
}
